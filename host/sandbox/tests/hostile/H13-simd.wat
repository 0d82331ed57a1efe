;; Vector instructions.
;; expect: refused invalid
;; form: component
(component (core module (func (drop (v128.const i32x4 0 0 0 0)))))
