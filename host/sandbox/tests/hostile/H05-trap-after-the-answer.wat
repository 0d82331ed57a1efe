;; A good answer, then a trap while it is cleaned up.
;; expect: trap unreachable
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.const 1024))
  (func (export "cabi_post_detect") (param i32) (unreachable))
)
