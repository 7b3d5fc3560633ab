(set-info :status unsat)
; parallel let: the outer x is used on the right
(declare-const x Int)
(define-fun twice ((n Int)) Int (* 2 n))
(define-const six Int 6)
(assert (let ((x 3) (y x)) (and (= (twice x) six) (= y 4))))
(assert (! (> x 4) :named big))
(check-sat)
