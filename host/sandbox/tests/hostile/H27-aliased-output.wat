;; Returns 96 strings that share one buffer: 2.4 MB out of 24 KB. Every byte of the buffer is plain text.
;; expect: bad-output
;; cured by: hostcall_bytes: 16777216
(module
  (memory (export "memory") 1)
  (func (export "spec") (result i32) (i32.const 1024))
  (func (export "detect") (result i32)
    (local $i i32)
    (loop $again
      (i32.store (i32.add (i32.const 4096) (i32.mul (local.get $i) (i32.const 8))) (i32.const 0))
      (i32.store offset=4 (i32.add (i32.const 4096) (i32.mul (local.get $i) (i32.const 8))) (i32.const 0x6060))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $i) (i32.const 96))))
    (i32.store (i32.const 2056) (i32.const 4096))
    (i32.store (i32.const 2060) (i32.const 48))
    (i32.const 2048))
)
