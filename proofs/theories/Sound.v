(** Soundness: a workflow the checker accepts, with whatever certificate, has
    no run that breaks the policy and no run that gets stuck, as long as the
    certificate's table excludes nothing that can happen. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax Concrete Domain Check.
Import ListNotations.

(** ** What a table must not exclude *)
Section Tables.
Variable P : policy.
Variable fi : nat -> lit -> lit.
Variable orc : nat -> trace -> event -> bool.
Variable T : table.

(** Call [c], after [tr], made the event [e]: the transition that fired is
    listed (or staying is, when none fired), a rule whose condition holds is
    not ruled out, and a precondition listed as surely holding holds. *)
Definition covered (c : call) (tr : trace) (e : event) : Prop :=
  (forall i A, nth_error (p_auts P) i = Some A ->
     let q := run_aut fi orc A tr in
     match fired fi orc tr 0 (au_trans A) q e with
     | Some j => In j (fst (tb_next T c i q))
     | None => snd (tb_next T c i q) = true
     end) /\
  (forall k r, nth_error (p_rules P) k = Some r -> gsat fi orc tr e (r_guard r) = true ->
     tb_rule T c k = true) /\
  (forall j g, nth_error (p_pre P) j = Some (e_tool e, g) -> tb_pre T c j = true ->
     gsat fi orc tr e g = true).

(** The table covers every call that a real run from [w] and [s], safe so far,
    can make. *)
Definition table_ok (real : reality) (w : workflow) (s : env) : Prop :=
  forall tr us c K s' vs v k',
    runs real (map (KS []) w, s) tr (KS us (Call c) :: K, s') ->
    safe_trace P fi orc tr ->
    resolve_args s' (c_args c) vs ->
    real tr (KS us (Call c) :: K, s') [mkE (c_tool c) vs v us] k' ->
    covered c tr (mkE (c_tool c) vs v us).
End Tables.

Section Soundness.
Variable P : policy.
Variable T : table.
Variable fi : nat -> lit -> lit.
Variable orc : nat -> trace -> event -> bool.
Variable cert : list (nat * astate).

Notation okc := (call_ok P T).
Notation chk := (chk P T okc all_bound cert).
Notation gsat := (gsat fi orc).
Notation run_aut := (run_aut fi orc).
Notation covered := (covered P fi orc T).

(** ** Automata *)

Lemma fired_fire h ts q e : forall n,
  match fired fi orc h n ts q e with
  | Some j => exists m t, j = n + m /\ nth_error ts m = Some t /\
                cand t q (e_tool e) = true /\ fire fi orc h ts q e = t_to t
  | None => fire fi orc h ts q e = q
  end.
Proof.
  induction ts as [|t ts IH]; intros n; simpl; [reflexivity|].
  destruct (applies fi orc h t q e) eqn:E.
  - exists 0, t. unfold applies in E. apply andb_true_iff in E as [E _].
    repeat split; [lia | exact E].
  - specialize (IH (S n)). destruct (fired fi orc h (S n) ts q e) as [j|]; [|exact IH].
    destruct IH as [m [t' [-> [H1 [H2 H3]]]]]. exists (S m), t'.
    repeat split; [lia | exact H1 | exact H2 | exact H3].
Qed.

Lemma succs_sound c i A tr vs v us :
  nth_error (p_auts P) i = Some A -> covered c tr (mkE (c_tool c) vs v us) ->
  In (fire fi orc tr (au_trans A) (run_aut A tr) (mkE (c_tool c) vs v us)) (succs T c i A (run_aut A tr)).
Proof.
  intros H [C _]. specialize (C i A H). simpl in C.
  pose proof (fired_fire tr (au_trans A) (run_aut A tr) (mkE (c_tool c) vs v us) 0) as F.
  unfold succs. apply in_or_app.
  destruct (fired fi orc tr 0 (au_trans A) (run_aut A tr) (mkE (c_tool c) vs v us)) as [j|].
  - destruct F as [m [t [-> [H1 [H2 ->]]]]]. left. apply in_flat_map; exists m.
    split; [exact C|]. rewrite H1. simpl in H2. rewrite H2. left; reflexivity.
  - right. rewrite C, F. left; reflexivity.
Qed.

Lemma run_from_snoc A tr e : forall h q,
  run_from fi orc h A q (tr ++ [e]) = fire fi orc (h ++ tr) (au_trans A) (run_from fi orc h A q tr) e.
Proof.
  induction tr as [|x tr IH]; intros h q; simpl; [rewrite app_nil_r; reflexivity|].
  rewrite IH, <- app_assoc. reflexivity.
Qed.

Lemma run_aut_snoc A tr e : run_aut A (tr ++ [e]) = fire fi orc tr (au_trans A) (run_aut A tr) e.
Proof. apply run_from_snoc. Qed.

(** ** What an abstract state says about a run so far *)

(** [pc] lists every rule of which some of [us] is raw data. *)
Definition steers (pc : list nat) (us : list prov) : Prop :=
  forall k r u, nth_error (p_rules P) k = Some r -> In u us -> raw P r u -> In k pc.

(** [av] lists every rule of which [v] carries raw data. *)
Definition covers (av : list nat) (v : value) : Prop :=
  forall k r, nth_error (p_rules P) k = Some r -> raw P r (v_prov v) -> In k av.

Record models (a : astate) (s : env) (tr : trace) : Prop := {
  m_bound : forall x, In x (a_bound a) -> bound_in s x;
  m_val : forall x v, In x (a_bound a) -> s x = Some v -> covers (val_of a x) v;
  m_aut : forall i A, nth_error (p_auts P) i = Some A -> In (FQ i (run_aut A tr)) (a_facts a)
}.

Lemma covers_mono av aw v : incl av aw -> covers av v -> covers aw v.
Proof. intros I C k r H D; apply I; eapply C; eassumption. Qed.

Lemma models_mono a b s tr : leq a b -> models a s tr -> models b s tr.
Proof.
  intros L M; split.
  - intros x H; apply M; apply L; assumption.
  - intros x v B H; eapply covers_mono; [apply val_of_mono; [exact L | exact B]|].
    apply M; [apply L; exact B | exact H].
  - intros i A H; apply L; [apply M; assumption | reflexivity].
Qed.

Lemma raw_item r p : raw P r (PItem p) -> raw P r p.
Proof. intros [l [S [D M]]]; inversion D; subst; exists l, S; auto. Qed.

Lemma covers_item av v d : covers av v -> covers av (mkV d (PItem (v_prov v))).
Proof. intros C k r H D; simpl in D; eapply C; [exact H | apply raw_item; exact D]. Qed.

Lemma models_put a s tr x av v :
  models a s tr -> covers av v -> models (put x av a) (upd s x v) tr.
Proof.
  intros M C; split.
  - intros y H; apply in_bound_put in H as [->|H]; unfold bound_in, upd.
    + rewrite Nat.eqb_refl; eauto.
    + destruct (y =? x); [eauto | apply M; assumption].
  - intros y w B; unfold upd. destruct (y =? x) eqn:E.
    + apply Nat.eqb_eq in E; subst y. intros [= <-] k r H D.
      apply val_of_put_same; eapply C; eassumption.
    + apply Nat.eqb_neq in E. intros H k r Hk D.
      apply in_bound_put in B as [B|B]; [contradiction|].
      apply val_of_put_other; [exact E|]. exact (m_val _ _ _ M y w B H k r Hk D).
  - intros i A H; apply fq_put; apply M; assumption.
Qed.

Lemma val_of_step_auts c a x v : In v (val_of (step_auts P T c a) x) <-> In v (val_of a x).
Proof.
  rewrite !in_val_of; simpl; rewrite (in_undup _ feqb_eq), in_flat_map; split.
  - intros [[y w|i q] [H1 H2]]; simpl in H2.
    + destruct H2 as [E|[]]; rewrite <- E; assumption.
    + destruct (nth_error (p_auts P) i); [|contradiction].
      apply in_map_iff in H2 as [? [E _]]; discriminate.
  - intros H; exists (FV x v); split; [assumption | left; reflexivity].
Qed.

Lemma models_step_auts c a s tr vs v0 us :
  models a s tr -> covered c tr (mkE (c_tool c) vs v0 us) ->
  models (step_auts P T c a) s (tr ++ [mkE (c_tool c) vs v0 us]).
Proof.
  intros M R; split.
  - intros x H; apply M; exact H.
  - intros x v B H k r Hk D. apply val_of_step_auts. exact (m_val _ _ _ M x v B H k r Hk D).
  - intros i A H. simpl; apply (in_undup _ feqb_eq), in_flat_map.
    exists (FQ i (run_aut A tr)); split; [apply M; assumption|].
    simpl; rewrite H. apply in_map. rewrite run_aut_snoc.
    apply succs_sound; assumption.
Qed.

(** ** Data flow *)

Lemma arg_from s ar v l S :
  resolve s ar v -> derives P (v_prov v) l S ->
  exists x w, In x (refs ar) /\ s x = Some w /\ derives P (v_prov w) l S.
Proof.
  intros R H; inversion R as [n|x w E|xs ws d F]; subst; simpl in *.
  - inversion H.
  - exists x, v; auto.
  - inversion H as [| | | | |? p ? ? Hp Hd]; subst. clear H R.
    induction F as [|y u xs ws E F IH]; [contradiction|].
    destruct Hp as [<-|Hp].
    + exists y, u; simpl; auto.
    + destruct (IH Hp) as [x [z [I J]]]. exists x, z; simpl; auto.
Qed.

Lemma args_from s as_ vs p v l S :
  resolve_args s as_ vs -> In (p, v) vs -> derives P (v_prov v) l S ->
  exists ar x w, In (p, ar) as_ /\ In x (refs ar) /\ s x = Some w /\ derives P (v_prov w) l S.
Proof.
  intros R Hv Hl. induction R as [|[q b] [q' w] as_ vs [E R1] R IH]; [contradiction|].
  simpl in E; subst q'. destruct Hv as [[= -> ->]|Hv].
  - destruct (arg_from _ _ _ _ _ R1 Hl) as [x [u [? [? ?]]]].
    exists b, x, u; simpl; auto.
  - destruct (IH Hv) as [ar [x [u [? ?]]]]. exists ar, x, u; simpl; auto.
Qed.

Lemma args_raw s as_ vs p v r :
  resolve_args s as_ vs -> In (p, v) vs -> raw P r (v_prov v) ->
  exists ar x w, In (p, ar) as_ /\ In x (refs ar) /\ s x = Some w /\ raw P r (v_prov w).
Proof.
  intros R Hv [l [S [D M]]].
  destruct (args_from _ _ _ _ _ _ _ R Hv D) as [ar [x [w [H1 [H2 [H3 H4]]]]]].
  exists ar, x, w. repeat split; try assumption. exists l, S; auto.
Qed.

(** "Sanitized stays sanitized", of provenance trees. *)
Theorem raw_made r t vs us : raw P r (made t vs us) <->
  is_src P r t = true \/
  (~ In t (r_sans r) /\ exists p v, In (p, v) vs /\ raw P r (v_prov v)) \/
  (p_track P = true /\ exists u, In u us /\ raw P r u).
Proof.
  unfold made; split.
  - intros [l [S [D [M N]]]]. inversion D as [|? ? ? ? Hi|? ? ? p ? S0 Hp Hd|? ? ? p ? S0 Tr Hp Hd| |]; subst.
    + left. unfold is_src. apply existsb_exists; exists l; split; [apply in_assoc; exact Hi | exact M].
    + right; left. apply in_map_iff in Hp as [[q v] [<- Hv]]. split; [apply N; left; reflexivity|].
      exists q, v; split; [exact Hv|]. exists l, S0; repeat split; try assumption.
      intros u Hu; apply N; right; exact Hu.
    + right; right. split; [exact Tr|]. exists p; split; [exact Hp|]. exists l, S; auto.
  - intros [H|[[N [q [v [Hv [l [S [D [M C]]]]]]]]|[Tr [u [Hu [l [S [D [M C]]]]]]]]].
    + unfold is_src in H. apply existsb_exists in H as [l [Hl M]]. apply in_assoc in Hl.
      exists l, []; repeat split; [apply D_src; exact Hl | exact M | intros u []].
    + exists l, (t :: S); repeat split; [|exact M|].
      * eapply D_via; [|exact D]. apply in_map_iff; exists (q, v); auto.
      * intros u [<-|Hu]; [exact N | apply C; exact Hu].
    + exists l, S; repeat split; [eapply D_under; eassumption | exact M | exact C].
Qed.

Lemma all_bound_In xs a x : all_bound xs a = true -> In x xs -> In x (a_bound a).
Proof.
  unfold all_bound; rewrite forallb_forall; intros H Hx; apply memb_In; auto.
Qed.

(** The values of [xs] add what the checker adds. *)
Lemma steers_control pc us a s tr xs :
  models a s tr -> all_bound xs a = true -> steers pc us ->
  steers (control pc xs a) (us ++ provs s xs).
Proof.
  intros M B S k r u Hk Hu D. unfold control. apply in_or_app.
  apply in_app_or in Hu as [Hu|Hu]; [left; eapply S; eassumption | right].
  unfold provs in Hu. apply in_flat_map in Hu as [x [Hx Hu]]. apply in_flat_map; exists x; split; [exact Hx|].
  destruct (s x) as [v|] eqn:E; [|contradiction]. destruct Hu as [<-|[]].
  exact (m_val _ _ _ M x v (all_bound_In _ _ _ B Hx) E k r Hk D).
Qed.

Lemma result_covers pc us a s tr c vs d :
  models a s tr -> all_bound (all_refs c) a = true -> steers pc us -> resolve_args s (c_args c) vs ->
  covers (result P pc c a) (mkV d (made (c_tool c) vs us)).
Proof.
  intros M B St R k r H D; simpl in D. apply in_result. exists r; split; [exact H|].
  apply raw_made in D as [D|[[N [p [v [Hv D]]]]|[Tr [u [Hu D]]]]].
  - left; exact D.
  - right; left; split; [exact N|].
    destruct (args_raw _ _ _ _ _ _ R Hv D) as [ar [x [w [H1 [H2 [H3 H4]]]]]].
    assert (Hx : In x (all_refs c)) by (unfold all_refs; apply in_flat_map; exists (p, ar); auto).
    exists x; split; [exact Hx|].
    exact (m_val _ _ _ M x w (all_bound_In _ _ _ B Hx) H3 k r H H4).
  - right; right; split; [exact Tr | eapply St; eassumption].
Qed.

Lemma models_call pc us a s tr c vs d v0 :
  models a s tr -> all_bound (all_refs c) a = true -> steers pc us ->
  resolve_args s (c_args c) vs -> covered c tr (mkE (c_tool c) vs v0 us) ->
  models (transfer P T pc c a) (bind (c_bind c) (mkV d (made (c_tool c) vs us)) s)
         (tr ++ [mkE (c_tool c) vs v0 us]).
Proof.
  intros M B St R C; unfold transfer; destruct (c_bind c) as [y|]; simpl.
  - apply models_put; [apply models_step_auts; assumption | eapply result_covers; eassumption].
  - apply models_step_auts; assumption.
Qed.

(** ** A call that passes the test is safe *)

Lemma args_params s as_ vs p v : resolve_args s as_ vs -> In (p, v) vs -> exists ar, In (p, ar) as_.
Proof.
  intros R H. induction R as [|[q b] [q' w] as_ vs [E R1] R IH]; [contradiction|].
  simpl in E; subst q'. destruct H as [[= -> ->]|H].
  - exists b; left; reflexivity.
  - destruct (IH H) as [ar I]. exists ar; right; exact I.
Qed.

Lemma call_safe pc us a s tr c vs v0 :
  models a s tr -> all_bound (all_refs c) a = true -> steers pc us ->
  okc pc c a = true -> resolve_args s (c_args c) vs ->
  covered c tr (mkE (c_tool c) vs v0 us) ->
  safe_event P fi orc tr (mkE (c_tool c) vs v0 us).
Proof.
  intros M B St O R [_ [CR CP]]. unfold call_ok in O.
  apply andb_true_iff in O as [O _]. apply andb_true_iff in O as [O Pre].
  apply andb_true_iff in O as [Al Ru]. split; [|split].
  - apply memb_In in Al; exact Al.
  - intros r Hr Br. apply In_nth_error in Hr as [k Hk].
    rewrite forallb_forall in Ru. specialize (Ru (k, r) (proj2 (in_number0 _ _ _) Hk)).
    unfold rule_ok in Ru; simpl in Ru. apply andb_true_iff in Ru as [Ru Rc].
    destruct Br as [[Sk [G [p [v [Hv [Pm D]]]]]]|[Dn [Sk [[p [v [Hv Pm]]] [u [Hu D]]]]]]; simpl in *.
    + unfold data_ok in Ru. rewrite Sk, (CR k r Hk G) in Ru; simpl in Ru. rewrite forallb_forall in Ru.
      destruct (args_raw _ _ _ _ _ _ R Hv D) as [ar [x [w [Ha [Hx [Hs Hw]]]]]].
      assert (Hr : In x (all_refs c)) by (unfold all_refs; apply in_flat_map; exists (p, ar); auto).
      specialize (Ru _ Ha); simpl in Ru. rewrite Pm in Ru; simpl in Ru.
      rewrite forallb_forall in Ru. specialize (Ru x Hx). apply negb_true_iff, memb_nIn in Ru.
      apply Ru. exact (m_val _ _ _ M x w (all_bound_In _ _ _ B Hr) Hs k r Hk Hw).
    + unfold control_ok in Rc. rewrite Dn, Sk in Rc; simpl in Rc.
      rewrite (proj2 (memb_In k pc) (St k r u Hk Hu D)) in Rc; simpl in Rc.
      rewrite forallb_forall in Rc. destruct (args_params _ _ _ _ _ R Hv) as [ar Ha].
      specialize (Rc _ Ha); simpl in Rc. rewrite Pm in Rc; discriminate.
  - intros g Hg. simpl in Hg. apply In_nth_error in Hg as [j Hj].
    rewrite forallb_forall in Pre. specialize (Pre (j, (c_tool c, g)) (proj2 (in_number0 _ _ _) Hj)).
    simpl in Pre. rewrite Nat.eqb_refl in Pre; simpl in Pre.
    exact (CP j g Hj Pre).
Qed.

Lemma no_error a s tr :
  existsb (is_error P) (a_facts a) = false -> models a s tr ->
  forall A, In A (p_auts P) -> ~ In (run_aut A tr) (au_err A).
Proof.
  intros E M A HA HE. apply In_nth_error in HA as [i Hi].
  assert (X : existsb (is_error P) (a_facts a) = true).
  { apply existsb_exists; exists (FQ i (run_aut A tr)); split; [apply M; assumption|].
    simpl; rewrite Hi; apply memb_In; assumption. }
  congruence.
Qed.

Lemma no_error_transfer pc a c s tr :
  okc pc c a = true -> models (transfer P T pc c a) s tr ->
  forall A, In A (p_auts P) -> ~ In (run_aut A tr) (au_err A).
Proof.
  intros O M. unfold call_ok in O. apply andb_true_iff in O as [_ O]. apply negb_true_iff in O.
  intros A HA HE. apply In_nth_error in HA as [i Hi].
  assert (F : In (FQ i (run_aut A tr)) (a_facts (step_auts P T c a))).
  { pose proof (m_aut _ _ _ M i A Hi) as F. unfold transfer in F.
    destruct (c_bind c); [apply fq_put in F|]; assumption. }
  assert (X : existsb (is_error P) (a_facts (step_auts P T c a)) = true).
  { apply existsb_exists; exists (FQ i (run_aut A tr)); split; [assumption|].
    simpl; rewrite Hi; apply memb_In; assumption. }
  congruence.
Qed.

(** ** What is left to run is accepted *)

Inductive okK : astate -> list kont -> Prop :=
| K_nil a : okK a []
| K_step a a0 b pc us s K : leq a a0 -> steers pc us -> chk pc s a0 = Some b -> okK b K ->
    okK a (KS us s :: K)
| K_loop a pc us v id item body K inv av b :
    lookup id cert = Some inv -> leq a inv -> covers av v -> steers pc us ->
    seq (chk pc) body (put item av inv) = Some b -> leq b inv -> okK inv K ->
    okK a (KL us v id item body :: K).

Lemma okK_weak a a' K : leq a a' -> okK a' K -> okK a K.
Proof.
  intros L H; destruct H.
  - constructor.
  - eapply K_step; [eapply leq_trans; [exact L | eassumption] | eassumption | eassumption | assumption].
  - eapply K_loop with (inv := inv); try eassumption. eapply leq_trans; [exact L | eassumption].
Qed.

Lemma okK_app pc us body : steers pc us -> forall a b K,
  seq (chk pc) body a = Some b -> okK b K -> okK a (map (KS us) body ++ K).
Proof.
  intros St. induction body as [|s body IH]; intros a b K E H; simpl in *.
  - injection E as ->; assumption.
  - destruct (chk pc s a) as [a1|] eqn:E1; [|discriminate].
    econstructor; [apply leq_refl | exact St | eassumption | eapply IH; eassumption].
Qed.

Definition good (k : config) (tr : trace) : Prop :=
  exists a, models a (snd k) tr /\ okK a (fst k).

Definition calm (tr : trace) : Prop :=
  forall A, In A (p_auts P) -> ~ In (run_aut A tr) (au_err A).

Lemma chk_call pc c a b :
  chk pc (Call c) a = Some b ->
  all_bound (all_refs c) a = true /\ okc pc c a = true /\ b = transfer P T pc c a.
Proof.
  simpl. destruct (all_bound (all_refs c) a); simpl; [|discriminate].
  destruct (okc pc c a); [|discriminate]. intros [= <-]; auto.
Qed.

Lemma chk_cond pc xs th el a b :
  chk pc (Cond xs th el) a = Some b ->
  all_bound xs a = true /\
  exists b1 b2, seq (chk (control pc xs a)) th a = Some b1 /\
                seq (chk (control pc xs a)) el a = Some b2 /\ b = join b1 b2.
Proof.
  simpl. destruct (all_bound xs a); [|discriminate].
  destruct (seq (chk (control pc xs a)) th a) as [b1|]; [|discriminate].
  destruct (seq (chk (control pc xs a)) el a) as [b2|]; [|discriminate].
  intros [= <-]; split; [reflexivity | exists b1, b2; auto].
Qed.

Lemma chk_loop pc id coll item body a b :
  chk pc (Loop id coll item body) a = Some b ->
  all_bound [coll] a = true /\ lookup id cert = Some b /\ leq a b /\
  exists c, seq (chk (control pc [coll] a)) body (put item (val_of a coll) b) = Some c /\ leq c b.
Proof.
  simpl. destruct (all_bound [coll] a) eqn:EB; simpl in EB; rewrite EB; [|discriminate].
  destruct (lookup id cert) as [inv|]; [|discriminate].
  destruct (leqb a inv) eqn:L1; [|discriminate].
  destruct (seq (chk (control pc [coll] a)) body (put item (val_of a coll) inv)) as [c|] eqn:E; [|discriminate].
  destruct (leqb c inv) eqn:L2; [|discriminate].
  intros [= <-]. repeat split; try (apply leqb_leq; assumption).
  exists c; split; [assumption | apply leqb_leq; assumption].
Qed.

Lemma preservation k tr ev k' :
  good k tr -> move k ev k' ->
  (forall us c K s vs v, k = (KS us (Call c) :: K, s) -> resolve_args s (c_args c) vs ->
     ev = [mkE (c_tool c) vs v us] -> covered c tr (mkE (c_tool c) vs v us)) ->
  good k' (tr ++ ev) /\ (each (safe_event P fi orc) tr -> each (safe_event P fi orc) (tr ++ ev)) /\
  (calm tr -> calm (tr ++ ev)).
Proof.
  intros [a [M O]] Mv Cv0; inversion Mv as
    [us c K s vs d R | us xs th el K s B | us xs th el K s B | us id coll item body K s v Hv
    | us v id item body K s | us v id item body K s d]; subst; simpl in *.
  - inversion O as [|? a0 b pc ? ? ? L St E OK|]; subst.
    apply chk_call in E as [Bd [C ->]].
    pose proof (models_mono _ _ _ _ L M) as M0.
    pose proof (Cv0 us c K s vs _ eq_refl R eq_refl) as Cd.
    pose proof (models_call pc us a0 s tr c vs d _ M0 Bd St R Cd) as M'.
    split; [|split].
    + exists (transfer P T pc c a0); auto.
    + intros Sf. apply each_snoc; [exact Sf | exact (call_safe pc us a0 s tr c vs _ M0 Bd St C R Cd)].
    + intros _. exact (no_error_transfer pc a0 c _ _ C M').
  - rewrite (app_nil_r tr). split; [|split; [auto | auto]].
    inversion O as [|? a0 b pc ? ? ? L St E OK|]; subst.
    apply chk_cond in E as [Bd [b1 [b2 [E1 [E2 ->]]]]].
    pose proof (models_mono _ _ _ _ L M) as M0.
    exists a; split; [exact M|]; simpl.
    eapply okK_weak; [exact L|].
    eapply okK_app; [exact (steers_control pc us a0 s tr xs M0 Bd St) | exact E1|].
    eapply okK_weak; [apply join_l | exact OK].
  - rewrite (app_nil_r tr). split; [|split; [auto | auto]].
    inversion O as [|? a0 b pc ? ? ? L St E OK|]; subst.
    apply chk_cond in E as [Bd [b1 [b2 [E1 [E2 ->]]]]].
    pose proof (models_mono _ _ _ _ L M) as M0.
    exists a; split; [exact M|]; simpl.
    eapply okK_weak; [exact L|].
    eapply okK_app; [exact (steers_control pc us a0 s tr xs M0 Bd St) | exact E2|].
    eapply okK_weak; [apply join_r | exact OK].
  - rewrite (app_nil_r tr). split; [|split; [auto | auto]].
    inversion O as [|? a0 b pc ? ? ? L St E OK|]; subst.
    apply chk_loop in E as [Bd [Ce [L1 [c [E L2]]]]].
    pose proof (models_mono _ _ _ _ L M) as M0.
    exists a0; split; [exact M0|]; simpl.
    eapply K_loop; [exact Ce | exact L1 | | exact (steers_control pc us a0 s tr [coll] M0 Bd St) | exact E | exact L2 | exact OK].
    exact (m_val _ _ _ M0 coll v (all_bound_In _ _ _ Bd (or_introl eq_refl)) Hv).
  - rewrite (app_nil_r tr). split; [|split; [auto | auto]].
    inversion O as [| |? pc ? ? ? ? ? ? inv av b Ce L Cv St E L2 OK]; subst.
    exists inv; split; [exact (models_mono _ _ _ _ L M) | exact OK].
  - rewrite (app_nil_r tr). split; [|split; [auto | auto]].
    inversion O as [| |? pc ? ? ? ? ? ? inv av b Ce L Cv St E L2 OK]; subst.
    exists (put item av inv); split; simpl.
    + apply models_put; [exact (models_mono _ _ _ _ L M) | apply covers_item; exact Cv].
    + eapply okK_app; [exact St | exact E|].
      exact (K_loop _ _ _ _ _ _ _ _ _ _ _ Ce L2 Cv St E L2 OK).
Qed.

Lemma models_start s : start_env P s -> models (start P) s [].
Proof.
  intros [B V]; split; simpl.
  - intros x H; apply B; exact H.
  - intros x v _ H k r Hk [l [S [D [M _]]]]. destruct (V x v H) as [_ E]. rewrite E in D.
    inversion D as [? ls ? Hin Hl| | | | |]; subst.
    apply in_val_of; simpl; apply in_or_app; left.
    apply in_flat_map; exists (x, ls); split; [assumption|]; simpl.
    apply in_map_iff; exists (k, r); split; [reflexivity|].
    apply filter_In; split; [apply in_number0; exact Hk|]. simpl.
    apply existsb_exists; exists l; auto.
  - intros i A H; apply in_or_app; right. apply in_map_iff.
    exists (i, A); split; [reflexivity|]. apply in_number0; exact H.
Qed.

(** ** The theorem *)

Lemma reach_good real w s b :
  start_env P s ->
  existsb (is_error P) (a_facts (start P)) = false ->
  seq (chk []) w (start P) = Some b ->
  table_ok P fi orc T real w s ->
  forall tr k', runs real (map (KS []) w, s) tr k' ->
  good k' tr /\ each (safe_event P fi orc) tr /\ calm tr.
Proof.
  intros S0 E0 E TO tr k' H. remember (map (KS []) w, s) as k0 eqn:Ek.
  induction H as [k|k1 t1 k2 t2 k3 H IH Mv Re]; subst.
  - split; [|split].
    + exists (start P); split; simpl; [apply models_start; assumption|].
      rewrite <- (app_nil_r (map (KS []) w)).
      eapply okK_app; [intros k r u _ [] | exact E | constructor].
    + apply each_nil.
    + unfold calm; eapply no_error; [exact E0 | apply models_start; exact S0].
  - destruct (IH eq_refl) as [G [Sf Ca]].
    assert (Cv : forall us c K s1 vs v, k2 = (KS us (Call c) :: K, s1) -> resolve_args s1 (c_args c) vs ->
              t2 = [mkE (c_tool c) vs v us] -> covered c t1 (mkE (c_tool c) vs v us)).
    { intros us c K s1 vs v -> R ->. eapply TO; [exact H | split; assumption | exact R | exact Re]. }
    destruct (preservation _ _ _ _ G Mv Cv) as [G' [Sf' Ca']].
    split; [exact G'|]; split; [apply Sf'; exact Sf | apply Ca'; exact Ca].
Qed.

Lemma resolve_refs a s tr (as_ : list (param * arg)) :
  models a s tr -> (forall x, In x (flat_map (fun pa => refs (snd pa)) as_) -> In x (a_bound a)) ->
  exists vs, resolve_args s as_ vs.
Proof.
  intros M. induction as_ as [|[p ar] as_ IH]; intros B; simpl in *.
  - exists []; constructor.
  - destruct IH as [vs R]; [intros x Hx; apply B, in_or_app; right; exact Hx|].
    assert (V : exists v, resolve s ar v).
    { assert (B' : forall x, In x (refs ar) -> bound_in s x)
        by (intros x Hx; apply M, B, in_or_app; left; exact Hx).
      destruct ar as [n|x|xs]; simpl in B'.
      - exists (mkV n PLit); constructor.
      - destruct (B' x) as [v Hv]; [left; reflexivity|]. exists v; constructor; exact Hv.
      - assert (F : exists ws, Forall2 (fun x v => s x = Some v) xs ws).
        { clear -B'. induction xs as [|x xs IH]; [exists []; constructor|].
          destruct IH as [ws F]; [intros y Hy; apply B'; right; exact Hy|].
          destruct (B' x) as [v Hv]; [left; reflexivity|].
          exists (v :: ws); constructor; assumption. }
        destruct F as [ws F]. exists (mkV 0 (PMix (map v_prov ws))); constructor; exact F. }
    destruct V as [v Rv]. exists ((p, v) :: vs). constructor; [split; [reflexivity | exact Rv] | exact R].
Qed.

Lemma progress k tr : good k tr -> fst k <> [] -> exists ev k', move k ev k'.
Proof.
  destruct k as [K s]; intros [a [M O]] N; simpl in *.
  destruct O as [a|a a0 b pc us st K L St E OK|a pc us v id item body K inv av b Ce L Cv St E L2 OK].
  - congruence.
  - pose proof (models_mono _ _ _ _ L M) as M0.
    destruct st as [c|xs th el|id coll item body].
    + apply chk_call in E as [B _].
      destruct (resolve_refs a0 s tr (c_args c) M0) as [vs R].
      { intros x Hx; eapply all_bound_In; [exact B | exact Hx]. }
      eexists _, _; apply (M_call _ _ _ _ vs 0); exact R.
    + apply chk_cond in E as [B _].
      eexists _, _; apply M_then. intros x Hx; apply M0; eapply all_bound_In; eassumption.
    + apply chk_loop in E as [B _].
      destruct (m_bound _ _ _ M0 coll) as [v Hv]; [eapply all_bound_In; [exact B | left; reflexivity]|].
      eexists _, _; apply M_enter; exact Hv.
  - eexists _, _; apply M_leave.
Qed.

End Soundness.

(** An accepted workflow, whatever the certificate, whatever the meaning of
    attributes and of opaque conditions, whatever values the inputs hold and
    the tools return, whichever branches are taken and however often loops go
    round: if the table excludes nothing that a real run can do, then the events
    of every real run break no rule, meet every precondition, use only allowed
    tools and leave every automaton out of its error states; and the run is
    finished or can go on, so no reference is ever unbound. *)
Theorem soundness P T cert w :
  check P T cert w = true ->
  forall fi orc real s,
    start_env P s ->
    table_ok P fi orc T real w s ->
    forall tr k, runs real (map (KS []) w, s) tr k ->
    safe_trace P fi orc tr /\ (fst k <> [] -> exists ev k', move k ev k').
Proof.
  intros C fi orc real s S0 TO tr k R. unfold check in C.
  apply andb_true_iff in C as [E0 C]. apply negb_true_iff in E0.
  destruct (seq (chk P T (call_ok P T) all_bound cert []) w (start P)) as [b|] eqn:E; [|discriminate].
  destruct (reach_good P T fi orc cert real w s b S0 E0 E TO tr k R) as [G [Sf Ca]].
  split; [split; assumption|].
  intros N; eapply progress; eassumption.
Qed.

(** The same about every run the semantics has. *)
Corollary soundness_all P T cert w :
  check P T cert w = true ->
  forall fi orc s, start_env P s -> table_ok P fi orc T anything w s ->
  forall tr k, moves (map (KS []) w, s) tr k ->
    safe_trace P fi orc tr /\ (fst k <> [] -> exists ev k', move k ev k').
Proof.
  intros C fi orc s S0 TO tr k M.
  exact (soundness P T cert w C fi orc anything s S0 TO tr k (moves_runs _ _ _ M)).
Qed.

Print Assumptions soundness.
