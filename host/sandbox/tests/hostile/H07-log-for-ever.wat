;; Logs for ever.
;; expect: host-budget
;; limits: fuel: 5000000
(module
  (import "sdo:detector/diagnostics@0.1.0" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (loop $again (call $log (i32.const 0) (i32.const 4096)) (br $again))
    (unreachable))
)
