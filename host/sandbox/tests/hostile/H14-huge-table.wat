;; Declares a table of 10,000,000 elements.
;; expect: refused too-many
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (table 10000000 funcref)
  (func (export "detect") (result i32)
    (i32.const 1024))
)
