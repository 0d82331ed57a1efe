;; Fills all the memory it may have, for ever: bulk work is charged by the byte.
;; expect: out-of-fuel
;; limits: fuel: 5000000
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (loop $again (memory.fill (i32.const 4096) (i32.const 1) (i32.const 60000)) (br $again))
    (unreachable))
)
