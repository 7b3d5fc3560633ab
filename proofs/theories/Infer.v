(** The analysis that produces certificates: it terminates, what it produces is
    always invariant, and it produces an acceptable certificate whenever one
    exists. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax Concrete Domain Check Sound Table.
Import ListNotations.

(** Chaotic iteration above [a], at most [n] rounds. *)
Fixpoint iter (n : nat) (F : astate -> astate) (a : astate) : astate :=
  match n with
  | 0 => a
  | S m => let b := F a in if leqb b a then a else iter m F (join a b)
  end.

Definition run {A} (f : A -> astate -> astate * list (nat * astate)) :
  list A -> astate -> astate * list (nat * astate) :=
  fix go l a :=
    match l with
    | [] => (a, [])
    | x :: r =>
        let p := f x a in let q := go r (fst p) in (fst q, snd p ++ snd q)
    end.

(** All loop numbers, in the order the analysis meets them. *)
Fixpoint ids (s : step) : list nat :=
  match s with
  | Call _ => []
  | Cond _ th el => flat_map ids th ++ flat_map ids el
  | Loop id _ _ body => id :: flat_map ids body
  end.

(** All variables a step may write. *)
Fixpoint writes (s : step) : list var :=
  match s with
  | Call c => match c_bind c with Some x => [x] | None => [] end
  | Cond _ th el => flat_map writes th ++ flat_map writes el
  | Loop _ _ item body => item :: flat_map writes body
  end.

Section Analysis.
Variable P : policy.
Variable T : table.
Variable fuel : nat.

Fixpoint flow (pc : list nat) (s : step) (a : astate) : astate * list (nat * astate) :=
  match s with
  | Call c => (transfer P T pc c a, [])
  | Cond xs th el =>
      let p := run (flow (control pc xs a)) th a in let q := run (flow (control pc xs a)) el a in
      (join (fst p) (fst q), snd p ++ snd q)
  | Loop id coll item body =>
      let av := val_of a coll in
      let pc := control pc [coll] a in
      let inv := iter fuel (fun i => fst (run (flow pc) body (put item av i))) a in
      (inv, (id, inv) :: snd (run (flow pc) body (put item av inv)))
  end.

(** ** Monotonicity *)

Lemma incl_flat_map {A B} (f : A -> list B) l m : incl l m -> incl (flat_map f l) (flat_map f m).
Proof.
  intros H z; rewrite !in_flat_map; intros [x [Hx Hz]]; exists x; split; auto.
Qed.

Lemma sharper_refl c : sharper P T T c.
Proof. split; [|split]; auto. intros; apply incl_refl. Qed.

Theorem transfer_mono pc pc' c a b :
  incl pc pc' -> leq a b -> readable (all_refs c) b -> leq (transfer P T pc c a) (transfer P T pc' c b).
Proof. intros I L R. apply transfer_sharper; auto using sharper_refl. Qed.

Theorem call_ok_anti pc pc' c a b :
  incl pc pc' -> leq a b -> readable (all_refs c) b -> call_ok P T pc' c b = true -> call_ok P T pc c a = true.
Proof. intros I L R. apply (call_ok_sharper P T T); auto using sharper_refl. Qed.

Theorem all_bound_anti xs a b : leq a b -> all_bound xs b = true -> all_bound xs a = true.
Proof.
  intros [B _]; unfold all_bound; rewrite !forallb_forall; intros H x Hx.
  apply memb_In, B, memb_In, H, Hx.
Qed.

(** ** Everything happens inside a finite universe *)

Definition vfacts : list nat := List.seq 0 (length (p_rules P)).
Definition states : list astt :=
  flat_map (fun A => au_init A :: map t_to (au_trans A)) (p_auts P).
Definition univ (X : list var) : list fact :=
  flat_map (fun x => map (FV x) vfacts) X ++
  flat_map (fun i => map (FQ i) states) (List.seq 0 (length (p_auts P))).

Lemma in_univ_v X x v : In (FV x v) (univ X) <-> In x X /\ In v vfacts.
Proof.
  unfold univ; rewrite in_app_iff, !in_flat_map; split.
  - intros [[y [Hy H]]|[i [_ H]]]; apply in_map_iff in H as [w [E H]].
    + injection E as -> ->; auto.
    + discriminate.
  - intros [Hx Hv]; left; exists x; split; [exact Hx | apply in_map; exact Hv].
Qed.

Lemma in_univ_q X i q : In (FQ i q) (univ X) <-> i < length (p_auts P) /\ In q states.
Proof.
  unfold univ; rewrite in_app_iff, !in_flat_map; split.
  - intros [[y [Hy H]]|[j [Hj H]]]; apply in_map_iff in H as [w [E H]].
    + discriminate.
    + injection E as -> ->. apply in_seq in Hj. split; [lia | exact H].
  - intros [Hi Hq]; right; exists i; split; [apply in_seq; lia | apply in_map; exact Hq].
Qed.

Lemma in_vfacts k r : nth_error (p_rules P) k = Some r -> In k vfacts.
Proof.
  intros H; unfold vfacts; apply in_seq. split; [lia|]. simpl.
  apply nth_error_Some; congruence.
Qed.

Definition within (X : list var) (a : astate) : Prop := incl (a_facts a) (univ X).

Lemma within_join X a b : within X a -> within X b -> within X (join a b).
Proof. intros A B f; rewrite in_join_facts; intros [H|H]; auto. Qed.

Lemma within_put X x av a : In x X -> incl av vfacts -> within X a -> within X (put x av a).
Proof.
  intros Hx V W f; simpl; rewrite in_app_iff, in_map_iff, filter_In.
  intros [[v [<- H]]|[H _]]; [apply in_univ_v; auto | auto].
Qed.

Lemma within_val X a x : within X a -> incl (val_of a x) vfacts.
Proof. intros W v H; apply in_val_of, W, in_univ_v in H as [_ H]; exact H. Qed.

Lemma result_vfacts pc c a : incl (result P pc c a) vfacts.
Proof. intros k; rewrite in_result; intros [r [H _]]; eapply in_vfacts; exact H. Qed.

Lemma succs_states c i A q q' :
  In A (p_auts P) -> In q states -> In q' (succs T c i A q) -> In q' states.
Proof.
  intros HA Hq H. unfold succs in H. apply in_app_or in H as [H|H].
  - apply in_flat_map in H as [j [_ H]].
    destruct (nth_error (au_trans A) j) as [t|] eqn:E; [|contradiction].
    destruct (cand t q (c_tool c)); [|contradiction]. destruct H as [<-|[]].
    unfold states; apply in_flat_map; exists A; split; [exact HA|]. right.
    apply in_map; eapply nth_error_In; exact E.
  - destruct (snd (tb_next T c i q)); [|contradiction]. destruct H as [<-|[]]; exact Hq.
Qed.

Lemma within_step_auts X c a : within X a -> within X (step_auts P T c a).
Proof.
  intros W f; simpl; rewrite (in_undup _ feqb_eq), in_flat_map; intros [g [Hg Hf]].
  destruct g as [x v|i q]; simpl in Hf.
  - destruct Hf as [<-|[]]; apply W; exact Hg.
  - destruct (nth_error (p_auts P) i) as [A|] eqn:E; [|contradiction].
    apply in_map_iff in Hf as [q' [<- Hq]]. apply W, in_univ_q in Hg as [Hi Hs].
    apply in_univ_q; split; [exact Hi|].
    eapply succs_states; [eapply nth_error_In; exact E | exact Hs | exact Hq].
Qed.

Lemma within_transfer X pc c a :
  incl (writes (Call c)) X -> within X a -> within X (transfer P T pc c a).
Proof.
  intros I W; unfold transfer; simpl in I; destruct (c_bind c) as [y|].
  - apply within_put; [apply I; left; reflexivity | apply result_vfacts|].
    apply within_step_auts; exact W.
  - apply within_step_auts; exact W.
Qed.

Lemma within_iter X F n : (forall a, within X a -> within X (F a)) ->
  forall a, within X a -> within X (iter n F a).
Proof.
  intros HF; induction n as [|n IH]; intros a W; simpl; [exact W|].
  destruct (leqb (F a) a); [exact W|]. apply IH, within_join; auto.
Qed.

Definition stays (X : list var) (s : step) : Prop :=
  incl (writes s) X -> forall pc a, within X a -> within X (fst (flow pc s a)).

Lemma within_run X pc body : Forall (stays X) body -> incl (flat_map writes body) X ->
  forall a, within X a -> within X (fst (run (flow pc) body a)).
Proof.
  induction 1 as [|s body Hs Hb IH]; intros I a W; simpl in *; [exact W|].
  apply IH.
  - intros z Hz; apply I, in_or_app; right; exact Hz.
  - apply Hs; [intros z Hz; apply I, in_or_app; left; exact Hz | exact W].
Qed.

Lemma within_flow X s : stays X s.
Proof.
  induction s as [c|xs th el Ht He|id coll item body Hb] using step_ind'; intros I pc a W; simpl in *.
  - apply within_transfer; assumption.
  - apply within_join.
    + apply within_run; [exact Ht | intros z Hz; apply I, in_or_app; left; exact Hz | exact W].
    + apply within_run; [exact He | intros z Hz; apply I, in_or_app; right; exact Hz | exact W].
  - apply within_iter; [|exact W]. intros b Wb.
    apply within_run; [exact Hb | intros z Hz; apply I; right; exact Hz|].
    apply within_put; [apply I; left; reflexivity | eapply within_val; exact W | exact Wb].
Qed.

(** ** Finite height, hence termination *)

Definition room (X : list var) (a : astate) : nat :=
  length (filter (fun f => negb (fmem f (a_facts a))) (univ X)) + length (a_bound a).

Lemma filter_len_le {A} (p q : A -> bool) l :
  (forall x, In x l -> p x = true -> q x = true) -> length (filter p l) <= length (filter q l).
Proof.
  induction l as [|x l IH]; simpl; intros H; [lia|].
  assert (IH' : length (filter p l) <= length (filter q l)) by (apply IH; intros; apply H; auto).
  destruct (p x) eqn:E.
  - rewrite (H x (or_introl eq_refl) E); simpl; lia.
  - destruct (q x); simpl; lia.
Qed.

Lemma filter_len_lt {A} (p q : A -> bool) l z :
  (forall x, In x l -> p x = true -> q x = true) -> In z l -> p z = false -> q z = true ->
  length (filter p l) < length (filter q l).
Proof.
  induction l as [|x l IH]; simpl; intros H Hz Hp Hq; [contradiction|].
  assert (M : length (filter p l) <= length (filter q l)) by (apply filter_len_le; intros; apply H; auto).
  destruct Hz as [->|Hz].
  - rewrite Hp, Hq; simpl; lia.
  - assert (L : length (filter p l) < length (filter q l)) by (apply IH; auto).
    destruct (p x) eqn:E.
    + rewrite (H x (or_introl eq_refl) E); simpl; lia.
    + destruct (q x); simpl; lia.
Qed.

Lemma filter_all {A} (l : list A) : filter (fun _ => true) l = l.
Proof. induction l; simpl; congruence. Qed.

Lemma leqb_false a b : leqb b a = false ->
  (exists x, In x (a_bound a) /\ ~ In x (a_bound b)) \/
  (exists f, In f (a_facts b) /\ ~ In f (a_facts a)).
Proof.
  unfold leqb; intros H; apply andb_false_iff in H as [H|H].
  - left. induction (a_bound a) as [|x l IH]; simpl in H; [discriminate|].
    apply andb_false_iff in H as [H|H].
    + exists x; split; [left; reflexivity | apply memb_nIn; exact H].
    + destruct (IH H) as [y [? ?]]; exists y; split; [right; assumption | assumption].
  - right. induction (a_facts b) as [|f l IH]; simpl in H; [discriminate|].
    apply andb_false_iff in H as [H|H].
    + exists f; split; [left; reflexivity|]. apply orb_false_iff in H as [_ H].
      intros I; apply fmem_In in I; congruence.
    + destruct (IH H) as [y [? ?]]; exists y; split; [right; assumption | assumption].
Qed.

Lemma room_decreases X a b : within X b -> leqb b a = false -> room X (join a b) < room X a.
Proof.
  intros W N. unfold room.
  assert (F : length (filter (fun f => negb (fmem f (a_facts (join a b)))) (univ X))
            <= length (filter (fun f => negb (fmem f (a_facts a))) (univ X))).
  { apply filter_len_le; intros f _; rewrite !negb_true_iff; intros E.
    destruct (fmem f (a_facts a)) eqn:E2; [|reflexivity].
    assert (Z : fmem f (a_facts (join a b)) = true)
      by (apply fmem_In, in_join_facts; left; apply fmem_In; exact E2). congruence. }
  assert (B : length (a_bound (join a b)) <= length (a_bound a)).
  { simpl. rewrite <- (filter_all (a_bound a)) at 2. apply filter_len_le; auto. }
  destruct (leqb_false a b N) as [[x [Hx Nx]]|[f [Hf Nf]]].
  - assert (L : length (a_bound (join a b)) < length (a_bound a)).
    { simpl. rewrite <- (filter_all (a_bound a)) at 2.
      apply filter_len_lt with x; auto. apply memb_nIn; exact Nx. }
    lia.
  - assert (L : length (filter (fun f => negb (fmem f (a_facts (join a b)))) (univ X))
              < length (filter (fun f => negb (fmem f (a_facts a))) (univ X))).
    { apply filter_len_lt with f.
      - intros g _; rewrite !negb_true_iff; intros E.
        destruct (fmem g (a_facts a)) eqn:E2; [|reflexivity].
        assert (Z : fmem g (a_facts (join a b)) = true)
          by (apply fmem_In, in_join_facts; left; apply fmem_In; exact E2). congruence.
      - apply W; exact Hf.
      - apply negb_false_iff, fmem_In, in_join_facts; right; exact Hf.
      - apply negb_true_iff. destruct (fmem f (a_facts a)) eqn:E; [|reflexivity].
        apply fmem_In in E; contradiction. }
    lia.
Qed.

(** After more than [room X a] rounds the iteration stands on a post-fixpoint. *)
Theorem iter_stops X F n : (forall a, within X a -> within X (F a)) ->
  forall a, within X a -> room X a < n -> leqb (F (iter n F a)) (iter n F a) = true.
Proof.
  intros HF; induction n as [|n IH]; intros a W R; [lia|]. simpl.
  destruct (leqb (F a) a) eqn:E; [exact E|].
  apply IH; [apply within_join; auto|].
  pose proof (room_decreases X a (F a) (HF a W) E). lia.
Qed.

Lemma iter_above F n a : leq a (iter n F a).
Proof.
  revert a; induction n as [|n IH]; intros a; simpl; [apply leq_refl|].
  destruct (leqb (F a) a); [apply leq_refl|].
  eapply leq_trans; [apply join_l | apply IH].
Qed.

Lemma iter_below F n top : (forall b, leq b top -> leq (F b) top) ->
  forall a, leq a top -> leq (iter n F a) top.
Proof.
  intros H; induction n as [|n IH]; intros a L; simpl; [exact L|].
  destruct (leqb (F a) a); [exact L|]. apply IH, join_lub; auto.
Qed.

(** Rounds that suffice from any state whose must-set is no longer than [n]. *)
Definition enough (X : list var) (n : nat) : Prop := length (univ X) + n < fuel.

Lemma room_le X a : room X a <= length (univ X) + length (a_bound a).
Proof.
  unfold room. rewrite <- (filter_all (univ X)) at 2.
  apply Nat.add_le_mono_r, filter_len_le; auto.
Qed.

(** Must-sets never grow longer than the writes on the way. *)
Lemma bound_iter F n a : length (a_bound (iter n F a)) <= length (a_bound a).
Proof.
  revert a; induction n as [|n IH]; intros a; simpl; [lia|].
  destruct (leqb (F a) a); [lia|]. eapply Nat.le_trans; [apply IH|].
  simpl. rewrite <- (filter_all (a_bound a)) at 2. apply filter_len_le; auto.
Qed.

Lemma bound_put x av a : length (a_bound (put x av a)) <= S (length (a_bound a)).
Proof.
  simpl. apply le_n_S. rewrite <- (filter_all (a_bound a)) at 2. apply filter_len_le; auto.
Qed.

Definition grows (s : step) : Prop :=
  forall pc a, length (a_bound (fst (flow pc s a))) <= length (a_bound a) + length (writes s).

Lemma bound_run pc body : Forall grows body -> forall a,
  length (a_bound (fst (run (flow pc) body a))) <= length (a_bound a) + length (flat_map writes body).
Proof.
  induction 1 as [|s body Hs Hb IH]; intros a; simpl; [lia|].
  rewrite app_length. specialize (IH (fst (flow pc s a))). specialize (Hs pc a). lia.
Qed.

Lemma bound_flow s : grows s.
Proof.
  induction s as [c|xs th el Ht He|id coll item body Hb] using step_ind'; intros pc a; simpl.
  - unfold transfer; destruct (c_bind c); simpl; [|lia].
    pose proof (bound_put n [] a) as B; simpl in B. lia.
  - set (q := control pc xs a).
    eapply Nat.le_trans with (length (a_bound (fst (run (flow q) th a)))).
    + rewrite <- (filter_all (a_bound (fst (run (flow q) th a)))) at 2. apply filter_len_le; auto.
    + rewrite app_length. pose proof (bound_run q th Ht a). lia.
  - pose proof (bound_iter (fun i => fst (run (flow (control pc [coll] a)) body (put item (val_of a coll) i))) fuel a). lia.
Qed.

(** ** Inferred certificates *)

Lemma ids_run pc body : Forall (fun s => forall pc a, map fst (snd (flow pc s a)) = ids s) body ->
  forall a, map fst (snd (run (flow pc) body a)) = flat_map ids body.
Proof.
  induction 1 as [|s body Hs Hb IH]; intros a; simpl; [reflexivity|].
  rewrite map_app, Hs, IH; reflexivity.
Qed.

Lemma ids_flow s : forall pc a, map fst (snd (flow pc s a)) = ids s.
Proof.
  induction s as [c|xs th el Ht He|id coll item body Hb] using step_ind'; intros pc a; simpl.
  - reflexivity.
  - rewrite map_app, (ids_run _ th Ht), (ids_run _ el He); reflexivity.
  - rewrite (ids_run _ body Hb); reflexivity.
Qed.

Definition agrees (C : list (nat * astate)) (l : list (nat * astate)) : Prop :=
  forall id inv, In (id, inv) l -> lookup id C = Some inv.

Lemma agrees_app C l m : agrees C (l ++ m) -> agrees C l /\ agrees C m.
Proof. intros H; split; intros id inv I; apply H, in_or_app; auto. Qed.

Lemma lookup_nodup {A} (l : list (nat * A)) k v :
  NoDup (map fst l) -> In (k, v) l -> lookup k l = Some v.
Proof.
  induction l as [|[k' v'] l IH]; simpl; intros N H; [contradiction|].
  inversion N as [|? ? N1 N2]; subst. destruct H as [[= -> ->]|H].
  - rewrite Nat.eqb_refl; reflexivity.
  - destruct (k =? k') eqn:E; [|apply IH; assumption].
    apply Nat.eqb_eq in E; subst. exfalso; apply N1, in_map_iff; exists (k', v); auto.
Qed.

(** *** What the analysis writes down is invariant *)

Notation chkT C := (chk P T (fun _ _ _ => true) (fun _ _ => true) C).

Definition inv_ok (X : list var) (s : step) : Prop :=
  forall n pc a C, incl (writes s) X -> within X a -> length (a_bound a) <= n ->
    enough X (n + length (writes s)) -> agrees C (snd (flow pc s a)) ->
    chkT C pc s a = Some (fst (flow pc s a)).

Lemma inv_run X body : Forall (inv_ok X) body ->
  forall n pc a C, incl (flat_map writes body) X -> within X a -> length (a_bound a) <= n ->
    enough X (n + length (flat_map writes body)) -> agrees C (snd (run (flow pc) body a)) ->
    seq (chkT C pc) body a = Some (fst (run (flow pc) body a)).
Proof.
  induction 1 as [|s body Hs Hb IH]; intros n pc a C I W B E A; simpl in *; [reflexivity|].
  apply agrees_app in A as [A1 A2]. rewrite app_length in E. unfold enough in *.
  assert (I1 : incl (writes s) X) by (intros z Hz; apply I, in_or_app; left; exact Hz).
  assert (I2 : incl (flat_map writes body) X) by (intros z Hz; apply I, in_or_app; right; exact Hz).
  rewrite (Hs n pc a C I1 W B); [|unfold enough; lia|exact A1].
  apply (IH (n + length (writes s))); auto.
  - apply within_flow; assumption.
  - pose proof (bound_flow s pc a). lia.
  - lia.
Qed.

Lemma inv_flow X s : inv_ok X s.
Proof.
  induction s as [c|xs th el Ht He|id coll item body Hb] using step_ind';
    intros n pc a C I W B E A; simpl in *.
  - reflexivity.
  - apply agrees_app in A as [A1 A2]. rewrite app_length in E. unfold enough in *.
    rewrite (inv_run X th Ht n); auto.
    + rewrite (inv_run X el He n); auto.
      * intros z Hz; apply I, in_or_app; right; exact Hz.
      * unfold enough; lia.
    + intros z Hz; apply I, in_or_app; left; exact Hz.
    + unfold enough; lia.
  - set (q := control pc [coll] a) in *.
    set (F := fun i => fst (run (flow q) body (put item (val_of a coll) i))) in *.
    set (inv := iter fuel F a) in *.
    assert (I2 : incl (flat_map writes body) X) by (intros z Hz; apply I; right; exact Hz).
    assert (PW : forall b, within X b -> within X (put item (val_of a coll) b)).
    { intros b Wb; apply within_put; [apply I; left; reflexivity | eapply within_val; exact W | exact Wb]. }
    assert (FW : forall b, within X b -> within X (F b)).
    { intros b Wb; apply within_run; [|exact I2 | apply PW; exact Wb].
      apply Forall_forall; intros; apply within_flow. }
    assert (IW : within X inv) by (apply within_iter; assumption).
    rewrite (A id inv (or_introl eq_refl)).
    assert (L : leqb a inv = true) by (apply leqb_leq, iter_above). rewrite L.
    rewrite (inv_run X body Hb (S n)); auto.
    + fold (F inv).
      assert (St : leqb (F inv) inv = true).
      { apply (iter_stops X); auto. unfold enough in E. pose proof (room_le X a). lia. }
      rewrite St; reflexivity.
    + pose proof (bound_put item (val_of a coll) inv).
      pose proof (bound_iter F fuel a). fold inv in H0. lia.
    + unfold enough in *; lia.
    + intros i v Hv; apply A; right; exact Hv.
Qed.

(** *** No acceptable certificate is missed *)

Section Complete.
Variable okc : list nat -> call -> astate -> bool.
Variable okv : list var -> astate -> bool.
Hypothesis okc_anti : forall pc pc' c a b, incl pc pc' -> leq a b -> readable (all_refs c) b ->
  okc pc' c b = true -> okc pc c a = true.
Hypothesis okv_reads : forall xs b, okv xs b = true -> readable xs b.
Hypothesis okv_anti : forall xs a b, leq a b -> okv xs b = true -> okv xs a = true.
Notation chkO C := (chk P T okc okv C).

Definition best (X : list var) (s : step) : Prop :=
  forall n pc pc' a b b' C0, incl (writes s) X -> within X a -> length (a_bound a) <= n ->
    enough X (n + length (writes s)) ->
    incl pc pc' -> leq a b -> chkO C0 pc' s b = Some b' ->
    leq (fst (flow pc s a)) b' /\
    (forall C, agrees C (snd (flow pc s a)) -> chkO C pc s a = Some (fst (flow pc s a))).

Lemma best_run X body : Forall (best X) body ->
  forall n pc pc' a b b' C0, incl (flat_map writes body) X -> within X a -> length (a_bound a) <= n ->
    enough X (n + length (flat_map writes body)) ->
    incl pc pc' -> leq a b -> seq (chkO C0 pc') body b = Some b' ->
    leq (fst (run (flow pc) body a)) b' /\
    (forall C, agrees C (snd (run (flow pc) body a)) ->
       seq (chkO C pc) body a = Some (fst (run (flow pc) body a))).
Proof.
  induction 1 as [|s body Hs Hb IH]; intros n pc pc' a b b' C0 I W B E Ip L H; simpl in *.
  - injection H as ->; auto.
  - rewrite app_length in E. unfold enough in *.
    destruct (chkO C0 pc' s b) as [b1|] eqn:E1; [|discriminate].
    assert (I1 : incl (writes s) X) by (intros z Hz; apply I, in_or_app; left; exact Hz).
    assert (I2 : incl (flat_map writes body) X) by (intros z Hz; apply I, in_or_app; right; exact Hz).
    destruct (Hs n pc pc' a b b1 C0 I1 W B) as [L1 Q1]; auto; [unfold enough; lia|].
    destruct (IH (n + length (writes s)) pc pc' (fst (flow pc s a)) b1 b' C0) as [L2 Q2]; auto.
    + apply within_flow; assumption.
    + pose proof (bound_flow s pc a). lia.
    + lia.
    + split; [exact L2|]. intros C A. apply agrees_app in A as [A1 A2].
      rewrite (Q1 C A1). apply Q2; exact A2.
Qed.

Lemma best_flow X s : best X s.
Proof.
  induction s as [c|xs th el Ht He|id coll item body Hb] using step_ind';
    intros n pc pc' a b b' C0 I W B E Ip L H; simpl in *.
  - destruct (okv (all_refs c) b) eqn:V; simpl in H; [|discriminate].
    destruct (okc pc' c b) eqn:K; [|discriminate]. injection H as <-.
    pose proof (okv_reads _ _ V) as R.
    split; [apply transfer_mono; assumption|]. intros C _.
    rewrite (okv_anti _ a b L V), (okc_anti pc pc' _ a b Ip L R K); reflexivity.
  - rewrite app_length in E. unfold enough in *.
    destruct (okv xs b) eqn:V; [|discriminate].
    pose proof (control_mono pc pc' xs a b Ip L (okv_reads _ _ V)) as Iq.
    destruct (seq (chkO C0 (control pc' xs b)) th b) as [b1|] eqn:E1; [|discriminate].
    destruct (seq (chkO C0 (control pc' xs b)) el b) as [b2|] eqn:E2; [|discriminate].
    injection H as <-.
    destruct (best_run X th Ht n (control pc xs a) (control pc' xs b) a b b1 C0) as [L1 Q1]; auto.
    { intros z Hz; apply I, in_or_app; left; exact Hz. } { unfold enough; lia. }
    destruct (best_run X el He n (control pc xs a) (control pc' xs b) a b b2 C0) as [L2 Q2]; auto.
    { intros z Hz; apply I, in_or_app; right; exact Hz. } { unfold enough; lia. }
    split; [apply join_mono; assumption|]. intros C A. apply agrees_app in A as [A1 A2].
    rewrite (okv_anti _ a b L V), (Q1 C A1), (Q2 C A2); reflexivity.
  - destruct (okv [coll] b) eqn:V; [|discriminate].
    destruct (lookup id C0) as [top|]; [|discriminate].
    destruct (leqb b top) eqn:T1; [|discriminate]. apply leqb_leq in T1.
    pose proof (okv_reads _ _ V) as Rd.
    pose proof (control_mono pc pc' [coll] a b Ip L Rd) as Iq.
    destruct (seq (chkO C0 (control pc' [coll] b)) body (put item (val_of b coll) top)) as [c|] eqn:E1; [|discriminate].
    destruct (leqb c top) eqn:T2; [|discriminate]. apply leqb_leq in T2.
    injection H as <-.
    set (q := control pc [coll] a) in *.
    set (F := fun i => fst (run (flow q) body (put item (val_of a coll) i))) in *.
    set (inv := iter fuel F a) in *.
    assert (I2 : incl (flat_map writes body) X) by (intros z Hz; apply I; right; exact Hz).
    assert (PW : forall d, within X d -> within X (put item (val_of a coll) d)).
    { intros d Wd; apply within_put; [apply I; left; reflexivity | eapply within_val; exact W | exact Wd]. }
    assert (FW : forall d, within X d -> within X (F d)).
    { intros d Wd; apply within_run; [|exact I2 | apply PW; exact Wd].
      apply Forall_forall; intros; apply within_flow. }
    assert (IW : within X inv) by (apply within_iter; assumption).
    (* one round from anything below [top] that is inside and short stays below [top] *)
    assert (R : forall d, within X d -> length (a_bound d) <= n -> leq d top ->
              leq (F d) top /\
              (forall C, agrees C (snd (run (flow q) body (put item (val_of a coll) d))) ->
                 seq (chkO C q) body (put item (val_of a coll) d) = Some (F d))).
    { intros d Wd Bd Ld.
      destruct (best_run X body Hb (S n) q (control pc' [coll] b) (put item (val_of a coll) d)
                  (put item (val_of b coll) top) c C0) as [L1 Q1]; auto.
      - pose proof (bound_put item (val_of a coll) d); lia.
      - unfold enough in *; simpl in E; lia.
      - apply put_mono; [apply val_of_mono; [exact L | apply Rd; left; reflexivity] | exact Ld].
      - split; [eapply leq_trans; eassumption | exact Q1]. }
    assert (Below : forall m d, within X d -> length (a_bound d) <= n -> leq d top ->
              leq (iter m F d) top).
    { induction m as [|m IHm]; intros d Wd Bd Ld; simpl; [exact Ld|].
      destruct (leqb (F d) d); [exact Ld|].
      apply IHm; [apply within_join; auto | | apply join_lub; [exact Ld | apply R; assumption]].
      simpl. eapply Nat.le_trans; [|exact Bd].
      rewrite <- (filter_all (a_bound d)) at 2. apply filter_len_le; auto. }
    assert (La : leq a top) by (eapply leq_trans; eassumption).
    assert (Linv : leq inv top) by (apply Below; assumption).
    split; [exact Linv|]. intros C A.
    rewrite (okv_anti _ a b L V), (A id inv (or_introl eq_refl)).
    assert (Z : leqb a inv = true) by (apply leqb_leq, iter_above). rewrite Z.
    assert (Bi : length (a_bound inv) <= n).
    { pose proof (bound_iter F fuel a). fold inv in H. lia. }
    destruct (R inv IW Bi Linv) as [_ Q]. rewrite (Q C).
    + assert (St : leqb (F inv) inv = true).
      { apply (iter_stops X); auto. unfold enough in E. pose proof (room_le X a). lia. }
      rewrite St; reflexivity.
    + intros i v Hv; apply A; right; exact Hv.
Qed.

End Complete.
End Analysis.

(** Variables, and a number of rounds, that always suffice. *)
Definition vars_of (P : policy) (w : workflow) : list var :=
  map fst (p_inputs P) ++ flat_map writes w.

Definition fuel_for (P : policy) (w : workflow) : nat :=
  S (length (univ P (vars_of P w)) + (length (p_inputs P) + length (flat_map writes w))).

Definition infer (P : policy) (T : table) (w : workflow) : list (nat * astate) :=
  snd (run (flow P T (fuel_for P w) []) w (start P)).

Lemma within_start P w : within P (vars_of P w) (start P).
Proof.
  intros f; simpl; rewrite in_app_iff; intros [H|H].
  - apply in_flat_map in H as [[x ls] [Hx H]]; simpl in H.
    apply in_map_iff in H as [[k r] [<- H]]. apply filter_In in H as [H _].
    apply in_number0 in H. simpl. apply in_univ_v; split.
    + unfold vars_of; apply in_or_app; left; apply in_map_iff; exists (x, ls); auto.
    + eapply in_vfacts; exact H.
  - apply in_map_iff in H as [[i A] [<- H]]; simpl. apply in_number0 in H.
    apply in_univ_q; split; [apply nth_error_Some; congruence|].
    unfold states; apply in_flat_map.
    exists A; split; [eapply nth_error_In; exact H | left; reflexivity].
Qed.

Lemma infer_agrees P T w : NoDup (flat_map ids w) -> agrees (infer P T w) (infer P T w).
Proof.
  intros N id inv H; apply lookup_nodup; [|exact H].
  unfold infer; rewrite ids_run; [exact N|].
  apply Forall_forall; intros; apply ids_flow.
Qed.

(** The analysis always ends on invariants: a workflow is never turned down
    because an iteration was cut short. *)
Theorem infer_invariant P T w :
  NoDup (flat_map ids w) ->
  exists b, seq (chk P T (fun _ _ _ => true) (fun _ _ => true) (infer P T w) []) w (start P) = Some b.
Proof.
  intros N. eexists.
  eapply (inv_run P T (fuel_for P w) (vars_of P w)) with (n := length (p_inputs P)).
  - apply Forall_forall; intros; apply inv_flow.
  - unfold vars_of; apply incl_appr, incl_refl.
  - apply within_start.
  - simpl; rewrite map_length; lia.
  - unfold enough, fuel_for; lia.
  - apply infer_agrees; exact N.
Qed.

(** Checking the inferred certificate decides whether any certificate would be
    accepted. *)
Theorem infer_complete P T w :
  NoDup (flat_map ids w) ->
  (exists C, check P T C w = true) <-> check P T (infer P T w) w = true.
Proof.
  intros N; split; [|intros H; eexists; exact H].
  intros [C0 H]. unfold check in *. apply andb_true_iff in H as [H0 H].
  rewrite H0; simpl.
  destruct (seq (chk P T (call_ok P T) all_bound C0 []) w (start P)) as [b|] eqn:E; [|discriminate].
  destruct (best_run P T (fuel_for P w) (call_ok P T) all_bound (vars_of P w) w) with
    (n := length (p_inputs P)) (pc := @nil nat) (pc' := @nil nat) (a := start P) (b := start P) (b' := b) (C0 := C0) as [_ Q]; auto.
  - apply Forall_forall; intros; apply best_flow; [apply call_ok_anti | apply readable_bound | apply all_bound_anti].
  - unfold vars_of; apply incl_appr, incl_refl.
  - apply within_start.
  - simpl; rewrite map_length; lia.
  - unfold enough, fuel_for; lia.
  - apply incl_refl.
  - apply leq_refl.
  - rewrite (Q (infer P T w)); [reflexivity | apply infer_agrees; exact N].
Qed.

Print Assumptions infer_invariant.
Print Assumptions infer_complete.
