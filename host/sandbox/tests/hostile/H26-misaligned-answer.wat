;; Returns a misaligned pointer.
;; expect: bad-output
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.const 1025))
)
