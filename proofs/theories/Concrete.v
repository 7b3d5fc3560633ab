(** What a run does. Nothing in this file looks at abstract states or at
    certificates: the checker's claim is about these definitions. *)
From Coq Require Import List Arith Bool.
From Planproof Require Import Base Syntax.
Import ListNotations.

(** Where a value comes from: an input, a literal, a call (with what its
    arguments came from, and what decided that the call was made), an element of
    a collection, or a structure. *)
Inductive prov :=
| PIn (x : var)
| PLit
| PMade (t : tool) (from under : list prov)
| PItem (p : prov)
| PMix (ps : list prov).

Record value := mkV { v_data : lit; v_prov : prov }.

Definition env := var -> option value.

Definition upd (s : env) (x : var) (v : value) : env :=
  fun y => if y =? x then Some v else s y.

(** A call, what it was given, what it returned, and where the values came from
    that decided that it was made: those in the conditions of the enclosing
    conditionals and the collections of the enclosing loops. *)
Record event := mkE { e_tool : tool; e_args : list (param * value); e_res : value; e_under : list prov }.

Definition trace := list event.

Inductive resolve (s : env) : arg -> value -> Prop :=
| R_lit n : resolve s (ALit n) (mkV n PLit)
| R_ref x v : s x = Some v -> resolve s (ARef x) v
| R_mix xs vs d :
    Forall2 (fun x v => s x = Some v) xs vs ->
    resolve s (AMix xs) (mkV d (PMix (map v_prov vs))).

Definition resolve_args (s : env) (as_ : list (param * arg)) (vs : list (param * value)) : Prop :=
  Forall2 (fun a v => fst a = fst v /\ resolve s (snd a) (snd v)) as_ vs.

Definition made (t : tool) (vs : list (param * value)) (us : list prov) : prov :=
  PMade t (map (fun pv => v_prov (snd pv)) vs) us.

Definition bind (o : option var) (v : value) (s : env) : env :=
  match o with None => s | Some x => upd s x v end.

(** What is left to run: steps, and loops standing at their head (with the
    collection they were entered with). Each knows what decided that it runs. *)
Inductive kont :=
| KS (us : list prov) (s : step)
| KL (us : list prov) (v : value) (id : nat) (item : var) (body : list step).

Definition config := (list kont * env)%type.

Definition bound_in (s : env) (x : var) : Prop := exists v, s x = Some v.

(** Where the values of [xs] come from. *)
Definition provs (s : env) (xs : list var) : list prov :=
  flat_map (fun x => match s x with Some v => [v_prov v] | None => [] end) xs.

(** One move. A conditional takes either branch; a loop at its head leaves or
    goes round once more, any number of times, on items of the collection it
    was entered with; a call returns any data. No policy is consulted. *)
Inductive move : config -> list event -> config -> Prop :=
| M_call us c K s vs d :
    resolve_args s (c_args c) vs ->
    move (KS us (Call c) :: K, s) [mkE (c_tool c) vs (mkV d (made (c_tool c) vs us)) us]
         (K, bind (c_bind c) (mkV d (made (c_tool c) vs us)) s)
| M_then us xs th el K s :
    (forall x, In x xs -> bound_in s x) ->
    move (KS us (Cond xs th el) :: K, s) [] (map (KS (us ++ provs s xs)) th ++ K, s)
| M_else us xs th el K s :
    (forall x, In x xs -> bound_in s x) ->
    move (KS us (Cond xs th el) :: K, s) [] (map (KS (us ++ provs s xs)) el ++ K, s)
| M_enter us id coll item body K s v :
    s coll = Some v ->
    move (KS us (Loop id coll item body) :: K, s) []
         (KL (us ++ provs s [coll]) v id item body :: K, s)
| M_leave us v id item body K s :
    move (KL us v id item body :: K, s) [] (K, s)
| M_round us v id item body K s d :
    move (KL us v id item body :: K, s) []
         (map (KS us) body ++ KL us v id item body :: K, upd s item (mkV d (PItem (v_prov v)))).

Inductive moves : config -> trace -> config -> Prop :=
| MS_refl k : moves k [] k
| MS_step k1 t1 k2 t2 k3 : moves k1 t1 k2 -> move k2 t2 k3 -> moves k1 (t1 ++ t2) k3.

(** Some runs never happen: an executor takes the branch its condition picks,
    and tools keep promises. [real tr k ev k'] says that after [tr] the move
    from [k] to [k'] can happen. Results about [runs real] hold for any [real];
    with [anything] they speak about every run. *)
Definition reality := trace -> config -> list event -> config -> Prop.

Definition anything : reality := fun _ _ _ _ => True.

Inductive runs (real : reality) : config -> trace -> config -> Prop :=
| RS_refl k : runs real k [] k
| RS_step k1 t1 k2 t2 k3 :
    runs real k1 t1 k2 -> move k2 t2 k3 -> real t1 k2 t2 k3 -> runs real k1 (t1 ++ t2) k3.

Lemma runs_moves real k t k' : runs real k t k' -> moves k t k'.
Proof. induction 1; econstructor; eassumption. Qed.

Lemma moves_runs k t k' : moves k t k' -> runs anything k t k'.
Proof. induction 1; econstructor; try eassumption; exact I. Qed.

(** ** The policy, read as a statement about what happened *)

Section Meaning.
Variable P : policy.
(** Meaning of attributes, and of conditions the checker cannot read. *)
Variable fi : nat -> lit -> lit.
Variable orc : nat -> trace -> event -> bool.

(** Conditions on an event [e] that happened after [h]: two-valued. Opaque ones
    may look back at [h], results included. *)
Fixpoint gsat (h : trace) (e : event) (g : guard) : bool :=
  match g with
  | GTrue => true
  | GOpaque i => orc i h e
  | GIn f p ns =>
      match lookup p (e_args e) with
      | None => false
      | Some v => memb (fi f (v_data v)) ns
      end
  | GNot g => negb (gsat h e g)
  | GAnd g k => gsat h e g && gsat h e k
  | GOr g k => gsat h e g || gsat h e k
  end.

(** Automata: the first listed transition that applies is taken. [fired] is its
    number, counted from [n]. *)
Definition applies (h : trace) (t : trans) (q : astt) (e : event) : bool :=
  cand t q (e_tool e) && gsat h e (t_guard t).

Fixpoint fired (h : trace) (n : nat) (ts : list trans) (q : astt) (e : event) : option nat :=
  match ts with
  | [] => None
  | t :: r => if applies h t q e then Some n else fired h (S n) r q e
  end.

Fixpoint fire (h : trace) (ts : list trans) (q : astt) (e : event) : astt :=
  match ts with
  | [] => q
  | t :: r => if applies h t q e then t_to t else fire h r q e
  end.

Fixpoint run_from (h : trace) (A : automaton) (q : astt) (tr : trace) : astt :=
  match tr with
  | [] => q
  | e :: r => run_from (h ++ [e]) A (fire h (au_trans A) q e) r
  end.

Definition run_aut (A : automaton) (tr : trace) : astt := run_from [] A (au_init A) tr.

(** [derives p l S]: there is a path in the tree [p] from a place where label
    [l] comes in (a source call or an input) up to the root, and [S] are the
    calls on it above that place, latest first. The source call itself is not
    in [S]. Nor is a call that label [l] reaches only by having decided that the
    call was made: such a call does not see the data, so it can not clean it. *)
Inductive derives : prov -> label -> list tool -> Prop :=
| D_in x ls l : In (x, ls) (p_inputs P) -> In l ls -> derives (PIn x) l []
| D_src t ps us l : In (t, l) (p_intro P) -> derives (PMade t ps us) l []
| D_via t ps us p l S : In p ps -> derives p l S -> derives (PMade t ps us) l (t :: S)
| D_under t ps us p l S : p_track P = true -> In p us -> derives p l S -> derives (PMade t ps us) l S
| D_item p l S : derives p l S -> derives (PItem p) l S
| D_mix ps p l S : In p ps -> derives p l S -> derives (PMix ps) l S.

(** Data of rule [r] reaches [p] by a way that crosses no sanitizer of [r]
    above its source. *)
Definition raw (r : rule) (p : prov) : Prop :=
  exists l S, derives p l S /\ src_match r l = true /\ forall t, In t S -> ~ In t (r_sans r).

(** A structure is as raw as its parts: literal parts add nothing, and nesting
    makes no difference. So [AMix] need list only the references of a structured
    argument, at any depth. *)
Lemma mix_literal ps l S : derives (PMix (PLit :: ps)) l S <-> derives (PMix ps) l S.
Proof.
  split; intros H; inversion H as [| | | | |? p ? ? Hp D]; subst.
  - destruct Hp as [<-|Hp]; [inversion D | eapply D_mix; eassumption].
  - eapply D_mix; [right; exact Hp | exact D].
Qed.

Lemma mix_nested ps qs l S : derives (PMix (PMix ps :: qs)) l S <-> derives (PMix (ps ++ qs)) l S.
Proof.
  split; intros H; inversion H as [| | | | |? p ? ? Hp D]; subst.
  - destruct Hp as [<-|Hp].
    + inversion D as [| | | | |? p ? ? Hq Dq]; subst.
      eapply D_mix; [apply in_or_app; left; exact Hq | exact Dq].
    + eapply D_mix; [apply in_or_app; right; exact Hp | exact D].
  - apply in_app_or in Hp as [Hp|Hp].
    + eapply D_mix; [left; reflexivity | eapply D_mix; eassumption].
    + eapply D_mix; [right; exact Hp | exact D].
Qed.

(** ** The things that must never happen *)

(** Event [e], after [h], gave raw data of rule [r] to the sink's parameter. *)
Definition receives (r : rule) (h : trace) (e : event) : Prop :=
  sink_match r (e_tool e) = true /\ gsat h e (r_guard r) = true /\
  exists p v, In (p, v) (e_args e) /\ param_match P r (e_tool e) p = true /\ raw r (v_prov v).

(** Raw data of rule [r] decided that the sink was called at all. *)
Definition tells (r : rule) (e : event) : Prop :=
  r_deny r = true /\ sink_match r (e_tool e) = true /\
  (exists p v, In (p, v) (e_args e) /\ param_match P r (e_tool e) p = true) /\
  exists u, In u (e_under e) /\ raw r u.

(** Rule [r] is broken by event [e], after [h]. *)
Definition breaks (r : rule) (h : trace) (e : event) : Prop := receives r h e \/ tells r e.

Definition safe_event (h : trace) (e : event) : Prop :=
  In (e_tool e) (p_allowed P) /\
  (forall r, In r (p_rules P) -> ~ breaks r h e) /\
  (forall g, In (e_tool e, g) (p_pre P) -> gsat h e g = true).

(** [Q] holds of every event of [tr], with what went before it. *)
Definition each (Q : trace -> event -> Prop) (tr : trace) : Prop :=
  forall h e t, tr = h ++ e :: t -> Q h e.

Definition safe_trace (tr : trace) : Prop :=
  each safe_event tr /\
  (forall A, In A (p_auts P) -> ~ In (run_aut A tr) (au_err A)).

(** Starting environments: exactly the declared inputs are bound, each to a
    value of its own. *)
Definition start_env (s : env) : Prop :=
  (forall x, In x (map fst (p_inputs P)) -> bound_in s x) /\
  (forall x v, s x = Some v -> In x (map fst (p_inputs P)) /\ v_prov v = PIn x).

End Meaning.

Lemma each_nil Q : each Q [].
Proof. intros [|x h] e t H; discriminate. Qed.

Lemma each_app Q tr ev : each Q tr -> (forall h e t, ev = h ++ e :: t -> Q (tr ++ h) e) -> each Q (tr ++ ev).
Proof.
  revert Q; induction tr as [|x tr IH]; intros Q H1 H2; simpl in *.
  - intros h e t E. exact (H2 h e t E).
  - intros [|y h] e t E; simpl in E.
    + injection E as -> _. apply (H1 [] e tr); reflexivity.
    + injection E as <- E. refine (IH (fun h e => Q (x :: h) e) _ _ h e t E).
      * intros h' e' t' E'. apply (H1 (x :: h') e' t'). simpl; rewrite E'; reflexivity.
      * intros h' e' t' E'. apply (H2 h' e' t' E').
Qed.

Lemma each_snoc Q tr e : each Q tr -> Q tr e -> each Q (tr ++ [e]).
Proof.
  intros H1 H2. apply each_app; [exact H1|]. intros [|x h] e' t E; simpl in E.
  - injection E as <- _. rewrite app_nil_r; exact H2.
  - injection E as _ E. destruct h; discriminate.
Qed.

Lemma each_In Q tr e : each Q tr -> In e tr -> exists h, Q h e.
Proof. intros H I. apply in_split in I as [h [t E]]. exists h; eapply H; exact E. Qed.
