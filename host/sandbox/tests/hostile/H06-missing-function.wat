;; Calls an empty table entry.
;; expect: trap bad-indirect-call
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (table 1 funcref)
  (type $f (func (result i32)))
  (func (export "detect") (result i32)
    (call_indirect (type $f) (i32.const 0)))
)
