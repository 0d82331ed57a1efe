;; Logs a cleared screen, a link and a forged record.
;; expect: finished
(module
  (import "sdo:detector/diagnostics@0.1.0" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (data (i32.const 64) "\1b[2J\1b]8;;http://evil\07click\1b]8;;\07\0d\0a{\22level\22:\22error\22}\1b]52;c;AAAA\07")
  (func (export "detect") (result i32)
    (call $log (i32.const 64) (i32.const 60))
    (i32.const 1024))
)
