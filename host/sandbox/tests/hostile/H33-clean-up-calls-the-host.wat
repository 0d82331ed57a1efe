;; The clean-up after an answer calls an import.
;; expect: trap component-rules
(module
  (import "sdo:cluster/snapshot@0.1.0" "now" (func $now (result i64)))
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (i32.const 1024))
  (func (export "cabi_post_detect") (param i32) (drop (call $now)))
)
