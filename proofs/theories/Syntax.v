(** Workflows and policies. Every name is an interned natural number. *)
From Coq Require Import List Arith Bool.
From Planproof Require Import Base.
Import ListNotations.

Notation tool := nat (only parsing).
Notation var := nat (only parsing).
Notation param := nat (only parsing).
Notation label := nat (only parsing).
Notation astt := nat (only parsing).   (* automaton state *)
Notation lit := nat (only parsing).

(** An argument is a literal, one reference, or a structure that mentions
    several references. *)
Inductive arg :=
| ALit (n : lit)
| ARef (x : var)
| AMix (xs : list var).

Definition refs (a : arg) : list var :=
  match a with ALit _ => [] | ARef x => [x] | AMix xs => xs end.

(** [c_id] names the occurrence, so that a certificate can speak about this call
    and no other. The run-time semantics ignores it. *)
Record call := mkCall {
  c_tool : tool;
  c_args : list (param * arg);
  c_bind : option var;
  c_id : nat
}.

(** Steps nest to any depth. A loop carries the number under which a
    certificate may name its invariant; the run-time semantics ignores it. *)
Inductive step :=
| Call (c : call)
| Cond (xs : list var) (th el : list step)
| Loop (id : nat) (coll item : var) (body : list step).

Lemma step_ind' (Q : step -> Prop) :
  (forall c, Q (Call c)) ->
  (forall xs th el, Forall Q th -> Forall Q el -> Q (Cond xs th el)) ->
  (forall id coll item body, Forall Q body -> Q (Loop id coll item body)) ->
  forall s, Q s.
Proof.
  intros HC HI HL. fix rec 1. intros [c|xs th el|id coll item body].
  - apply HC.
  - apply HI.
    + induction th as [|x l IH]; constructor; [apply rec | apply IH].
    + induction el as [|x l IH]; constructor; [apply rec | apply IH].
  - apply HL. induction body as [|x l IH]; constructor; [apply rec | apply IH].
Qed.

Definition workflow := list step.

(** Conditions over a call's arguments. [GIn f p ns]: attribute [f] of
    parameter [p] is one of [ns]. [GOpaque]: a condition the checker cannot
    read at all. *)
Inductive guard :=
| GTrue
| GOpaque (id : nat)
| GIn (f : nat) (p : param) (ns : list lit)
| GNot (g : guard)
| GAnd (g h : guard)
| GOr (g h : guard).

Record rule := mkRule {
  r_srcs : option (list label);   (* None: any label *)
  r_sink : option tool;           (* None: any tool but the rule's sanitizers *)
  r_param : option param;         (* None: the tool's marked parameters, or all *)
  r_guard : guard;                (* the rule applies only when this holds *)
  r_sans : list tool;             (* a listed tool on the way lifts the ban *)
  r_deny : bool                   (* what decides whether a sink is called counts too *)
}.

(** A rule about data alone. *)
Definition data_rule (srcs : option (list label)) (sink : option tool) (p : option param)
  (g : guard) (sans : list tool) : rule := mkRule srcs sink p g sans false.

Record trans := mkTrans {
  t_from : astt;
  t_tool : option tool;
  t_guard : guard;
  t_to : astt
}.

Record automaton := mkAut {
  au_init : astt;
  au_err : list astt;
  au_trans : list trans
}.

Record policy := mkPolicy {
  p_allowed : list tool;
  p_intro : list (tool * label);       (* labels a tool's result starts with *)
  p_rules : list rule;
  p_pre : list (tool * guard);         (* preconditions *)
  p_auts : list automaton;
  p_marks : list (tool * param);       (* parameters marked as sinks *)
  p_inputs : list (var * list label);  (* workflow inputs *)
  p_track : bool                       (* results carry what decided that the call was made *)
}.

(** A policy that looks at data alone. *)
Definition data_policy (allowed : list tool) (intro : list (tool * label)) (rules : list rule)
  (pre : list (tool * guard)) (auts : list automaton) (marks : list (tool * param))
  (inputs : list (var * list label)) : policy :=
  mkPolicy allowed intro rules pre auts marks inputs false.

Definition src_match (r : rule) (l : label) : bool :=
  match r_srcs r with None => true | Some ls => memb l ls end.

(** Is tool [t] a source of rule [r]? *)
Definition is_src (P : policy) (r : rule) (t : tool) : bool :=
  existsb (src_match r) (assoc t (p_intro P)).

(** A wildcard sink spares the rule's own sanitizers; a named one does not. *)
Definition sink_match (r : rule) (t : tool) : bool :=
  match r_sink r with None => negb (memb t (r_sans r)) | Some s => s =? t end.

(** A wildcard parameter means the parameters of [t] that are marked as sinks,
    or every parameter when none is. *)
Definition param_match (P : policy) (r : rule) (t : tool) (p : param) : bool :=
  match r_param r with
  | Some q => q =? p
  | None => match assoc t (p_marks P) with [] => true | ms => memb p ms end
  end.

(** Can [tr] be taken from [q] on a call of [t], guards aside? *)
Definition cand (t : trans) (q : astt) (k : tool) : bool :=
  (t_from t =? q) && opt_match (t_tool t) k.
