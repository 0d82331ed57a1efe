;; Types of the garbage collector.
;; expect: refused invalid
;; form: component
(component (core module (type (struct (field i32)))))
