(** Abstract states: a must-set of bound variables and a may-set of facts.
    Joining intersects the first and unites the second. A fact about a variable
    that is not surely bound says nothing: such a variable can not be read. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax.
Import ListNotations.

(** [FV x k]: variable [x] may carry data of rule number [k] by a way that no
    sanitizer of that rule cleaned. [FQ i q]: automaton [i] may be in state [q].
    So the rules that [x] is surely sanitized for (or carries nothing of) are
    the [k] with [FV x k] absent. *)
Inductive fact := FV (x : var) (k : nat) | FQ (i : nat) (q : astt).

Definition feqb (a b : fact) : bool :=
  match a, b with
  | FV x f, FV y g => (x =? y) && (f =? g)
  | FQ i q, FQ j r => (i =? j) && (q =? r)
  | _, _ => false
  end.

Lemma feqb_eq a b : feqb a b = true <-> a = b.
Proof.
  destruct a, b; simpl; rewrite ?andb_true_iff, ?Nat.eqb_eq; split;
    try congruence; intuition congruence.
Qed.

Definition fmem (f : fact) (l : list fact) : bool := existsb (feqb f) l.

Lemma fmem_In f l : fmem f l = true <-> In f l.
Proof.
  unfold fmem; rewrite existsb_exists; split.
  - intros [g [Hg E]]; apply feqb_eq in E; subst; assumption.
  - intros H; exists f; split; [assumption | apply feqb_eq; reflexivity].
Qed.

Record astate := mkA { a_bound : list var; a_facts : list fact }.

(** Is [f] about an automaton, or about one of [xs]? *)
Definition live (xs : list var) (f : fact) : bool :=
  match f with FV x _ => memb x xs | FQ _ _ => true end.

Lemma live_incl xs ys f : incl xs ys -> live xs f = true -> live ys f = true.
Proof. intros I; destruct f; simpl; [rewrite !memb_In; apply I | auto]. Qed.

(** Whatever [a] says may happen, [b] does, about the variables that can still
    be read in [b]. *)
Definition leq (a b : astate) : Prop :=
  incl (a_bound b) (a_bound a) /\
  forall f, In f (a_facts a) -> live (a_bound b) f = true -> In f (a_facts b).

Definition leqb (a b : astate) : bool :=
  forallb (fun x => memb x (a_bound a)) (a_bound b) &&
  forallb (fun f => negb (live (a_bound b) f) || fmem f (a_facts b)) (a_facts a).

Lemma leqb_leq a b : leqb a b = true <-> leq a b.
Proof.
  unfold leqb, leq, incl; rewrite andb_true_iff, !forallb_forall.
  split; intros [H1 H2]; split; intros z Hz.
  - apply memb_In; auto.
  - intros L; specialize (H2 z Hz). rewrite L in H2; simpl in H2. apply fmem_In; exact H2.
  - apply memb_In; auto.
  - destruct (live (a_bound b) z) eqn:L; simpl; [apply fmem_In; auto | reflexivity].
Qed.

Definition join (a b : astate) : astate :=
  mkA (filter (fun x => memb x (a_bound b)) (a_bound a))
      (a_facts a ++ filter (fun f => negb (fmem f (a_facts a))) (a_facts b)).

(** ** Order and join laws *)

Lemma leq_refl a : leq a a.
Proof. split; [apply incl_refl | auto]. Qed.

Lemma leq_trans a b c : leq a b -> leq b c -> leq a c.
Proof.
  intros [A B] [C D]; split; [eapply incl_tran; eassumption|].
  intros f Hf L. apply D; [apply B; [exact Hf | eapply live_incl; eassumption] | exact L].
Qed.

Lemma in_join_bound a b x : In x (a_bound (join a b)) <-> In x (a_bound a) /\ In x (a_bound b).
Proof. simpl; rewrite filter_In, memb_In; reflexivity. Qed.

Lemma in_join_facts a b f : In f (a_facts (join a b)) <-> In f (a_facts a) \/ In f (a_facts b).
Proof.
  simpl; rewrite in_app_iff, filter_In, negb_true_iff. split.
  - intuition.
  - intros [H|H]; [left; assumption|].
    destruct (fmem f (a_facts a)) eqn:E.
    + left; apply fmem_In; assumption.
    + right; split; [assumption | reflexivity].
Qed.

Lemma join_l a b : leq a (join a b).
Proof.
  split; intros z; [rewrite in_join_bound | rewrite in_join_facts]; intuition.
Qed.

Lemma join_r a b : leq b (join a b).
Proof.
  split; intros z; [rewrite in_join_bound | rewrite in_join_facts]; intuition.
Qed.

Theorem join_lub a b c : leq a c -> leq b c -> leq (join a b) c.
Proof.
  intros [A1 A2] [B1 B2]; split; intros z.
  - intros Hz; apply in_join_bound; split; [apply A1 | apply B1]; assumption.
  - rewrite in_join_facts; intros [H|H] L; [apply A2 | apply B2]; assumption.
Qed.

Definition equiv (a b : astate) : Prop := leq a b /\ leq b a.

Theorem join_idem a : equiv (join a a) a.
Proof. split; [apply join_lub; apply leq_refl | apply join_l]. Qed.

Theorem join_comm a b : equiv (join a b) (join b a).
Proof. split; apply join_lub; (apply join_l || apply join_r). Qed.

Theorem join_assoc a b c : equiv (join a (join b c)) (join (join a b) c).
Proof.
  split; repeat apply join_lub.
  - eapply leq_trans; [apply join_l | apply join_l].
  - eapply leq_trans; [apply join_r | apply join_l].
  - apply join_r.
  - apply join_l.
  - eapply leq_trans; [apply join_l | apply join_r].
  - eapply leq_trans; [apply join_r | apply join_r].
Qed.

Theorem join_mono a a' b b' : leq a a' -> leq b b' -> leq (join a b) (join a' b').
Proof.
  intros; apply join_lub; eapply leq_trans; eauto using join_l, join_r.
Qed.

(** ** Reading and writing the abstract value of a variable *)

Definition val_of (a : astate) (x : var) : list nat :=
  flat_map (fun f => match f with
                     | FV y v => if y =? x then [v] else []
                     | FQ _ _ => []
                     end) (a_facts a).

Lemma in_val_of a x v : In v (val_of a x) <-> In (FV x v) (a_facts a).
Proof.
  unfold val_of; rewrite in_flat_map; split.
  - intros [[y w|i q] [H1 H2]]; simpl in H2; [|contradiction].
    destruct (y =? x) eqn:E; [|contradiction].
    apply Nat.eqb_eq in E; destruct H2 as [->|[]]; subst; assumption.
  - intros H; exists (FV x v); split; [assumption|].
    rewrite Nat.eqb_refl; left; reflexivity.
Qed.

Definition about (x : var) (f : fact) : bool :=
  match f with FV y _ => y =? x | FQ _ _ => false end.

(** Strong update: [x] is now exactly [av], and surely bound. *)
Definition put (x : var) (av : list nat) (a : astate) : astate :=
  mkA (x :: filter (fun y => negb (y =? x)) (a_bound a))
      (map (FV x) av ++ filter (fun f => negb (about x f)) (a_facts a)).

Lemma in_bound_put x av a y : In y (a_bound (put x av a)) -> y = x \/ In y (a_bound a).
Proof. simpl; rewrite filter_In; intros [->|[H _]]; auto. Qed.

Lemma val_of_put_same x av a v : In v (val_of (put x av a) x) <-> In v av.
Proof.
  rewrite in_val_of; simpl; rewrite in_app_iff, in_map_iff, filter_In; split.
  - intros [[w [E H]]|[_ H]].
    + congruence.
    + simpl in H; rewrite Nat.eqb_refl in H; discriminate.
  - intros H; left; exists v; auto.
Qed.

Lemma val_of_put_other x y av a v : y <> x -> In v (val_of (put x av a) y) <-> In v (val_of a y).
Proof.
  intros N; rewrite !in_val_of; simpl; rewrite in_app_iff, in_map_iff, filter_In; split.
  - intros [[w [E H]]|[H _]]; [congruence | assumption].
  - intros H; right; split; [assumption|]. simpl.
    apply negb_true_iff, Nat.eqb_neq; assumption.
Qed.

Lemma fq_put x av a i q : In (FQ i q) (a_facts (put x av a)) <-> In (FQ i q) (a_facts a).
Proof.
  simpl; rewrite in_app_iff, in_map_iff, filter_In; simpl; split.
  - intros [[w [E _]]|[H _]]; [discriminate | assumption].
  - intros H; right; auto.
Qed.

Lemma val_of_mono a b x : leq a b -> In x (a_bound b) -> incl (val_of a x) (val_of b x).
Proof. intros [_ H] B v; rewrite !in_val_of; intros F; apply H; [exact F | apply memb_In; exact B]. Qed.

Theorem put_mono x av aw a b : incl av aw -> leq a b -> leq (put x av a) (put x aw b).
Proof.
  intros V [B F]; split; simpl.
  - intros z [->|H]; [left; reflexivity | right].
    rewrite filter_In in *; destruct H as [H N]; split; auto.
  - intros f; rewrite !in_app_iff, !in_map_iff, !filter_In.
    intros [[v [<- H]]|[H N]] L; [left; exists v; auto | right; split; [|exact N]].
    apply F; [exact H|]. destruct f as [y k|i q]; simpl in *; [|reflexivity].
    apply orb_true_iff in L as [L|L].
    + rewrite L in N; discriminate.
    + fold (memb y (filter (fun z => negb (z =? x)) (a_bound b))) in L.
      apply memb_In, filter_In in L as [L _]. apply memb_In; exact L.
Qed.
