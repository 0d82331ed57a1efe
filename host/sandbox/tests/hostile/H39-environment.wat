;; Imports the environment without a grant.
;; expect: refused not-granted
;; form: component
(component
  (import "wasi:cli/environment@0.2.3" (instance (export "initial-cwd" (func (result (option string))))))
  (core module $guest (func (export "nothing")))
  (core instance $guest (instantiate $guest))
  (func $nothing (canon lift (core func $guest "nothing")))
  (export "spec" (func $nothing))
  (export "detect" (func $nothing)))
