;; A float that is no integer.
;; expect: trap arithmetic
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.trunc_f64_s (f64.const nan)))
)
