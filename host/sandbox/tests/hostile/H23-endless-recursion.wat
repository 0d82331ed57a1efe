;; Calls itself for ever.
;; expect: trap stack-overflow
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func $deeper (param i32) (result i32) (i32.add (i32.const 1) (call $deeper (local.get 0))))
  (func (export "detect") (result i32)
    (call $deeper (i32.const 0)))
)
