;; Two memories in one module.
;; expect: refused invalid
;; form: component
(component (core module (memory 1) (memory 1)))
