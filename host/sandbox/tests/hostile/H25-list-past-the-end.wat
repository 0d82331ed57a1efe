;; Returns a list that ends past its memory.
;; expect: bad-output
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (data (i32.const 2048) "\00\ff\00\00\64\00\00\00")
  (func (export "detect") (result i32)
    (i32.const 2048))
)
