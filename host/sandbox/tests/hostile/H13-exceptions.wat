;; Exceptions.
;; expect: refused invalid
;; form: component
(component (core module (tag) (func (throw 0))))
