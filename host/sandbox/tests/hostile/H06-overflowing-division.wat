;; The one signed division that overflows.
;; expect: trap arithmetic
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.div_s (i32.const -2147483648) (i32.const -1)))
)
