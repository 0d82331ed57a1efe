;; Returns a pointer past its memory.
;; expect: bad-output
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.const -16))
)
