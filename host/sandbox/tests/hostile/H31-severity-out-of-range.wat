;; A finding of the tenth severity of three.
;; expect: bad-output
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.store8 (i32.const 4096) (i32.const 9))
    (i32.store (i32.const 2048) (i32.const 4096))
    (i32.store (i32.const 2052) (i32.const 1))
    (i32.const 2048))
)
