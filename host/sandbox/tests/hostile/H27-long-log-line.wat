;; Logs 2 MB at once.
;; expect: trap component-rules
;; cured by: hostcall_bytes: 16777216
(module
  (import "sdo:detector/diagnostics@0.1.0" "log" (func $log (param i32 i32)))
  (memory (export "memory") 32)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (call $log (i32.const 0) (i32.const 2000000))
    (i32.const 1024))
)
