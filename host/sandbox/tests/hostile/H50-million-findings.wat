;; Returns 600,000 findings.
;; expect: bad-output
(module
  (memory (export "memory") 1000)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.store (i32.const 2048) (i32.const 65536))
    (i32.store (i32.const 2052) (i32.const 600000))
    (i32.const 2048))
)
