(** Extraction of the checker and of the analysis to OCaml. No realization of
    types or constants is supplied, apart from booleans, options, pairs and
    lists being OCaml's own. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Planproof Require Import Base Syntax Domain Check Table Infer Order Exec.
Extraction "checker.ml" check infer table_of keval_table tabulate order_flagged order_clearing trial safe_traceb.
