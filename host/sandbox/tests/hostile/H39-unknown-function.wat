;; Imports a function that the contract does not have.
;; expect: refused unknown-import
;; form: component
(component
  (import "sdo:cluster/pods@0.1.0" (instance (export "f" (func))))
  (core module $guest (func (export "nothing")))
  (core instance $guest (instantiate $guest))
  (func $nothing (canon lift (core func $guest "nothing")))
  (export "spec" (func $nothing))
  (export "detect" (func $nothing)))
