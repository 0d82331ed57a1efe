;; A lone surrogate in a log line.
;; expect: trap component-rules
(module
  (import "sdo:detector/diagnostics@0.1.0" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (data (i32.const 64) "\ed\a0\80")
  (func (export "detect") (result i32)
    (call $log (i32.const 64) (i32.const 3))
    (i32.const 1024))
)
