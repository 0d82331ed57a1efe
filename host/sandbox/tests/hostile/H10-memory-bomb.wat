;; Grows its memory as far as it goes.
;; expect: memory
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (loop $again (drop (memory.grow (i32.const 16))) (br $again))
    (unreachable))
)
