;; Lifts and lowers text as Latin-1 or UTF-16.
;; expect: refused encoding
;; form: latin1-utf16
(module
  (import "sdo:detector/diagnostics@0.1.0" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (call $log (i32.const 64) (i32.const 2))
    (i32.const 1024))
)
