;; Grows a table for ever.
;; expect: memory
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (table 1 funcref)
  (func (export "detect") (result i32)
    (loop $again (drop (table.grow 0 (ref.null func) (i32.const 100))) (br $again))
    (unreachable))
)
