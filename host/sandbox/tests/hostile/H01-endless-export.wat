;; An export that never returns.
;; expect: out-of-fuel
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (loop $again (br $again))
    (unreachable))
)
