(** An executable run, and an executable reading of the policy on events. The
    first is one of the runs [soundness] speaks of; the second decides exactly
    what [soundness] forbids. Both exist to be compared with real executors. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax Concrete Domain Check Sound Table Infer.
Import ListNotations.

Lemma prov_ind' (Q : prov -> Prop) :
  (forall x, Q (PIn x)) -> Q PLit -> (forall t ps us, Forall Q ps -> Forall Q us -> Q (PMade t ps us)) ->
  (forall p, Q p -> Q (PItem p)) -> (forall ps, Forall Q ps -> Q (PMix ps)) -> forall p, Q p.
Proof.
  intros H1 H2 H3 H4 H5. fix rec 1. intros [x| |t ps us|p|ps].
  - apply H1.
  - exact H2.
  - apply H3.
    + induction ps as [|p ps IH]; constructor; [apply rec | apply IH].
    + induction us as [|p us IH]; constructor; [apply rec | apply IH].
  - apply H4, rec.
  - apply H5. induction ps as [|p ps IH]; constructor; [apply rec | apply IH].
Qed.

Section Monitor.
Variable P : policy.
Variable fi : nat -> lit -> lit.
Variable orc : nat -> trace -> event -> bool.

(** All ways labels reach a value. *)
Fixpoint ways (p : prov) : list (label * list tool) :=
  match p with
  | PIn x => map (fun l => (l, [])) (flat_map (fun ls => ls) (assoc x (p_inputs P)))
  | PLit => []
  | PMade t ps us =>
      map (fun l => (l, [])) (assoc t (p_intro P)) ++
      map (fun w => (fst w, t :: snd w)) (flat_map ways ps) ++
      (if p_track P then flat_map ways us else [])
  | PItem p => ways p
  | PMix ps => flat_map ways ps
  end.

Theorem ways_spec p : forall l S, In (l, S) (ways p) <-> derives P p l S.
Proof.
  induction p as [x| |t ps us IH IHu|p IH|ps IH] using prov_ind'; intros l S; simpl.
  - rewrite in_map_iff; split.
    + intros [l0 [[= <- <-] H]]. apply in_flat_map in H as [ls [H1 H2]].
      apply in_assoc in H1. econstructor; eassumption.
    + intros H; inversion H as [? ls ? H1 H2| | | | |]; subst.
      exists l; split; [reflexivity|]. apply in_flat_map; exists ls; split; [|exact H2].
      apply in_assoc; exact H1.
  - split; [intros [] | intros H; inversion H].
  - rewrite Forall_forall in IH, IHu. rewrite !in_app_iff, !in_map_iff; split.
    + intros [[l0 [[= <- <-] H]]|[[[l0 S0] [[= <- <-] H]]|H]].
      * apply D_src, in_assoc; exact H.
      * apply in_flat_map in H as [p [Hp H]]. eapply D_via; [exact Hp | apply IH; assumption].
      * destruct (p_track P) eqn:Tr; [|contradiction].
        apply in_flat_map in H as [p [Hp H]]. eapply D_under; [exact Tr | exact Hp | apply IHu; assumption].
    + intros H; inversion H as [|? ? ? ? Hi|? ? ? p ? S0 Hp Hd|? ? ? p ? S0 Tr Hp Hd| |]; subst.
      * left; exists l; split; [reflexivity | apply in_assoc; exact Hi].
      * right; left; exists (l, S0); split; [reflexivity|]. apply in_flat_map; exists p.
        split; [exact Hp | apply IH; assumption].
      * right; right. rewrite Tr. apply in_flat_map; exists p. split; [exact Hp | apply IHu; assumption].
  - rewrite IH; split; [apply D_item | intros H; inversion H; assumption].
  - rewrite Forall_forall in IH. rewrite in_flat_map; split.
    + intros [p [Hp H]]. eapply D_mix; [exact Hp | apply IH; assumption].
    + intros H; inversion H as [| | | | |? p ? ? Hp Hd]; subst. exists p; split; [exact Hp | apply IH; assumption].
Qed.

Definition rawb (r : rule) (p : prov) : bool :=
  existsb (fun w => src_match r (fst w) && forallb (fun t => negb (memb t (r_sans r))) (snd w)) (ways p).

Lemma rawb_spec r p : rawb r p = true <-> raw P r p.
Proof.
  unfold rawb, raw; rewrite existsb_exists; split.
  - intros [[l S] [H Q]]. simpl in Q. apply andb_true_iff in Q as [M N].
    rewrite forallb_forall in N. exists l, S. split; [apply ways_spec; exact H|]. split; [exact M|].
    intros t Ht. apply memb_nIn, negb_true_iff, N, Ht.
  - intros [l [S [D [M N]]]]. exists (l, S); split; [apply ways_spec; exact D|]. simpl. rewrite M; simpl.
    apply forallb_forall; intros t Ht. apply negb_true_iff, memb_nIn, N, Ht.
Qed.

Definition receivesb (r : rule) (h : trace) (e : event) : bool :=
  sink_match r (e_tool e) && gsat fi orc h e (r_guard r) &&
  existsb (fun pv => param_match P r (e_tool e) (fst pv) && rawb r (v_prov (snd pv))) (e_args e).

Definition tellsb (r : rule) (e : event) : bool :=
  r_deny r && sink_match r (e_tool e) &&
  existsb (fun pv => param_match P r (e_tool e) (fst pv)) (e_args e) &&
  existsb (rawb r) (e_under e).

Definition breaksb (r : rule) (h : trace) (e : event) : bool := receivesb r h e || tellsb r e.

Theorem breaksb_spec r h e : breaksb r h e = true <-> breaks P fi orc r h e.
Proof.
  unfold breaksb, breaks. rewrite orb_true_iff.
  assert (A : receivesb r h e = true <-> receives P fi orc r h e).
  { unfold receivesb, receives; rewrite !andb_true_iff, existsb_exists; split.
    - intros [[H1 H2] [[p v] [Hv H]]]. split; [exact H1|]; split; [exact H2|].
      apply andb_true_iff in H as [Hp H]. exists p, v. simpl in *.
      split; [exact Hv|]. split; [exact Hp | apply rawb_spec; exact H].
    - intros [H1 [H2 [p [v [Hv [Hp H]]]]]]. split; [auto|].
      exists (p, v); split; [exact Hv|]. simpl; rewrite Hp; simpl. apply rawb_spec; exact H. }
  assert (B : tellsb r e = true <-> tells P r e).
  { unfold tellsb, tells; rewrite !andb_true_iff, !existsb_exists; split.
    - intros [[[H1 H2] [[p v] [Hv Hp]]] [u [Hu H]]]. split; [exact H1|]; split; [exact H2|].
      split; [exists p, v; auto|]. exists u; split; [exact Hu | apply rawb_spec; exact H].
    - intros [H1 [H2 [[p [v [Hv Hp]]] [u [Hu H]]]]]. split; [split; [split; assumption|]|].
      + exists (p, v); auto.
      + exists u; split; [exact Hu | apply rawb_spec; exact H]. }
  rewrite A, B. reflexivity.
Qed.

Definition safe_eventb (h : trace) (e : event) : bool :=
  memb (e_tool e) (p_allowed P) &&
  forallb (fun r => negb (breaksb r h e)) (p_rules P) &&
  forallb (gsat fi orc h e) (assoc (e_tool e) (p_pre P)).

Lemma safe_eventb_spec h e : safe_eventb h e = true <-> safe_event P fi orc h e.
Proof.
  unfold safe_eventb, safe_event.
  rewrite !andb_true_iff, !forallb_forall, memb_In. split.
  - intros [[H1 H2] H3]. split; [exact H1|]. split.
    + intros r Hr B. specialize (H2 r Hr). apply breaksb_spec in B. rewrite B in H2; discriminate.
    + intros g Hg; apply H3, in_assoc; exact Hg.
  - intros [H1 [H2 H3]]. split; [split; [exact H1|]|].
    + intros r Hr. apply negb_true_iff. destruct (breaksb r h e) eqn:B; [|reflexivity].
      exfalso; apply (H2 r Hr), breaksb_spec; exact B.
    + intros g Hg; apply H3, in_assoc; exact Hg.
Qed.

Fixpoint eachb (f : trace -> event -> bool) (h tr : trace) : bool :=
  match tr with [] => true | e :: r => f h e && eachb f (h ++ [e]) r end.

Lemma eachb_spec f (Q : trace -> event -> Prop) : (forall h e, f h e = true <-> Q h e) ->
  forall tr h, eachb f h tr = true <-> each (fun g e => Q (h ++ g) e) tr.
Proof.
  intros F; induction tr as [|x tr IH]; intros h; simpl.
  - split; [intros _; apply each_nil | reflexivity].
  - rewrite andb_true_iff, F, IH. split.
    + intros [H1 H2] [|y g] e t E; simpl in E.
      * injection E as <- _. rewrite app_nil_r; exact H1.
      * injection E as <- E. specialize (H2 g e t E). simpl in H2. rewrite <- app_assoc in H2. exact H2.
    + intros H. split.
      * specialize (H [] x tr eq_refl). simpl in H. rewrite app_nil_r in H; exact H.
      * intros g e t E. rewrite <- app_assoc. apply (H (x :: g) e t). simpl; rewrite E; reflexivity.
Qed.

Definition safe_traceb (tr : trace) : bool :=
  eachb safe_eventb [] tr &&
  forallb (fun A => negb (memb (run_aut fi orc A tr) (au_err A))) (p_auts P).

Theorem safe_traceb_spec tr : safe_traceb tr = true <-> safe_trace P fi orc tr.
Proof.
  unfold safe_traceb, safe_trace. rewrite andb_true_iff, forallb_forall.
  rewrite (eachb_spec _ _ safe_eventb_spec tr []). simpl.
  split; intros [H1 H2]; split; try exact H1.
  - intros A HA N. specialize (H2 A HA). apply memb_In in N. rewrite N in H2; discriminate.
  - intros A HA. apply negb_true_iff, memb_nIn; auto.
Qed.
End Monitor.

(** ** One run, steered by a list of numbers *)

Definition draw (ch : list nat) : nat * list nat :=
  match ch with [] => (0, []) | n :: r => (n, r) end.

Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
  match l with
  | [] => Some []
  | Some x :: r => match all_some r with Some y => Some (x :: y) | None => None end
  | None :: _ => None
  end.

Definition resolvef (s : env) (a : arg) : option value :=
  match a with
  | ALit n => Some (mkV n PLit)
  | ARef x => s x
  | AMix xs => match all_some (map s xs) with
               | Some vs => Some (mkV 0 (PMix (map v_prov vs)))
               | None => None
               end
  end.

Definition resolve_argsf (s : env) (as_ : list (param * arg)) : option (list (param * value)) :=
  all_some (map (fun pa => match resolvef s (snd pa) with Some v => Some (fst pa, v) | None => None end) as_).

Fixpoint even (n : nat) : bool := match n with 0 => true | S m => negb (even m) end.

(** [exec n k s ch]: the events of at most [n] moves. A draw gives the data a
    call returns, the branch (even: then), whether a loop goes on (not zero)
    and the data of its next item. *)
Fixpoint exec (n : nat) (k : list kont) (s : env) (ch : list nat) : trace :=
  match n, k with
  | 0, _ | _, [] => []
  | S n, KS us (Call c) :: K =>
      match resolve_argsf s (c_args c) with
      | None => []
      | Some vs =>
          let (d, ch) := draw ch in
          mkE (c_tool c) vs (mkV d (made (c_tool c) vs us)) us ::
          exec n K (bind (c_bind c) (mkV d (made (c_tool c) vs us)) s) ch
      end
  | S n, KS us (Cond xs th el) :: K =>
      if forallb (fun x => negb (is_none (s x))) xs then
        let (d, ch) := draw ch in
        exec n (map (KS (us ++ provs s xs)) (if even d then th else el) ++ K) s ch
      else []
  | S n, KS us (Loop id coll item body) :: K =>
      match s coll with
      | None => []
      | Some v => exec n (KL (us ++ provs s [coll]) v id item body :: K) s ch
      end
  | S n, KL us v id item body :: K =>
      let (d, ch) := draw ch in
      if d =? 0 then exec n K s ch
      else exec n (map (KS us) body ++ KL us v id item body :: K) (upd s item (mkV d (PItem (v_prov v)))) ch
  end.

Lemma all_some_map {A B} (f : A -> option B) l r :
  all_some (map f l) = Some r -> Forall2 (fun x y => f x = Some y) l r.
Proof.
  revert r; induction l as [|x l IH]; intros r H; simpl in H.
  - injection H as <-; constructor.
  - destruct (f x) eqn:E; [|discriminate].
    destruct (all_some (map f l)) eqn:E2; [|discriminate].
    injection H as <-; constructor; auto.
Qed.

Lemma resolvef_ok s a v : resolvef s a = Some v -> resolve s a v.
Proof.
  destruct a as [n|x|xs]; simpl.
  - intros [= <-]; constructor.
  - intros H; constructor; exact H.
  - destruct (all_some (map s xs)) as [vs|] eqn:E; [|discriminate].
    intros [= <-]. constructor. apply all_some_map; exact E.
Qed.

Lemma resolve_argsf_ok s as_ vs : resolve_argsf s as_ = Some vs -> resolve_args s as_ vs.
Proof.
  intros H; apply all_some_map in H. unfold resolve_args.
  induction H as [|[p a] [q v] as_ vs E H IH]; constructor; [|exact IH]. simpl in *.
  destruct (resolvef s a) as [w|] eqn:R; [|discriminate]. injection E as <- <-.
  split; [reflexivity | apply resolvef_ok; exact R].
Qed.

(** What [exec] reports is the event sequence of a genuine run. *)
Theorem exec_moves n : forall k s ch k0 t0,
  moves k0 t0 (k, s) -> exists k', moves k0 (t0 ++ exec n k s ch) k'.
Proof.
  induction n as [|n IH]; intros k s ch k0 t0 M.
  - exists (k, s). simpl; rewrite app_nil_r; exact M.
  - destruct k as [|[us [c|xs th el|id coll item body]|us v id item body] K]; cbn [exec].
    + exists ([], s). rewrite app_nil_r; exact M.
    + destruct (resolve_argsf s (c_args c)) as [vs|] eqn:R.
      * destruct (draw ch) as [d ch'].
        change (?y :: ?x) with ([y] ++ x).
        rewrite app_assoc. apply IH. econstructor; [exact M|].
        apply M_call, resolve_argsf_ok; exact R.
      * eexists; rewrite app_nil_r; exact M.
    + destruct (forallb (fun x => negb (is_none (s x))) xs) eqn:B.
      * destruct (draw ch) as [d ch'].
        assert (Bd : forall x, In x xs -> bound_in s x).
        { intros x Hx. rewrite forallb_forall in B. specialize (B x Hx). unfold bound_in.
          destruct (s x); [eauto | discriminate]. }
        destruct (IH (map (KS (us ++ provs s xs)) (if even d then th else el) ++ K) s ch' k0 (t0 ++ [])) as [k' H].
        { econstructor; [exact M|]. destruct (even d); [apply M_then | apply M_else]; exact Bd. }
        rewrite app_nil_r in H. eauto.
      * eexists; rewrite app_nil_r; exact M.
    + destruct (s coll) as [v|] eqn:E.
      * destruct (IH (KL (us ++ provs s [coll]) v id item body :: K) s ch k0 (t0 ++ [])) as [k' H].
        { econstructor; [exact M | apply M_enter; exact E]. }
        rewrite app_nil_r in H. eauto.
      * eexists; rewrite app_nil_r; exact M.
    + destruct (draw ch) as [d ch']. destruct (d =? 0).
      * destruct (IH K s ch' k0 (t0 ++ [])) as [k' H].
        { econstructor; [exact M | apply M_leave]. }
        rewrite app_nil_r in H. eauto.
      * destruct (IH (map (KS us) body ++ KL us v id item body :: K)
                     (upd s item (mkV d (PItem (v_prov v)))) ch' k0 (t0 ++ [])) as [k' H].
        { econstructor; [exact M | apply M_round]. }
        rewrite app_nil_r in H. eauto.
Qed.

(** Inputs, each with its own data. *)
Fixpoint start_of (xs : list var) (s : env) : env :=
  match xs with [] => s | x :: r => upd (start_of r s) x (mkV 0 (PIn x)) end.

Lemma start_of_ok P : start_env P (start_of (map fst (p_inputs P)) (fun _ => None)).
Proof.
  split.
  - induction (map fst (p_inputs P)) as [|y l IH]; intros x; simpl; [intros []|].
    intros [->|H]; unfold bound_in, upd.
    + rewrite Nat.eqb_refl; eauto.
    + destruct (x =? y); [eauto | apply IH; exact H].
  - induction (map fst (p_inputs P)) as [|y l IH]; intros x v H; simpl in *; [discriminate|].
    unfold upd in H. destruct (x =? y) eqn:E.
    + apply Nat.eqb_eq in E; subst. injection H as <-. auto.
    + destruct (IH x v H); auto.
Qed.

Definition trial (P : policy) (n : nat) (w : workflow) (ch : list nat) : trace :=
  exec n (map (KS []) w) (start_of (map fst (p_inputs P)) (fun _ => None)) ch.

(** Whatever the draws, a trial of an accepted workflow passes the monitor. *)
Theorem trial_safe P T fi orc C w n ch :
  check P T C w = true ->
  table_ok P fi orc T anything w (start_of (map fst (p_inputs P)) (fun _ => None)) ->
  safe_traceb P fi orc (trial P n w ch) = true.
Proof.
  intros H TO. apply safe_traceb_spec.
  destruct (exec_moves n (map (KS []) w) (start_of (map fst (p_inputs P)) (fun _ => None)) ch _ []
              (MS_refl _)) as [k M].
  exact (proj1 (soundness_all P T C w H fi orc _ (start_of_ok P) TO _ k M)).
Qed.

Corollary trial_safe_keval P fi orc C w n ch :
  check P (keval_table P fi) C w = true -> safe_traceb P fi orc (trial P n w ch) = true.
Proof. intros H; eapply trial_safe; [exact H | apply keval_table_ok]. Qed.

Print Assumptions trial_safe.
