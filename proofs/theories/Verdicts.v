(** The two taint verdicts are ordered: whatever the data-flow analysis flags
    for a rule, the order-based verdict flags too. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax Concrete Domain Check Sound Table Infer Order.
Import ListNotations.

Section Verdicts.
Variable P : policy.
Variable T : table.
Variable fuel : nat.
Variable k : nat.
Variable r : rule.
Hypothesis Hk : nth_error (p_rules P) k = Some r.

Notation after := (after (r_src P r) none).
Notation leak := (leak (r_src P r) none (r_snk P r)).
Notation afters := (thread after).
Notation leaks := (any_leak leak after).
Notation flow := (flow P T fuel).
Notation chkR C := (chk P T (fun pc c a => rule_ok P T pc k r c a) (fun _ _ => true) C).

Definition hota (a : astate) : Prop := exists x, In k (val_of a x).

Lemma hota_join a b : hota (join a b) -> hota a \/ hota b.
Proof.
  intros [x H]. apply in_val_of, in_join_facts in H as [H|H]; apply in_val_of in H.
  - left; exists x; exact H.
  - right; exists x; exact H.
Qed.

Lemma hota_put x av a : hota (put x av a) -> In k av \/ hota a.
Proof.
  intros [y H]. destruct (Nat.eq_dec y x) as [->|N].
  - apply val_of_put_same in H. left; exact H.
  - apply val_of_put_other in H; [|exact N]. right; exists y; exact H.
Qed.

(** The state or what decides is hot. *)
Definition hotc (pc : list nat) (a : astate) : Prop := hota a \/ In k pc.

Lemma hotc_control pc xs a : hotc (control pc xs a) a -> hotc pc a.
Proof.
  intros [H|H]; [left; exact H|]. unfold control in H. apply in_app_or in H as [H|H]; [right; exact H|].
  apply in_flat_map in H as [x [_ H]]. left; exists x; exact H.
Qed.

Lemma hotv_result pc c a : In k (result P pc c a) -> hotc pc a \/ r_src P r (c_tool c) = true.
Proof.
  rewrite in_result. intros [r' [H [Q|[[_ [x [_ Q]]]|[_ Q]]]]].
  - rewrite Hk in H; injection H as <-. right; exact Q.
  - left; left; exists x; exact Q.
  - left; right; exact Q.
Qed.

Lemma hota_transfer pc c a (t : bool) :
  (hotc pc a -> t = true) -> hota (transfer P T pc c a) -> after (Call c) t = true.
Proof.
  intros H K. simpl. unfold none; simpl.
  assert (S : hota (step_auts P T c a) -> t = true).
  { intros [x I]. apply H. apply val_of_step_auts in I. left; exists x; exact I. }
  unfold transfer in K. destruct (c_bind c).
  - apply hota_put in K as [K|K].
    + apply hotv_result in K as [K|K]; [rewrite (H K) | rewrite K, orb_true_r]; reflexivity.
    + rewrite (S K); reflexivity.
  - rewrite (S K); reflexivity.
Qed.

(** [t || afters body t] is above one more round. *)
Lemma settled body (t : bool) :
  afters body (t || afters body t) = true -> t || afters body t = true.
Proof. destruct t; simpl; [auto|]. destruct (afters body false) eqn:E; [auto | congruence]. Qed.

Definition tracks (s : step) : Prop := forall pc a (t : bool),
  (hotc pc a -> t = true) -> hota (fst (flow pc s a)) -> after s t = true.

Lemma tracks_run body : Forall tracks body -> forall pc a (t : bool),
  (hotc pc a -> t = true) -> hota (fst (run (flow pc) body a)) -> afters body t = true.
Proof.
  induction 1 as [|s body Hs Hb IH]; intros pc a t H K; simpl in *; [apply H; left; exact K|].
  eapply IH; [|exact K]. intros [K'|K']; [eapply Hs; eassumption|].
  apply after_above, H. right; exact K'.
Qed.

Lemma tracks_iter body item coll pc (a : astate) (t : bool) :
  Forall tracks body -> (hotc pc a -> t = true) ->
  forall m d, (hota d -> t || afters body t = true) ->
  hota (iter m (fun i => fst (run (flow (control pc [coll] a)) body (put item (val_of a coll) i))) d) ->
  t || afters body t = true.
Proof.
  intros Hb H. induction m as [|m IH]; intros d D K; simpl in K; [auto|].
  destruct (leqb _ d); [auto|]. eapply IH; [|exact K].
  intros J; apply hota_join in J as [J|J]; [auto|].
  apply settled. eapply tracks_run; [exact Hb | | exact J].
  intros [J'|J']; [apply hota_put in J' as [J'|J']; [|auto]|].
  - rewrite (H (or_introl (ex_intro _ coll J'))); reflexivity.
  - rewrite (H (hotc_control pc [coll] a (or_intror J'))); reflexivity.
Qed.

Lemma tracks_flow s : tracks s.
Proof.
  induction s as [c|xs th el Ht He|id coll item body Hb] using step_ind'; intros pc a t H K.
  - eapply hota_transfer; eassumption.
  - simpl in *. apply orb_true_iff. apply hota_join in K as [K|K].
    + left; eapply tracks_run; [exact Ht | | exact K]. intros J; apply H; eapply hotc_control; exact J.
    + right; eapply tracks_run; [exact He | | exact K]. intros J; apply H; eapply hotc_control; exact J.
  - simpl in *. eapply tracks_iter; [exact Hb | exact H | | exact K].
    intros J; rewrite (H (or_introl J)); reflexivity.
Qed.

Lemma cold_call pc c a (t : bool) :
  (hotc pc a -> t = true) -> leak (Call c) t = false -> rule_ok P T pc k r c a = true.
Proof.
  intros H L. simpl in L. unfold rule_ok, data_ok, control_ok. unfold r_snk in L.
  destruct (sink_match r (c_tool c)); [|rewrite andb_false_r; reflexivity]. simpl in *.
  destruct (existsb (fun pa => param_match P r (c_tool c) (fst pa)) (c_args c)) eqn:X; simpl in L.
  2:{ assert (Y : forall pa, In pa (c_args c) -> param_match P r (c_tool c) (fst pa) = false).
      { intros pa Hp. destruct (param_match P r (c_tool c) (fst pa)) eqn:Z; [|reflexivity].
        rewrite <- X. symmetry. apply existsb_exists; exists pa; auto. }
      apply andb_true_iff; split; apply orb_true_iff; right; apply forallb_forall; intros pa Hp;
        rewrite (Y pa Hp); reflexivity. }
  subst t.
  assert (N : ~ hotc pc a) by (intros J; specialize (H J); discriminate).
  apply andb_true_iff; split.
  - apply orb_true_iff; right. apply forallb_forall; intros pa _.
    apply orb_true_iff; right. apply forallb_forall; intros x _. apply negb_true_iff, memb_nIn.
    intros I. apply N. left; exists x; exact I.
  - apply orb_true_iff; left. apply negb_true_iff. rewrite andb_true_r.
    apply andb_false_iff; right. apply memb_nIn. intros I; apply N; right; exact I.
Qed.

Definition passes (X : list var) (s : step) : Prop :=
  forall n pc a C (t : bool), incl (writes s) X -> within P X a -> length (a_bound a) <= n ->
    enough P fuel X (n + length (writes s)) -> agrees C (snd (flow pc s a)) ->
    (hotc pc a -> t = true) -> leak s t = false ->
    chkR C pc s a = Some (fst (flow pc s a)).

Lemma passes_run X body : Forall (passes X) body ->
  forall n pc a C (t : bool), incl (flat_map writes body) X -> within P X a -> length (a_bound a) <= n ->
    enough P fuel X (n + length (flat_map writes body)) -> agrees C (snd (run (flow pc) body a)) ->
    (hotc pc a -> t = true) -> leaks body t = false ->
    seq (chkR C pc) body a = Some (fst (run (flow pc) body a)).
Proof.
  induction 1 as [|s body Hs Hb IH]; intros n pc a C t I W B E A H L; simpl in *; [reflexivity|].
  apply agrees_app in A as [A1 A2]. rewrite app_length in E. unfold enough in *.
  apply orb_false_iff in L as [L1 L2].
  assert (I1 : incl (writes s) X) by (intros z Hz; apply I, in_or_app; left; exact Hz).
  assert (I2 : incl (flat_map writes body) X) by (intros z Hz; apply I, in_or_app; right; exact Hz).
  rewrite (Hs n pc a C t I1 W B); [|unfold enough; lia|exact A1|exact H|exact L1].
  apply (IH (n + length (writes s)) pc _ C (after s t)); auto.
  - apply within_flow; assumption.
  - pose proof (bound_flow P T fuel s pc a). lia.
  - lia.
  - intros [K|K]; [eapply tracks_flow; eassumption|]. apply after_above, H. right; exact K.
Qed.

Lemma passes_flow X s : passes X s.
Proof.
  induction s as [c|xs th el Ht He|id coll item body Hb] using step_ind';
    intros n pc a C t I W B E A H L.
  - pose proof (cold_call pc c a t H L) as K. simpl. rewrite K. reflexivity.
  - simpl in *. apply agrees_app in A as [A1 A2]. rewrite app_length in E. unfold enough in *.
    apply orb_false_iff in L as [L1 L2].
    assert (H' : hotc (control pc xs a) a -> t = true) by (intros J; apply H; eapply hotc_control; exact J).
    rewrite (passes_run X th Ht n _ a C t); auto.
    + rewrite (passes_run X el He n _ a C t); auto.
      * intros z Hz; apply I, in_or_app; right; exact Hz.
      * unfold enough; lia.
    + intros z Hz; apply I, in_or_app; left; exact Hz.
    + unfold enough; lia.
  - simpl in *.
    set (q := control pc [coll] a) in *.
    set (F := fun i => fst (run (flow q) body (put item (val_of a coll) i))) in *.
    set (inv := iter fuel F a) in *.
    assert (I2 : incl (flat_map writes body) X) by (intros z Hz; apply I; right; exact Hz).
    assert (PW : forall b, within P X b -> within P X (put item (val_of a coll) b)).
    { intros b Wb; apply within_put; [apply I; left; reflexivity | exact (within_val P X a coll W) | exact Wb]. }
    assert (FW : forall b, within P X b -> within P X (F b)).
    { intros b Wb; apply within_run; [|exact I2 | apply PW; exact Wb].
      apply Forall_forall; intros; apply within_flow. }
    assert (IW : within P X inv) by (apply within_iter; assumption).
    assert (Hi : hota inv -> t || afters body t = true).
    { intros K. apply (tracks_iter body item coll pc a t) with (m := fuel) (d := a); auto.
      - apply Forall_forall; intros; apply tracks_flow.
      - intros J; rewrite (H (or_introl J)); reflexivity. }
    rewrite (A id inv (or_introl eq_refl)).
    assert (L1 : leqb a inv = true) by (apply leqb_leq, iter_above). rewrite L1.
    rewrite (passes_run X body Hb (S n) q _ C (t || afters body t)); auto.
    + fold (F inv).
      assert (St : leqb (F inv) inv = true).
      { apply (iter_stops P X); auto. unfold enough in E. pose proof (room_le P X a). lia. }
      rewrite St; reflexivity.
    + pose proof (bound_put item (val_of a coll) inv).
      pose proof (bound_iter F fuel a). fold inv in H1. lia.
    + unfold enough in *; lia.
    + intros i v Hv; apply A; right; exact Hv.
    + intros [K|K]; [apply hota_put in K as [K|K]; [|auto]|].
      * rewrite (H (or_introl (ex_intro _ coll K))); reflexivity.
      * rewrite (H (hotc_control pc [coll] a (or_intror K))); reflexivity.
Qed.
End Verdicts.

(** If the order-based verdict, which ignores sanitizers, does not flag rule
    number [k], neither does the data-flow analysis: with any table. *)
Theorem precise_below_order P T k r w :
  nth_error (p_rules P) k = Some r ->
  NoDup (flat_map ids w) ->
  order_flagged P r w = false ->
  exists b, seq (chk P T (fun pc c a => rule_ok P T pc k r c a) (fun _ _ => true) (infer P T w) []) w (start P) = Some b.
Proof.
  intros Hk N Fl. eexists.
  eapply (passes_run P T (fuel_for P w) k r Hk (vars_of P w)) with (n := length (p_inputs P)) (pc := @nil nat) (t := r_start P r).
  - apply Forall_forall; intros; apply passes_flow; exact Hk.
  - unfold vars_of; apply incl_appr, incl_refl.
  - apply within_start.
  - simpl; rewrite map_length; lia.
  - unfold enough, fuel_for; lia.
  - apply infer_agrees; exact N.
  - intros [[x H]|[]]. apply in_val_of in H. simpl in H. apply in_app_or in H as [H|H].
    + apply in_flat_map in H as [[y ls] [Hy H]]; simpl in H.
      apply in_map_iff in H as [[k' r'] [E H]]. simpl in E. injection E as _ ->.
      apply filter_In in H as [H M]. apply in_number0 in H. simpl in M.
      rewrite Hk in H; injection H as <-.
      unfold r_start. apply existsb_exists. exists (y, ls); split; [exact Hy | exact M].
    + apply in_map_iff in H as [? [? _]]; discriminate.
  - exact Fl.
Qed.

Print Assumptions precise_below_order.
