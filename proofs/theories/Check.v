(** The certificate checker. A certificate gives one abstract state for each
    loop, and a table of what the conditions at each call may do; the checker
    makes one pass, searches for nothing and evaluates no condition. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax Domain.
Import ListNotations.

(** ** The table *)

(** [tb_next c i q]: the transitions of automaton [i] that may fire at call [c]
    in state [q] (by number), and whether the state may stay.
    [tb_rule c k]: may the condition of rule [k] hold at [c]?
    [tb_pre c j]: does precondition [j] surely hold at [c]? *)
Record table := mkTable {
  tb_next : call -> nat -> astt -> list nat * bool;
  tb_rule : call -> nat -> bool;
  tb_pre : call -> nat -> bool
}.

Fixpoint number {A} (i : nat) (l : list A) : list (nat * A) :=
  match l with [] => [] | x :: r => (i, x) :: number (S i) r end.

(** A table as a certificate writes it down, by call numbers. What is not listed
    is not excluded: every transition may fire, the state may stay, the rule may
    apply, the precondition may fail. *)
Record entries := mkEntries {
  en_next : list ((nat * nat * astt) * (list nat * bool));
  en_norule : list (nat * nat);     (* the condition surely fails *)
  en_pre : list (nat * nat)         (* the precondition surely holds *)
}.

Definition key3 (a b : nat * nat * nat) : bool :=
  (fst (fst a) =? fst (fst b)) && (snd (fst a) =? snd (fst b)) && (snd a =? snd b).

Definition key2 (a b : nat * nat) : bool := (fst a =? fst b) && (snd a =? snd b).

Definition table_of (P : policy) (E : entries) : table := mkTable
  (fun c i q =>
     match find (fun kv => key3 (fst kv) (c_id c, i, q)) (en_next E) with
     | Some kv => snd kv
     | None =>
         (match nth_error (p_auts P) i with
          | None => []
          | Some A => List.seq 0 (length (au_trans A))
          end, true)
     end)
  (fun c k => negb (existsb (key2 (c_id c, k)) (en_norule E)))
  (fun c j => existsb (key2 (c_id c, j)) (en_pre E)).

Section Checker.
Variable P : policy.
Variable T : table.

(** ** Automata *)

(** The states the table lets call [c] lead to. *)
Definition succs (c : call) (i : nat) (A : automaton) (q : astt) : list astt :=
  let n := tb_next T c i q in
  flat_map (fun j => match nth_error (au_trans A) j with
                     | Some t => if cand t q (c_tool c) then [t_to t] else []
                     | None => []
                     end) (fst n) ++ (if snd n then [q] else []).

Definition fact_succs (c : call) (f : fact) : list fact :=
  match f with
  | FV _ _ => [f]
  | FQ i q =>
      match nth_error (p_auts P) i with
      | None => []
      | Some A => map (FQ i) (succs c i A q)
      end
  end.

Definition is_error (f : fact) : bool :=
  match f with
  | FV _ _ => false
  | FQ i q =>
      match nth_error (p_auts P) i with
      | None => false
      | Some A => memb q (au_err A)
      end
  end.

Definition step_auts (c : call) (a : astate) : astate :=
  mkA (a_bound a) (undup feqb (flat_map (fact_succs c) (a_facts a))).

(** ** The abstract value of a result *)

Definition all_refs (c : call) : list var := flat_map (fun pa => refs (snd pa)) (c_args c).

(** Here and below, [pc] lists the rules of which the values carry raw data that
    decided that a step runs. Inside a conditional that reads [xs], or a loop
    over a collection, there are more of them. *)
Definition control (pc : list nat) (xs : list var) (a : astate) : list nat :=
  pc ++ flat_map (val_of a) xs.

(** Sanitized stays sanitized: the result is raw for a rule when the tool is its
    source (whatever its sanitizers are), when the tool is none of its
    sanitizers and some argument is raw, or when implicit flows are tracked and
    what decided the call is raw. *)
Definition stains (pc : list nat) (c : call) (a : astate) (k : nat) (r : rule) : bool :=
  is_src P r (c_tool c) ||
  (negb (memb (c_tool c) (r_sans r)) && existsb (fun x => memb k (val_of a x)) (all_refs c)) ||
  (p_track P && memb k pc).

Definition result (pc : list nat) (c : call) (a : astate) : list nat :=
  map fst (filter (fun kr => stains pc c a (fst kr) (snd kr)) (number 0 (p_rules P))).

Definition transfer (pc : list nat) (c : call) (a : astate) : astate :=
  match c_bind c with
  | None => step_auts c a
  | Some y => put y (result pc c a) (step_auts c a)
  end.

(** ** What must hold at a call *)

Definition data_ok (k : nat) (r : rule) (c : call) (a : astate) : bool :=
  negb (sink_match r (c_tool c) && tb_rule T c k) ||
  forallb (fun pa => negb (param_match P r (c_tool c) (fst pa)) ||
                     forallb (fun x => negb (memb k (val_of a x))) (refs (snd pa)))
          (c_args c).

Definition control_ok (pc : list nat) (k : nat) (r : rule) (c : call) : bool :=
  negb (r_deny r && sink_match r (c_tool c) && memb k pc) ||
  forallb (fun pa => negb (param_match P r (c_tool c) (fst pa))) (c_args c).

Definition rule_ok (pc : list nat) (k : nat) (r : rule) (c : call) (a : astate) : bool :=
  data_ok k r c a && control_ok pc k r c.

Definition call_ok (pc : list nat) (c : call) (a : astate) : bool :=
  memb (c_tool c) (p_allowed P) &&
  forallb (fun kr => rule_ok pc (fst kr) (snd kr) c a) (number 0 (p_rules P)) &&
  forallb (fun jg => negb (fst (snd jg) =? c_tool c) || tb_pre T c (fst jg)) (number 0 (p_pre P)) &&
  negb (existsb is_error (a_facts (step_auts c a))).

Definition all_bound (xs : list var) (a : astate) : bool :=
  forallb (fun x => memb x (a_bound a)) xs.

(** ** The pass. [okc] is the test made at calls and [okv] the test made where
    variables are read; instantiating both with "always true" leaves only the
    test that invariants are invariant. *)

Variable okc : list nat -> call -> astate -> bool.
Variable okv : list var -> astate -> bool.
Variable cert : list (nat * astate).

Definition seq {A B : Type} (f : A -> B -> option B) : list A -> B -> option B :=
  fix go (l : list A) (b : B) :=
    match l with
    | [] => Some b
    | x :: r => match f x b with Some b' => go r b' | None => None end
    end.

Fixpoint chk (pc : list nat) (s : step) (a : astate) : option astate :=
  match s with
  | Call c =>
      if okv (all_refs c) a && okc pc c a then Some (transfer pc c a) else None
  | Cond xs th el =>
      if okv xs a then
        match seq (chk (control pc xs a)) th a, seq (chk (control pc xs a)) el a with
        | Some b1, Some b2 => Some (join b1 b2)
        | _, _ => None
        end
      else None
  | Loop id coll item body =>
      if okv [coll] a then
        match lookup id cert with
        | None => None
        | Some inv =>
            if leqb a inv then
              match seq (chk (control pc [coll] a)) body (put item (val_of a coll) inv) with
              | Some b => if leqb b inv then Some inv else None
              | None => None
              end
            else None
        end
      else None
  end.

End Checker.

(** Everything known before the first step. *)
Definition start (P : policy) : astate :=
  mkA (map fst (p_inputs P))
      (flat_map (fun i => map (fun kr => FV (fst i) (fst kr))
                   (filter (fun kr => existsb (src_match (snd kr)) (snd i)) (number 0 (p_rules P)))) (p_inputs P)
       ++ map (fun ia => FQ (fst ia) (au_init (snd ia))) (number 0 (p_auts P))).

(** The whole check. *)
Definition check (P : policy) (T : table) (cert : list (nat * astate)) (w : workflow) : bool :=
  negb (existsb (is_error P) (a_facts (start P))) &&
  negb (is_none (seq (chk P T (call_ok P T) all_bound cert []) w (start P))).

(** Membership in a numbered list. *)
Lemma in_number {A} (l : list A) : forall i k x,
  In (k, x) (number i l) <-> exists n, k = i + n /\ nth_error l n = Some x.
Proof.
  induction l as [|y l IH]; intros i k x; simpl.
  - split; [intros [] | intros [[|n] [_ H]]; discriminate].
  - rewrite IH; split.
    + intros [[= <- <-]|[n [-> H]]].
      * exists 0; auto.
      * exists (S n); split; [lia | exact H].
    + intros [[|n] [-> H]]; simpl in H.
      * left. rewrite Nat.add_0_r; congruence.
      * right. exists n; split; [lia | exact H].
Qed.

Lemma in_number0 {A} (l : list A) k x : In (k, x) (number 0 l) <-> nth_error l k = Some x.
Proof.
  rewrite in_number; split; [intros [n [-> H]]; exact H | intros H; exists k; auto].
Qed.

Lemma in_result P pc c a k : In k (result P pc c a) <->
  exists r, nth_error (p_rules P) k = Some r /\
    (is_src P r (c_tool c) = true \/
     (~ In (c_tool c) (r_sans r) /\ exists x, In x (all_refs c) /\ In k (val_of a x)) \/
     (p_track P = true /\ In k pc)).
Proof.
  unfold result; rewrite in_map_iff.
  assert (E : forall r, stains P pc c a k r = true <->
    (is_src P r (c_tool c) = true \/
     (~ In (c_tool c) (r_sans r) /\ exists x, In x (all_refs c) /\ In k (val_of a x)) \/
     (p_track P = true /\ In k pc))).
  { intros r; unfold stains.
    rewrite !orb_true_iff, !andb_true_iff, negb_true_iff, memb_nIn, existsb_exists, memb_In.
    assert (X : (exists x, In x (all_refs c) /\ memb k (val_of a x) = true) <->
                (exists x, In x (all_refs c) /\ In k (val_of a x))).
    { split; intros [x [Hx Hk]]; exists x; split; auto; apply memb_In; exact Hk. }
    rewrite X. tauto. }
  split.
  - intros [[k' r] [<- H]]. apply filter_In in H as [H S]. apply in_number0 in H. simpl in *.
    exists r; split; [exact H | apply E; exact S].
  - intros [r [H S]]. exists (k, r); split; [reflexivity|]. apply filter_In; split.
    + apply in_number0; exact H.
    + apply E; exact S.
Qed.

(** One bit is enough. SPEC-core, decision 10, keeps two bits for a value and a
    rule, "carries" and "sanitized for", where a value that does not carry the
    rule counts as sanitized for it. The result of a call is sanitized unless
    the tool is the rule's source, or is no sanitizer and some argument that
    carries the rule is not sanitized for it. That is [stains]. *)
Definition spec_sanitized (src san : bool) (args : list (bool * bool)) : bool :=
  negb src && (san || forallb (fun cs => negb (fst cs) || snd cs) args).

Theorem one_bit src san args :
  (forall cs, In cs args -> fst cs = false -> snd cs = true) ->
  negb (spec_sanitized src san args) = src || (negb san && existsb (fun cs => negb (snd cs)) args).
Proof.
  intros H. unfold spec_sanitized. destruct src, san; simpl; try reflexivity.
  induction args as [|[c s] l IH]; simpl; [reflexivity|].
  rewrite <- IH by (intros cs Hc; apply H; right; exact Hc).
  pose proof (H (c, s) (or_introl eq_refl)) as Hc; simpl in Hc.
  destruct c, s; simpl; try reflexivity. discriminate (Hc eq_refl).
Qed.
