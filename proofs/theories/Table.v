(** Three-valued evaluation of conditions over a call's arguments, and the fact
    that it yields one valid table: the checker with that table needs no
    hypothesis about tables. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax Concrete Domain Check Sound.
Import ListNotations.

Definition k_not (a : option bool) : option bool := option_map negb a.

Definition k_and (a b : option bool) : option bool :=
  match a, b with
  | Some false, _ | _, Some false => Some false
  | Some true, Some true => Some true
  | _, _ => None
  end.

Definition k_or (a b : option bool) : option bool :=
  match a, b with
  | Some true, _ | _, Some true => Some true
  | Some false, Some false => Some false
  | _, _ => None
  end.

Definition maybe (o : option bool) : bool :=
  match o with Some false => false | _ => true end.

Definition surely (o : option bool) : bool :=
  match o with Some true => true | _ => false end.

Section Kleene.
Variable P : policy.
Variable fi : nat -> lit -> lit.

Fixpoint keval (as_ : list (param * arg)) (g : guard) : option bool :=
  match g with
  | GTrue => Some true
  | GOpaque _ => None
  | GIn f p ns =>
      match lookup p as_ with
      | None => Some false
      | Some (ALit n) => Some (memb (fi f n) ns)
      | Some _ => None
      end
  | GNot g => k_not (keval as_ g)
  | GAnd g h => k_and (keval as_ g) (keval as_ h)
  | GOr g h => k_or (keval as_ g) (keval as_ h)
  end.

(** The first transition that surely fires ends the search. *)
Fixpoint knext (c : call) (n : nat) (ts : list trans) (q : astt) : list nat * bool :=
  match ts with
  | [] => ([], true)
  | t :: r =>
      if cand t q (c_tool c) then
        match keval (c_args c) (t_guard t) with
        | Some true => ([n], false)
        | Some false => knext c (S n) r q
        | None => let p := knext c (S n) r q in (n :: fst p, snd p)
        end
      else knext c (S n) r q
  end.

Definition keval_table : table := mkTable
  (fun c i q => match nth_error (p_auts P) i with
                | Some A => knext c 0 (au_trans A) q
                | None => ([], true)
                end)
  (fun c k => match nth_error (p_rules P) k with
              | Some r => maybe (keval (c_args c) (r_guard r))
              | None => true
              end)
  (fun c j => match nth_error (p_pre P) j with
              | Some tg => surely (keval (c_args c) (snd tg))
              | None => false
              end).

Variable orc : nat -> trace -> event -> bool.

Lemma lookup_args s as_ vs p :
  resolve_args s as_ vs ->
  match lookup p as_ with
  | None => lookup p vs = None
  | Some a => exists v, lookup p vs = Some v /\ resolve s a v
  end.
Proof.
  induction 1 as [|[q a] [q' v] as_ vs [E R] H IH]; simpl in *; [reflexivity|].
  subst q'. destruct (p =? q); [exists v; auto | exact IH].
Qed.

Theorem keval_sound s as_ vs v us tr t g b :
  resolve_args s as_ vs -> keval as_ g = Some b -> gsat fi orc tr (mkE t vs v us) g = b.
Proof.
  intros R; revert b; induction g as [| |f p ns|g IH|g IHg h IHh|g IHg h IHh];
    intros b E; simpl in *.
  - congruence.
  - discriminate.
  - pose proof (lookup_args _ _ _ p R) as L.
    destruct (lookup p as_) as [[n|x|xs]|].
    + destruct L as [u [-> V]]. inversion V; subst; simpl. congruence.
    + discriminate.
    + discriminate.
    + rewrite L. congruence.
  - destruct (keval as_ g) as [c|]; simpl in E; [|discriminate].
    rewrite (IH c eq_refl). congruence.
  - destruct (keval as_ g) as [[]|], (keval as_ h) as [[]|]; simpl in E;
      try discriminate; injection E as <-;
      try rewrite (IHg _ eq_refl); try rewrite (IHh _ eq_refl);
      rewrite ?andb_false_r; reflexivity.
  - destruct (keval as_ g) as [[]|], (keval as_ h) as [[]|]; simpl in E;
      try discriminate; injection E as <-;
      try rewrite (IHg _ eq_refl); try rewrite (IHh _ eq_refl);
      rewrite ?orb_true_r; reflexivity.
Qed.

Lemma knext_sound s c vs v us h q ts :
  resolve_args s (c_args c) vs -> forall n,
  match fired fi orc h n ts q (mkE (c_tool c) vs v us) with
  | Some j => In j (fst (knext c n ts q))
  | None => snd (knext c n ts q) = true
  end.
Proof.
  intros R; induction ts as [|t ts IH]; intros n; simpl; [reflexivity|].
  unfold applies; simpl. destruct (cand t q (c_tool c)); simpl; [|apply IH].
  destruct (keval (c_args c) (t_guard t)) as [[]|] eqn:E.
  - rewrite (keval_sound _ _ _ _ _ _ (c_tool c) _ _ R E). left; reflexivity.
  - rewrite (keval_sound _ _ _ _ _ _ (c_tool c) _ _ R E). apply IH.
  - destruct (gsat fi orc h (mkE (c_tool c) vs v us) (t_guard t)); simpl; [left; reflexivity|].
    specialize (IH (S n)). destruct (fired fi orc h (S n) ts q _); [right|]; exact IH.
Qed.

(** The table of three-valued evaluation excludes nothing that can happen, in
    any run of any workflow. *)
Theorem keval_table_ok real w s : table_ok P fi orc keval_table real w s.
Proof.
  intros tr us c K s' vs v k' _ _ R _. split; [|split]; simpl.
  - intros i A H. rewrite H. apply (knext_sound s'); exact R.
  - intros k r H G. rewrite H. destruct (keval (c_args c) (r_guard r)) as [[]|] eqn:E; try reflexivity.
    rewrite (keval_sound _ _ _ _ _ _ (c_tool c) _ _ R E) in G; discriminate.
  - intros j g H. rewrite H. simpl. unfold surely.
    destruct (keval (c_args c) g) as [[]|] eqn:E; try discriminate.
    intros _; eapply keval_sound; eassumption.
Qed.
End Kleene.

(** So acceptance with that table needs no hypothesis about tables. *)
Theorem soundness_keval P fi cert w :
  check P (keval_table P fi) cert w = true ->
  forall orc s tr k,
    start_env P s ->
    moves (map (KS []) w, s) tr k ->
    safe_trace P fi orc tr /\ (fst k <> [] -> exists ev k', move k ev k').
Proof.
  intros C orc s tr k S0 M.
  exact (soundness_all P _ cert w C fi orc s S0 (keval_table_ok P fi orc anything w s) tr k M).
Qed.

(** ** Writing a table down, and one table being sharper than another *)

(** All calls of a step, in order. *)
Fixpoint calls (s : step) : list call :=
  match s with
  | Call c => [c]
  | Cond _ th el => flat_map calls th ++ flat_map calls el
  | Loop _ _ _ body => flat_map calls body
  end.

(** A table as entries, for the given calls: one entry for each automaton and
    each state one of its transitions leaves. *)
Definition tabulate (P : policy) (T : table) (w : workflow) : entries := mkEntries
  (flat_map (fun c => flat_map (fun ia =>
     map (fun q => ((c_id c, fst ia, q), tb_next T c (fst ia) q))
         (undup Nat.eqb (map t_from (au_trans (snd ia))))) (number 0 (p_auts P))) (flat_map calls w))
  (flat_map (fun c => map (fun kr => (c_id c, fst kr))
     (filter (fun kr => negb (tb_rule T c (fst kr))) (number 0 (p_rules P)))) (flat_map calls w))
  (flat_map (fun c => map (fun jg => (c_id c, fst jg))
     (filter (fun jg => tb_pre T c (fst jg)) (number 0 (p_pre P)))) (flat_map calls w)).

Print Assumptions soundness_keval.

Section Agree.
Variable P : policy.

(** [T] says about call [c] what [T'] says. *)
Definition agree (T T' : table) (c : call) : Prop :=
  (forall i A q, nth_error (p_auts P) i = Some A -> succs T c i A q = succs T' c i A q) /\
  (forall k r, nth_error (p_rules P) k = Some r -> tb_rule T c k = tb_rule T' c k) /\
  (forall j tg, nth_error (p_pre P) j = Some tg -> tb_pre T c j = tb_pre T' c j).

(** [T] excludes at call [c] whatever [T'] excludes there. *)
Definition sharper (T T' : table) (c : call) : Prop :=
  (forall i A q, nth_error (p_auts P) i = Some A -> incl (succs T c i A q) (succs T' c i A q)) /\
  (forall k r, nth_error (p_rules P) k = Some r -> tb_rule T c k = true -> tb_rule T' c k = true) /\
  (forall j tg, nth_error (p_pre P) j = Some tg -> tb_pre T' c j = true -> tb_pre T c j = true).

Lemma agree_sharper T T' c : agree T T' c -> sharper T T' c /\ sharper T' T c.
Proof.
  intros [A [B C]]. split; (split; [|split]).
  - intros i X q H. rewrite (A i X q H). apply incl_refl.
  - intros k r H. rewrite (B k r H). auto.
  - intros j g H. rewrite (C j g H). auto.
  - intros i X q H. rewrite <- (A i X q H). apply incl_refl.
  - intros k r H. rewrite <- (B k r H). auto.
  - intros j g H. rewrite <- (C j g H). auto.
Qed.

Section Sharper.
Variables T T' : table.

Lemma step_auts_sharper c a b :
  sharper T T' c -> leq a b -> leq (step_auts P T c a) (step_auts P T' c b).
Proof.
  intros [Sh _] [B F]; split; simpl; [exact B|]. intros f; rewrite !(in_undup _ feqb_eq), !in_flat_map.
  intros [g [Hg Hf]] Lv. exists g.
  destruct g as [x v|i q]; simpl in *.
  - split; [|exact Hf]. destruct Hf as [<-|[]]. apply F; [exact Hg | exact Lv].
  - split; [apply F; [exact Hg | reflexivity]|].
    destruct (nth_error (p_auts P) i) as [A|] eqn:E; [|exact Hf].
    apply in_map_iff in Hf as [q' [<- Hq]]. apply in_map, (Sh i A q E), Hq.
Qed.

(** The variables of [xs] can be read in [b]. *)
Definition readable (xs : list var) (b : astate) : Prop := incl xs (a_bound b).

Lemma readable_bound xs b : all_bound xs b = true -> readable xs b.
Proof. intros H x; apply all_bound_In; exact H. Qed.

Lemma control_mono pc pc' xs a b :
  incl pc pc' -> leq a b -> readable xs b -> incl (control pc xs a) (control pc' xs b).
Proof.
  intros I L R k; unfold control; rewrite !in_app_iff, !in_flat_map.
  intros [H|[x [Hx H]]]; [left; apply I; exact H | right].
  exists x; split; [exact Hx | exact (val_of_mono a b x L (R x Hx) k H)].
Qed.

Lemma result_mono pc pc' c a b :
  incl pc pc' -> leq a b -> readable (all_refs c) b -> incl (result P pc c a) (result P pc' c b).
Proof.
  intros I L R k; rewrite !in_result.
  intros [r [H [Q|[[N [x [Hx Hk]]]|[Tr Hk]]]]]; exists r; split; auto.
  right; left; split; [exact N|]. exists x; split; [exact Hx|].
  exact (val_of_mono a b x L (R x Hx) k Hk).
Qed.

Lemma transfer_sharper pc pc' c a b :
  incl pc pc' -> sharper T T' c -> leq a b -> readable (all_refs c) b ->
  leq (transfer P T pc c a) (transfer P T' pc' c b).
Proof.
  intros I Sh L R; unfold transfer; destruct (c_bind c).
  - apply put_mono; [apply result_mono; assumption | apply step_auts_sharper; assumption].
  - apply step_auts_sharper; assumption.
Qed.

Lemma rule_ok_sharper pc pc' k r c a b :
  incl pc pc' -> (tb_rule T c k = true -> tb_rule T' c k = true) -> leq a b -> readable (all_refs c) b ->
  rule_ok P T' pc' k r c b = true -> rule_ok P T pc k r c a = true.
Proof.
  intros I SR L R. unfold rule_ok; rewrite !andb_true_iff; intros [H1 H2]; split.
  - unfold data_ok in *. apply orb_true_iff in H1; apply orb_true_iff. destruct H1 as [H|H].
    + left. apply negb_true_iff in H; apply negb_true_iff. apply andb_false_iff in H; apply andb_false_iff.
      destruct H as [H|H]; [left; exact H | right].
      destruct (tb_rule T c k) eqn:E; [|reflexivity]. rewrite (SR eq_refl) in H; discriminate.
    + right. rewrite forallb_forall in *. intros pa Hp; specialize (H pa Hp).
      apply orb_true_iff in H; apply orb_true_iff.
      destruct H as [H|H]; [left; exact H | right].
      rewrite forallb_forall in *. intros x Hx; specialize (H x Hx).
      apply negb_true_iff, memb_nIn in H; apply negb_true_iff, memb_nIn.
      intros J; apply H. refine (val_of_mono a b x L (R x _) k J).
      unfold all_refs; apply in_flat_map; exists pa; auto.
  - unfold control_ok in *. apply orb_true_iff in H2; apply orb_true_iff.
    destruct H2 as [H|H]; [left | right; exact H].
    apply negb_true_iff in H; apply negb_true_iff.
    destruct (r_deny r && sink_match r (c_tool c)); simpl in *; [|reflexivity].
    apply memb_nIn in H; apply memb_nIn. intros J; apply H, I, J.
Qed.

Lemma call_ok_sharper pc pc' c a b :
  incl pc pc' -> sharper T T' c -> leq a b -> readable (all_refs c) b ->
  call_ok P T' pc' c b = true -> call_ok P T pc c a = true.
Proof.
  intros I Sh L R; unfold call_ok; rewrite !andb_true_iff; intros [[[H1 H2] H3] H4].
  destruct Sh as [SA [SR SP]].
  repeat split; try assumption.
  - rewrite forallb_forall in *. intros [k r] Hr; specialize (H2 (k, r) Hr); simpl in *.
    apply in_number0 in Hr. eapply rule_ok_sharper; [exact I | exact (SR k r Hr) | exact L | exact R | exact H2].
  - rewrite forallb_forall in *. intros [j tg] Hj; specialize (H3 (j, tg) Hj); simpl in *.
    apply in_number0 in Hj. apply orb_true_iff in H3; apply orb_true_iff.
    destruct H3 as [H3|H3]; [left; exact H3 | right; eapply SP; eassumption].
  - apply negb_true_iff in H4; apply negb_true_iff.
    destruct (existsb (is_error P) (a_facts (step_auts P T c a))) eqn:E; [|reflexivity].
    apply existsb_exists in E as [f [Hf E]].
    assert (X : existsb (is_error P) (a_facts (step_auts P T' c b)) = true).
    { apply existsb_exists; exists f; split; [|exact E].
      apply (step_auts_sharper c a b); [split; [exact SA | auto] | exact L | exact Hf|].
      destruct f; [discriminate E | reflexivity]. }
    congruence.
Qed.

Lemma all_bound_le xs a b : leq a b -> all_bound xs b = true -> all_bound xs a = true.
Proof.
  intros [B _]; unfold all_bound; rewrite !forallb_forall; intros H x Hx.
  apply memb_In, B, memb_In, H, Hx.
Qed.

Variable cert : list (nat * astate).
Notation chk1 := (chk P T (call_ok P T) all_bound cert).
Notation chk2 := (chk P T' (call_ok P T') all_bound cert).

Definition follows (s : step) : Prop := forall pc pc' a b b',
  (forall c, In c (calls s) -> sharper T T' c) -> incl pc pc' -> leq a b -> chk2 pc' s b = Some b' ->
  exists a', chk1 pc s a = Some a' /\ leq a' b'.

Lemma follows_list l : Forall follows l -> forall pc pc' a b b',
  (forall c, In c (flat_map calls l) -> sharper T T' c) -> incl pc pc' -> leq a b ->
  seq (chk2 pc') l b = Some b' ->
  exists a', seq (chk1 pc) l a = Some a' /\ leq a' b'.
Proof.
  induction 1 as [|s l Hs Hl IH]; intros pc pc' a b b' Sh I L E; simpl in *.
  - injection E as ->. exists a; auto.
  - destruct (chk2 pc' s b) as [b1|] eqn:E1; [|discriminate].
    destruct (Hs pc pc' a b b1) as [a1 [Q1 L1]]; auto.
    { intros c Hc; apply Sh, in_or_app; left; exact Hc. }
    rewrite Q1. eapply IH; [|exact I | exact L1 | exact E].
    intros c Hc; apply Sh, in_or_app; right; exact Hc.
Qed.

Lemma follows_step s : follows s.
Proof.
  induction s as [c|xs th el Ht He|id coll item body Hb] using step_ind'; intros pc pc' a b b' Sh I L E; simpl in *.
  - destruct (all_bound (all_refs c) b) eqn:V; simpl in E; [|discriminate].
    destruct (call_ok P T' pc' c b) eqn:K; [|discriminate]. injection E as <-.
    assert (S0 : sharper T T' c) by (apply Sh; left; reflexivity).
    pose proof (readable_bound _ _ V) as R.
    rewrite (all_bound_le _ a b L V), (call_ok_sharper pc pc' c a b I S0 L R K). simpl.
    eexists; split; [reflexivity | apply transfer_sharper; assumption].
  - destruct (all_bound xs b) eqn:V; [|discriminate].
    pose proof (control_mono pc pc' xs a b I L (readable_bound _ _ V)) as I'.
    destruct (seq (chk2 (control pc' xs b)) th b) as [b1|] eqn:E1; [|discriminate].
    destruct (seq (chk2 (control pc' xs b)) el b) as [b2|] eqn:E2; [|discriminate]. injection E as <-.
    rewrite (all_bound_le _ a b L V).
    destruct (follows_list th Ht (control pc xs a) (control pc' xs b) a b b1) as [a1 [Q1 L1]]; auto.
    { intros c Hc; apply Sh, in_or_app; left; exact Hc. }
    destruct (follows_list el He (control pc xs a) (control pc' xs b) a b b2) as [a2 [Q2 L2]]; auto.
    { intros c Hc; apply Sh, in_or_app; right; exact Hc. }
    rewrite Q1, Q2. eexists; split; [reflexivity | apply join_mono; assumption].
  - destruct (all_bound [coll] b) eqn:V; [pose proof (readable_bound _ _ V) as R|]; simpl in V; rewrite V in E; [|discriminate].
    destruct (lookup id cert) as [inv|]; [|discriminate].
    destruct (leqb b inv) eqn:L1; [|discriminate]. apply leqb_leq in L1.
    destruct (seq (chk2 (control pc' [coll] b)) body (put item (val_of b coll) inv)) as [d|] eqn:E1; [|discriminate].
    destruct (leqb d inv) eqn:L2; [|discriminate]. apply leqb_leq in L2. injection E as <-.
    pose proof (all_bound_le [coll] a b L V) as V'. simpl in V'; rewrite V'.
    assert (La : leqb a inv = true) by (apply leqb_leq; eapply leq_trans; eassumption). rewrite La.
    destruct (follows_list body Hb (control pc [coll] a) (control pc' [coll] b)
                (put item (val_of a coll) inv) (put item (val_of b coll) inv) d)
      as [a' [Q Ld]]; auto.
    { apply control_mono; assumption. }
    { apply put_mono; [apply val_of_mono; [exact L | apply R; left; reflexivity] | apply leq_refl]. }
    rewrite Q. assert (Li : leqb a' inv = true) by (apply leqb_leq; eapply leq_trans; eassumption).
    rewrite Li. eexists; split; [reflexivity | apply leq_refl].
Qed.
End Sharper.

(** A sharper table accepts whatever a blunter one does, with the same
    invariants. *)
Theorem sharper_accepts T T' cert w :
  (forall c, In c (flat_map calls w) -> sharper T T' c) ->
  check P T' cert w = true -> check P T cert w = true.
Proof.
  intros Sh C. unfold check in *. apply andb_true_iff in C as [E0 C]. rewrite E0; simpl.
  destruct (seq (chk P T' (call_ok P T') all_bound cert []) w (start P)) as [b|] eqn:E; [|discriminate].
  destruct (follows_list T T' cert w) with (pc := @nil nat) (pc' := @nil nat) (a := start P) (b := start P) (b' := b) as [a' [Q _]]; auto.
  - apply Forall_forall; intros; apply follows_step.
  - apply incl_refl.
  - apply leq_refl.
  - rewrite Q; reflexivity.
Qed.

Corollary agree_same T T' cert w :
  (forall c, In c (flat_map calls w) -> agree T T' c) -> check P T cert w = check P T' cert w.
Proof.
  intros A. destruct (check P T cert w) eqn:E1, (check P T' cert w) eqn:E2; try reflexivity.
  - rewrite (sharper_accepts T' T cert w) in E2; [discriminate | | exact E1].
    intros c Hc; destruct (agree_sharper T T' c (A c Hc)); assumption.
  - rewrite (sharper_accepts T T' cert w) in E1; [discriminate | | exact E2].
    intros c Hc; destruct (agree_sharper T T' c (A c Hc)); assumption.
Qed.
End Agree.

(** ** Writing three-valued evaluation down loses nothing *)

Lemma nodup_key {A} (f : A -> nat) l x y :
  NoDup (map f l) -> In x l -> In y l -> f x = f y -> x = y.
Proof.
  induction l as [|z l IH]; simpl; intros N Hx Hy E; [contradiction|].
  inversion N as [|? ? N1 N2]; subst.
  destruct Hx as [->|Hx], Hy as [->|Hy]; auto.
  - exfalso; apply N1. rewrite E. apply in_map; exact Hy.
  - exfalso; apply N1. rewrite <- E. apply in_map; exact Hx.
Qed.

Lemma key3_eq a b c x y z : key3 (a, b, c) (x, y, z) = true <-> a = x /\ b = y /\ c = z.
Proof. unfold key3; simpl. rewrite !andb_true_iff, !Nat.eqb_eq. tauto. Qed.

Lemma key2_eq a b x y : key2 (a, b) (x, y) = true <-> a = x /\ b = y.
Proof. unfold key2; simpl. rewrite andb_true_iff, !Nat.eqb_eq. tauto. Qed.

Section Tabulate.
Variable P : policy.
Variable T : table.
Variable w : workflow.
Hypothesis distinct : NoDup (map c_id (flat_map calls w)).
(** A state that no transition leaves may stay. *)
Hypothesis rests : forall c i A q, nth_error (p_auts P) i = Some A ->
  ~ In q (map t_from (au_trans A)) -> snd (tb_next T c i q) = true.

Notation E := (tabulate P T w).

Lemma no_cand A q c l : ~ In q (map t_from (au_trans A)) ->
  flat_map (fun j => match nth_error (au_trans A) j with
                     | Some t => if cand t q (c_tool c) then [t_to t] else []
                     | None => []
                     end) l = [].
Proof.
  intros N; induction l as [|j l IH]; simpl; [reflexivity|]. rewrite IH, app_nil_r.
  destruct (nth_error (au_trans A) j) as [t|] eqn:H; [|reflexivity].
  unfold cand. destruct (t_from t =? q) eqn:F; simpl; [|reflexivity].
  apply Nat.eqb_eq in F. exfalso; apply N. apply in_map_iff; exists t; split; [exact F|].
  eapply nth_error_In; exact H.
Qed.

Lemma tabulate_agrees c : In c (flat_map calls w) -> agree P (table_of P E) T c.
Proof.
  intros Hc. split; [|split].
  - intros i A q H. unfold succs. unfold table_of; simpl tb_next.
    destruct (find _ _) as [kv|] eqn:F.
    + apply find_some in F as [Hin K]. simpl in Hin.
      apply in_flat_map in Hin as [c' [Hc' Hin]]. apply in_flat_map in Hin as [[i' A'] [_ Hin]].
      apply in_map_iff in Hin as [q' [<- _]]. simpl fst in K. apply key3_eq in K as [K1 [K2 K3]].
      simpl in K2; subst. rewrite (nodup_key c_id _ c' c distinct Hc' Hc K1). reflexivity.
    + assert (N : ~ In q (map t_from (au_trans A))).
      { intros Hq.
        assert (Z : key3 (c_id c, i, q) (c_id c, i, q) = true) by (apply key3_eq; auto).
        assert (X : key3 (c_id c, i, q) (c_id c, i, q) = false).
        { apply (find_none _ _ F ((c_id c, i, q), tb_next T c i q)).
          simpl. apply in_flat_map; exists c; split; [exact Hc|].
          apply in_flat_map; exists (i, A); split; [apply in_number0; exact H|]. simpl.
          apply in_map_iff; exists q; split; [reflexivity|].
          apply in_undup; [intros; apply Nat.eqb_eq | exact Hq]. }
        congruence. }
      rewrite !(no_cand A q c _ N). rewrite (rests c i A q H N). reflexivity.
  - intros k r H. simpl.
    assert (X : existsb (key2 (c_id c, k)) (en_norule E) = true <-> tb_rule T c k = false).
    { rewrite existsb_exists; split.
      - intros [[a b] [Hin K]]. apply key2_eq in K as [<- <-]. simpl in Hin.
        apply in_flat_map in Hin as [c' [Hc' Hin]]. apply in_map_iff in Hin as [[k' r'] [[= K1 K2] Hin]].
        simpl in *; subst. apply filter_In in Hin as [_ Hn]. apply negb_true_iff in Hn. simpl in Hn.
        rewrite (nodup_key c_id _ c' c distinct Hc' Hc K1) in Hn; exact Hn.
      - intros Hf. exists (c_id c, k); split; [|apply key2_eq; auto]. simpl.
        apply in_flat_map; exists c; split; [exact Hc|]. apply in_map_iff; exists (k, r); split; [reflexivity|].
        apply filter_In; split; [apply in_number0; exact H | simpl; rewrite Hf; reflexivity]. }
    simpl in X. destruct (existsb _ _), (tb_rule T c k); simpl; try reflexivity;
      [symmetry; apply X; reflexivity | discriminate (proj2 X eq_refl)].
  - intros j tg H. simpl.
    assert (X : existsb (key2 (c_id c, j)) (en_pre E) = true <-> tb_pre T c j = true).
    { rewrite existsb_exists; split.
      - intros [[a b] [Hin K]]. apply key2_eq in K as [<- <-]. simpl in Hin.
        apply in_flat_map in Hin as [c' [Hc' Hin]]. apply in_map_iff in Hin as [[k' r'] [[= K1 K2] Hin]].
        simpl in *; subst. apply filter_In in Hin as [_ Hn]. simpl in Hn.
        rewrite (nodup_key c_id _ c' c distinct Hc' Hc K1) in Hn; exact Hn.
      - intros Hf. exists (c_id c, j); split; [|apply key2_eq; auto]. simpl.
        apply in_flat_map; exists c; split; [exact Hc|]. apply in_map_iff; exists (j, tg); split; [reflexivity|].
        apply filter_In; split; [apply in_number0; exact H | exact Hf]. }
    simpl in X. destruct (existsb _ _), (tb_pre T c j); simpl; try reflexivity;
      [symmetry; apply X; reflexivity | discriminate (proj2 X eq_refl)].
Qed.

Theorem tabulate_same cert : check P (table_of P E) cert w = check P T cert w.
Proof. apply agree_same, tabulate_agrees. Qed.
End Tabulate.

Lemma keval_rests P fi c i A q : nth_error (p_auts P) i = Some A ->
  ~ In q (map t_from (au_trans A)) -> snd (tb_next (keval_table P fi) c i q) = true.
Proof.
  intros H. simpl. rewrite H. generalize 0. induction (au_trans A) as [|t ts IH]; intros n N; simpl; [reflexivity|].
  unfold cand. destruct (t_from t =? q) eqn:F; simpl.
  - exfalso; apply N; left. apply Nat.eqb_eq; exact F.
  - apply IH. intros X; apply N; right; exact X.
Qed.

(** The written certificate: three-valued evaluation, tabulated by call number.
    No hypothesis about tables is left. *)
Theorem soundness_written P fi cert w :
  NoDup (map c_id (flat_map calls w)) ->
  check P (table_of P (tabulate P (keval_table P fi) w)) cert w = true ->
  forall orc s tr k, start_env P s -> moves (map (KS []) w, s) tr k ->
    safe_trace P fi orc tr /\ (fst k <> [] -> exists ev k', move k ev k').
Proof.
  intros N C. apply (soundness_keval P fi cert w).
  rewrite <- C. symmetry. apply tabulate_same; [exact N | apply keval_rests].
Qed.

Print Assumptions sharper_accepts.
Print Assumptions soundness_written.

(** ** A table from its justifications *)

Section Justified.
Variable P : policy.
Variable fi : nat -> lit -> lit.
Variable orc : nat -> trace -> event -> bool.
Variable real : reality.
Variable w : workflow.
Variable s : env.

(** Some real run, safe so far, makes call [c] with event [e] after [tr]. *)
Definition happens (c : call) (tr : trace) (e : event) : Prop :=
  exists us K s' vs v k',
    runs real (map (KS []) w, s) tr (KS us (Call c) :: K, s') /\ safe_trace P fi orc tr /\
    resolve_args s' (c_args c) vs /\ e = mkE (c_tool c) vs v us /\
    real tr (KS us (Call c) :: K, s') [e] k'.

(** What each entry has to be justified by. A transition left out: whenever its
    guard holds, an earlier transition applies. Staying left out: some
    transition applies. A rule left out: its condition fails. A precondition
    listed: it holds. What an entry does not exclude needs no justification. *)
Record justified (E : entries) : Prop := {
  j_fire : forall id i q js stay A j t,
    In ((id, i, q), (js, stay)) (en_next E) ->
    nth_error (p_auts P) i = Some A -> nth_error (au_trans A) j = Some t -> ~ In j js ->
    forall c tr e, happens c tr e -> c_id c = id -> run_aut fi orc A tr = q ->
      applies fi orc tr t q e = true ->
      exists j' t', j' < j /\ nth_error (au_trans A) j' = Some t' /\ applies fi orc tr t' q e = true;
  j_stay : forall id i q js A,
    In ((id, i, q), (js, false)) (en_next E) -> nth_error (p_auts P) i = Some A ->
    forall c tr e, happens c tr e -> c_id c = id -> run_aut fi orc A tr = q ->
      exists j t, nth_error (au_trans A) j = Some t /\ applies fi orc tr t q e = true;
  j_rule : forall id k r,
    In (id, k) (en_norule E) -> nth_error (p_rules P) k = Some r ->
    forall c tr e, happens c tr e -> c_id c = id -> gsat fi orc tr e (r_guard r) = false;
  j_pre : forall id j t g,
    In (id, j) (en_pre E) -> nth_error (p_pre P) j = Some (t, g) ->
    forall c tr e, happens c tr e -> c_id c = id -> e_tool e = t -> gsat fi orc tr e g = true
}.

Lemma fired_spec tr ts q e : forall n,
  match fired fi orc tr n ts q e with
  | Some j => exists m t, j = n + m /\ nth_error ts m = Some t /\ applies fi orc tr t q e = true /\
                forall m' t', m' < m -> nth_error ts m' = Some t' -> applies fi orc tr t' q e = false
  | None => forall m t, nth_error ts m = Some t -> applies fi orc tr t q e = false
  end.
Proof.
  induction ts as [|t ts IH]; intros n; simpl.
  - intros [|m] t H; discriminate.
  - destruct (applies fi orc tr t q e) eqn:X.
    + exists 0, t. repeat split; [lia | exact X | intros; lia].
    + specialize (IH (S n)). destruct (fired fi orc tr (S n) ts q e) as [j|].
      * destruct IH as [m [t' [-> [H1 [H2 H3]]]]]. exists (S m), t'.
        repeat split; [lia | exact H1 | exact H2|].
        intros [|m'] u L Hu; simpl in Hu; [injection Hu as <-; exact X | apply (H3 m'); [lia | exact Hu]].
      * intros [|m] u Hu; simpl in Hu; [injection Hu as <-; exact X | exact (IH m u Hu)].
Qed.

Theorem justified_ok E : justified E -> table_ok P fi orc (table_of P E) real w s.
Proof.
  intros J tr us c K s' vs v k' Rn Sf R Re.
  assert (Hp : happens c tr (mkE (c_tool c) vs v us)) by (exists us, K, s', vs, v, k'; auto 10).
  split; [|split].
  - intros i A H q. pose proof (fired_spec tr (au_trans A) q (mkE (c_tool c) vs v us) 0) as F.
    unfold table_of; simpl tb_next.
    destruct (find _ _) as [kv|] eqn:Fd.
    + apply find_some in Fd as [Hin Ky]. destruct kv as [[[id i'] q'] [js stay]].
      simpl fst in Ky. apply key3_eq in Ky as [-> [-> ->]]. simpl snd; simpl fst.
      destruct (fired fi orc tr 0 (au_trans A) q (mkE (c_tool c) vs v us)) as [j|].
      * destruct F as [m [t [-> [H1 [H2 H3]]]]]. simpl.
        destruct (in_dec Nat.eq_dec m js) as [I|N]; [exact I | exfalso].
        destruct (j_fire E J _ _ _ _ _ A m t Hin H H1 N c tr _ Hp eq_refl eq_refl H2)
          as [m' [t' [L [H4 H5]]]].
        rewrite (H3 m' t' L H4) in H5; discriminate.
      * destruct stay; [reflexivity | exfalso].
        destruct (j_stay E J _ _ _ _ A Hin H c tr _ Hp eq_refl eq_refl) as [m [t [H1 H2]]].
        fold q in H2. rewrite (F m t H1) in H2; discriminate.
    + destruct (fired fi orc tr 0 (au_trans A) q (mkE (c_tool c) vs v us)) as [j|]; [|reflexivity].
      destruct F as [m [t [-> [H1 _]]]]. rewrite H. simpl. apply in_seq.
      split; [lia|]. simpl. apply nth_error_Some. rewrite H1; discriminate.
  - intros k r H G. simpl. apply negb_true_iff.
    destruct (existsb (key2 (c_id c, k)) (en_norule E)) eqn:X; [|reflexivity]. exfalso.
    apply existsb_exists in X as [[a b] [Hin Ky]]. apply key2_eq in Ky as [<- <-].
    rewrite (j_rule E J _ _ r Hin H c tr _ Hp eq_refl) in G; discriminate.
  - intros j g H X. simpl in X. apply existsb_exists in X as [[a b] [Hin Ky]].
    apply key2_eq in Ky as [<- <-]. exact (j_pre E J _ _ _ g Hin H c tr _ Hp eq_refl eq_refl).
Qed.
End Justified.

(** What a shipped certificate claims: the pass succeeds, and each exclusion is
    justified for the runs that can really happen. *)
Theorem soundness_justified P E cert w :
  check P (table_of P E) cert w = true ->
  forall fi orc real s,
    start_env P s -> justified P fi orc real w s E ->
    forall tr k, runs real (map (KS []) w, s) tr k ->
    safe_trace P fi orc tr /\ (fst k <> [] -> exists ev k', move k ev k').
Proof.
  intros C fi orc real s S0 J.
  exact (soundness P _ cert w C fi orc real s S0 (justified_ok P fi orc real w s E J)).
Qed.

Print Assumptions soundness_justified.
