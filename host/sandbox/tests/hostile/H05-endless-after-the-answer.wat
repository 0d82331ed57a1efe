;; A good answer, then a clean-up that never returns.
;; expect: out-of-fuel
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.const 1024))
  (func (export "cabi_post_detect") (param i32) (loop $again (br $again)))
)
