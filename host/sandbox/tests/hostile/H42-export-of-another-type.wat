;; Exports functions of other types than the contract has.
;; expect: refused link
;; form: component
(component
  (core module $guest (func (export "number") (result i32) (i32.const 1)))
  (core instance $guest (instantiate $guest))
  (func $number (result u32) (canon lift (core func $guest "number")))
  (export "spec" (func $number))
  (export "detect" (func $number)))
