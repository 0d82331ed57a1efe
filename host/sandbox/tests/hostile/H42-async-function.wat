;; Lifts an async function.
;; expect: refused invalid
;; form: component
(component
  (core module $guest (func (export "f") (result i32) (i32.const 0)) (func (export "cb") (param i32 i32 i32) (result i32) (i32.const 0)))
  (core instance $guest (instantiate $guest))
  (func (export "spec") async (canon lift (core func $guest "f") async (callback (core func $guest "cb")))))
