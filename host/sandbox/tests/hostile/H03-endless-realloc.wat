;; The allocator that the host calls to hand over an answer never returns.
;; expect: out-of-fuel
(module
  (import "sdo:cluster/snapshot@0.1.0" "info" (func $info (param i32)))
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
    (loop $again (br $again))
    (unreachable))
  (func (export "detect") (result i32)
    (call $info (i32.const 2048))
    (i32.const 1024))
)
