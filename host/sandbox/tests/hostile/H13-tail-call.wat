;; A tail call.
;; expect: refused invalid
;; form: component
(component (core module (func $f (return_call $f))))
