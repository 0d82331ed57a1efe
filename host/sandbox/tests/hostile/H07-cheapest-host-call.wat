;; The cheapest call into the host, for ever.
;; expect: host-budget
;; limits: fuel: 5000000
(module
  (import "sdo:cluster/snapshot@0.1.0" "now" (func $now (result i64)))
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (loop $again (drop (call $now)) (br $again))
    (unreachable))
)
