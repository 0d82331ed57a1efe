;; Calls a host function that panics.
;; expect: trap host-panic
(module
  (import "sdo:cluster/leases@0.1.0" "count" (func $count (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i64 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (drop (call $count (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i64.const 0) (i32.const 0) (i32.const 0) (i32.const 0)))
    (i32.const 1024))
)
