;; Grows a memory past its own maximum, for ever.
;; expect: out-of-fuel
;; limits: fuel: 5000000
(module
  (memory (export "memory") 1 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (loop $again (drop (memory.grow (i32.const 1))) (br $again))
    (unreachable))
)
