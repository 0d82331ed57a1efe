;; Burns fuel and divides by zero: wasmtime loses count, the whole grant is charged.
;; expect: trap arithmetic
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func $burn (local $i i32)
    (loop $again
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $i) (i32.const 100000)))))
  (func (export "detect") (result i32)
    (call $burn)
    (i32.div_u (i32.const 1) (i32.const 0)))
)
