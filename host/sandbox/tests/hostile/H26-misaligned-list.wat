;; Returns a list at a misaligned address.
;; expect: bad-output
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (data (i32.const 2048) "\01\10\00\00\01\00\00\00")
  (func (export "detect") (result i32)
    (i32.const 2048))
)
