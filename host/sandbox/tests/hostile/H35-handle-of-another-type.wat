;; Uses a handle under another type.
;; expect: trap component-rules
;; form: component
(component
  (type $thing (resource (rep i32)))
  (core func $new (canon resource.new $thing))
  (core func $drop (canon resource.drop $thing))
  (core func $rep (canon resource.rep $thing))
  (type $other (resource (rep i32)))
  (core func $new2 (canon resource.new $other))
  (core module $guest
    (import "h" "new" (func $new (param i32) (result i32)))
    (import "h" "drop" (func $drop (param i32)))
    (import "h" "rep" (func $rep (param i32) (result i32)))
    (import "h" "new2" (func $new2 (param i32) (result i32)))
    (func $start (drop (call $rep (call $new2 (i32.const 1)))))
    (start $start)
    (func (export "nothing")))
  (core instance $built-ins (export "new" (func $new)) (export "drop" (func $drop)) (export "rep" (func $rep)) (export "new2" (func $new2)))
  (core instance $guest (instantiate $guest (with "h" (instance $built-ins))))
  (func $nothing (canon lift (core func $guest "nothing")))
  (export "spec" (func $nothing))
  (export "detect" (func $nothing)))
