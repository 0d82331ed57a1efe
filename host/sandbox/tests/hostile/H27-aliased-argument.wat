;; Passes 96 strings that share one buffer to the host: 2.4 MB out of 24 KB. Every byte of the buffer is plain text.
;; expect: trap component-rules
;; cured by: hostcall_bytes: 16777216
(module
  (import "sdo:cluster/custom-resources@0.1.0" "query-json" (func $query (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (global $next (mut i32) (i32.const 32768))
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
    (global.get $next)
    (global.set $next (i32.and (i32.const -8) (i32.add (i32.const 7) (i32.add (global.get $next) (local.get 3))))))
  (func (export "detect") (result i32)
    (local $i i32)
    (loop $again
      (i32.store (i32.add (i32.const 4096) (i32.mul (local.get $i) (i32.const 8))) (i32.const 0))
      (i32.store offset=4 (i32.add (i32.const 4096) (i32.mul (local.get $i) (i32.const 8))) (i32.const 0x6060))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $i) (i32.const 96))))
    (i32.store (i32.const 2108) (i32.const 4096))
    (i32.store (i32.const 2112) (i32.const 96))
    (call $query (i32.const 2048) (i32.const 3072))
    (i32.const 1024))
)
