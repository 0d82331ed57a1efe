;; A 64-bit memory.
;; expect: refused invalid
;; form: component
(component (core module (memory i64 1)))
