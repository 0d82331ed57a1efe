;; Returns a list of 2^31 findings.
;; expect: bad-output
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (data (i32.const 2048) "\00\10\00\00\00\00\00\80")
  (func (export "detect") (result i32)
    (i32.const 2048))
)
