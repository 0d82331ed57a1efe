;; Imports a function of the contract under another type.
;; expect: refused link
;; form: component
(component
  (import "sdo:cluster/snapshot@0.1.0" (instance (export "now" (func (result string)))))
  (core module $guest (func (export "nothing")))
  (core instance $guest (instantiate $guest))
  (func $nothing (canon lift (core func $guest "nothing")))
  (export "spec" (func $nothing))
  (export "detect" (func $nothing)))
