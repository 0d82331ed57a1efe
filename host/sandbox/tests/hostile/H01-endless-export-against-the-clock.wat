;; The same with more fuel than time.
;; expect: deadline
;; limits: fuel: 20000000000, deadline_ms: 20
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (loop $again (br $again))
    (unreachable))
)
