;; Asks for 4 GiB at once.
;; expect: memory
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (drop (memory.grow (i32.const 65000)))
    (i32.const 1024))
)
