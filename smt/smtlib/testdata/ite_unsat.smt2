(set-info :status unsat)
(declare-const x Int)
(assert (< (ite (< x 0) (- x) x) 0))
(check-sat)
