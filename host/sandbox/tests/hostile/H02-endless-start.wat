;; A start function that never returns: instantiation is metered like a call.
;; expect: out-of-fuel
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (start $forever)
  (func $forever (loop $again (br $again)))
  (func (export "detect") (result i32)
    (i32.const 1024))
)
