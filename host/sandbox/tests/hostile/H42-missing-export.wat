;; Exports spec only.
;; expect: refused missing-export
;; form: component
(component
  (core module $guest (func (export "nothing")))
  (core instance $guest (instantiate $guest))
  (func $nothing (canon lift (core func $guest "nothing")))
  (export "spec" (func $nothing)))
