;; A memory shared between threads.
;; expect: refused invalid
;; form: component
(component (core module (memory 1 1 shared)))
