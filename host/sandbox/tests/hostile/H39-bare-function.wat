;; Imports a function outside of any interface.
;; expect: refused unknown-import
;; form: component
(component
  (import "shell" (func))
  (core module $guest (func (export "nothing")))
  (core instance $guest (instantiate $guest))
  (func $nothing (canon lift (core func $guest "nothing")))
  (export "spec" (func $nothing))
  (export "detect" (func $nothing)))
