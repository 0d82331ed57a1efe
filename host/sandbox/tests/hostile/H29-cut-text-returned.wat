;; A character that is cut off in a reason.
;; expect: bad-output
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (data (i32.const 64) "\e2\82")
  (data (i32.const 4096) "\00\00\00\00\00\00\00\00\40\00\00\00\02\00\00\00")
  (data (i32.const 2056) "\00\10\00\00\01\00\00\00")
  (func (export "detect") (result i32)
    (i32.const 2048))
)
