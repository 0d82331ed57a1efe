;; A table with 2^60 elements.
;; expect: refused invalid
;; form: component
(component (core module (table i64 1152921504606846976 funcref)))
