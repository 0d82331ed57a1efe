;; Imports a package that nobody knows.
;; expect: refused unknown-import
;; form: component
(component
  (import "evil:host/shell@1.0.0" (instance (export "f" (func))))
  (core module $guest (func (export "nothing")))
  (core instance $guest (instantiate $guest))
  (func $nothing (canon lift (core func $guest "nothing")))
  (export "spec" (func $nothing))
  (export "detect" (func $nothing)))
