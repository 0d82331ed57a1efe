;; Imports sockets, under a policy that grants inert WASI.
;; expect: refused not-granted
;; wasi: inert
;; form: component
(component
  (import "wasi:sockets/instance-network@0.2.3" (instance (export "f" (func))))
  (core module $guest (func (export "nothing")))
  (core instance $guest (instantiate $guest))
  (func $nothing (canon lift (core func $guest "nothing")))
  (export "spec" (func $nothing))
  (export "detect" (func $nothing)))
