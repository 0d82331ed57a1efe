;; Sends a panic message that clears the screen, then traps.
;; expect: trap unreachable
(module
  (import "sdo:detector/diagnostics@0.1.0" "panic-message" (func $say (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (data (i32.const 64) "\1b[2Jgone\0a")
  (func (export "detect") (result i32)
    (call $say (i32.const 64) (i32.const 9))
    (unreachable))
)
