;; Memory in pages of one byte.
;; expect: refused invalid
;; form: component
(component (core module (memory 1 (pagesize 1))))
