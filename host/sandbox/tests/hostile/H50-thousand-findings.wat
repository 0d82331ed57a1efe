;; Returns 1,000 empty findings; 100 are kept.
;; expect: finished
;; findings: 100
(module
  (memory (export "memory") 3)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.store (i32.const 2048) (i32.const 65536))
    (i32.store (i32.const 2052) (i32.const 1000))
    (i32.const 2048))
)
