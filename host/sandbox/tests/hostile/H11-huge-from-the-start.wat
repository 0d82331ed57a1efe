;; Declares 4 GiB of memory.
;; expect: refused too-many
(module
  (memory (export "memory") 65535)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.const 1024))
)
