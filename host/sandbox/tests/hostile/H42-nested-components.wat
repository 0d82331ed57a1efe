;; Two components that call each other.
;; expect: refused unsupported
;; form: component
(component
  (component $inner
    (core module $guest (func (export "nothing")))
    (core instance $guest (instantiate $guest))
    (func (export "f") (canon lift (core func $guest "nothing"))))
  (instance $inner (instantiate $inner))
  (export "spec" (func $inner "f"))
  (export "detect" (func $inner "f")))
