;; Calls a function under another type.
;; expect: trap bad-indirect-call
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (table funcref (elem $other))
  (type $f (func (result i32)))
  (func $other (param i64))
  (func (export "detect") (result i32)
    (call_indirect (type $f) (i32.const 0)))
)
