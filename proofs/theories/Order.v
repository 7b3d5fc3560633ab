(** The coarse, order-based taint verdict ("a source ran earlier, so a sink is
    suspect"), and how it relates to real data flow.

    - Without sanitizers it never misses a data-flow leak.
    - With sanitizers that switch the bit off it does miss some: clearing one
      value clears the bit for every value. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax Concrete Domain Check Sound Table.
Import ListNotations.

Section Order.
Variables src san : tool -> bool.
Variable snk : call -> bool.

Definition thread {A} (f : A -> bool -> bool) : list A -> bool -> bool :=
  fix go l t := match l with [] => t | x :: r => go r (f x t) end.

Definition any_leak {A} (g f : A -> bool -> bool) : list A -> bool -> bool :=
  fix go l t := match l with [] => false | x :: r => g x t || go r (f x t) end.

Fixpoint after (s : step) (t : bool) : bool :=
  match s with
  | Call c => if san (c_tool c) then false else t || src (c_tool c)
  | Cond _ th el => thread after th t || thread after el t
  | Loop _ _ _ body => t || thread after body t
  end.

Fixpoint leak (s : step) (t : bool) : bool :=
  match s with
  | Call c => snk c && t
  | Cond _ th el => any_leak leak after th t || any_leak leak after el t
  | Loop _ _ _ body => any_leak leak after body (t || thread after body t)
  end.

(** The order-based verdict: true means "flagged". *)
Definition flagged (w : workflow) (t : bool) : bool := any_leak leak after w t.
End Order.

Section Covers.
Variable P : policy.
Variable fi : nat -> lit -> lit.
Variable orc : nat -> trace -> event -> bool.
Variable r : rule.

Definition r_src (t : tool) : bool := is_src P r t.
Definition r_snk (c : call) : bool :=
  sink_match r (c_tool c) && existsb (fun pa => param_match P r (c_tool c) (fst pa)) (c_args c).
Definition r_san (t : tool) : bool := memb t (r_sans r).
Definition none (t : tool) : bool := false.
Definition r_start : bool := existsb (fun i => existsb (src_match r) (snd i)) (p_inputs P).

Notation after := (after r_src none).
Notation leak := (leak r_src none r_snk).
Notation afters := (thread after).
Notation leaks := (any_leak leak after).

Definition hot (p : prov) : Prop := exists l S, derives P p l S /\ src_match r l = true.

Lemma raw_hot p : raw P r p -> hot p.
Proof. intros [l [S [D [M _]]]]; exists l, S; auto. Qed.

Definition warm (us : list prov) (t : bool) : Prop := forall u, In u us -> hot u -> t = true.

Inductive quiet : bool -> list kont -> Prop :=
| Q_nil t : quiet t []
| Q_step (t t0 : bool) us s K : (t = true -> t0 = true) -> warm us t0 -> leak s t0 = false ->
    quiet (after s t0) K -> quiet t (KS us s :: K)
| Q_loop (t t0 : bool) us v id item body K : (t = true -> t0 = true) -> warm us t0 ->
    (hot (v_prov v) -> t0 = true) ->
    leaks body t0 = false -> (afters body t0 = true -> t0 = true) ->
    quiet t0 K -> quiet t (KL us v id item body :: K).

Lemma quiet_weak (t t' : bool) K : (t = true -> t' = true) -> quiet t' K -> quiet t K.
Proof.
  intros L H; destruct H as [u|u t0 us s K H1 H2 H3 H4|u t0 us v id item body K H1 H2 H3 H4 H5 H6].
  - constructor.
  - apply (Q_step t t0); auto.
  - apply (Q_loop t t0); auto.
Qed.

Lemma after_above s : forall t : bool, t = true -> after s t = true.
Proof.
  induction s as [c|xs th el Ht He|id coll item body Hb] using step_ind'; intros t ->; simpl; try reflexivity.
  assert (G : forall l, Forall (fun s => forall t : bool, t = true -> after s t = true) l ->
            afters l true = true).
  { induction 1 as [|x l H H0 IH]; simpl; [reflexivity|]. rewrite (H true eq_refl); exact IH. }
  rewrite (G th Ht); reflexivity.
Qed.

Lemma warm_mono us (t t' : bool) : (t = true -> t' = true) -> warm us t -> warm us t'.
Proof. intros L W u Hu H; apply L; eapply W; eassumption. Qed.

Lemma quiet_app us body : forall t K, warm us t ->
  leaks body t = false -> quiet (afters body t) K -> quiet t (map (KS us) body ++ K).
Proof.
  induction body as [|s body IH]; intros t K W L Q; simpl in *; [exact Q|].
  apply orb_false_iff in L as [L1 L2].
  eapply Q_step with (t0 := t); auto. apply IH; auto.
  eapply warm_mono; [apply after_above | exact W].
Qed.

Definition cool (s : env) (t : bool) : Prop := forall x v, s x = Some v -> hot (v_prov v) -> t = true.

Lemma warm_provs us s xs t : warm us t -> cool s t -> warm (us ++ provs s xs) t.
Proof.
  intros W C u Hu H. apply in_app_or in Hu as [Hu|Hu]; [exact (W u Hu H)|].
  unfold provs in Hu. apply in_flat_map in Hu as [x [_ Hu]].
  destruct (s x) as [v|] eqn:E; [|contradiction]. destruct Hu as [<-|[]]. exact (C x v E H).
Qed.

Lemma arg_hot s as_ vs p v t :
  cool s t -> resolve_args s as_ vs -> In (p, v) vs -> hot (v_prov v) -> t = true.
Proof.
  intros C R Hv [l [S [Hl M]]].
  destruct (args_from P s as_ vs p v l S R Hv Hl) as [ar [x [w [_ [_ [E D]]]]]].
  apply (C x w E). exists l, S; auto.
Qed.

Lemma order_step K s ev K' s' t :
  cool s t -> quiet t K -> move (K, s) ev (K', s') ->
  (exists t', cool s' t' /\ quiet t' K') /\
  (forall h e, In e ev -> ~ breaks P fi orc r h e).
Proof.
  intros C Q Mv; inversion Mv as
    [us c K0 s0 vs d R | us xs th el K0 s0 B | us xs th el K0 s0 B | us id coll item body K0 s0 v Hv
    | us v id item body K0 s0 | us v id item body K0 s0 d]; subst.
  - inversion Q as [|? t0 ? ? ? L W Lk Qk|]; subst.
    assert (C0 : cool s t0) by (intros x v H1 H2; apply L; eapply C; eassumption).
    split.
    + exists (after (Call c) t0); split; [|exact Qk]. simpl.
      assert (N : forall v, hot (v_prov v) -> v = mkV d (made (c_tool c) vs us) -> t0 || r_src (c_tool c) = true).
      { intros v [l [S [Hl M]]] ->; simpl in Hl. unfold made in Hl.
        inversion Hl as [|? ? ? ? Hi|? ? ? p ? S0 Hp Hd|? ? ? p ? S0 Tr Hp Hd| |]; subst.
        - apply orb_true_iff; right. unfold r_src, is_src. apply existsb_exists; exists l.
          split; [apply in_assoc; exact Hi | exact M].
        - apply in_map_iff in Hp as [[q w] [<- Hw]].
          rewrite (arg_hot s (c_args c) vs q w t0 C0 R Hw); [reflexivity|].
          exists l, S0; auto.
        - rewrite (W p Hp); [reflexivity|]. exists l, S; auto. }
      intros x v H1 H2. unfold bind in H1. destruct (c_bind c) as [y|].
      * unfold upd in H1. destruct (x =? y); [injection H1 as <-; eapply N; [exact H2 | reflexivity]|].
        rewrite (C0 x v H1 H2); reflexivity.
      * rewrite (C0 x v H1 H2); reflexivity.
    + intros h e [<-|[]] Br. simpl in Lk.
      assert (X : forall p v, In (p, v) vs -> param_match P r (c_tool c) p = true ->
                existsb (fun pa => param_match P r (c_tool c) (fst pa)) (c_args c) = true).
      { intros p v Hv Pm. destruct (args_params _ _ _ _ _ R Hv) as [ar Ha].
        apply existsb_exists; exists (p, ar); auto. }
      assert (T : r_snk c = true /\ t0 = true).
      { unfold r_snk.
        destruct Br as [[Sk [_ [p [v [Hv [Pm D]]]]]]|[_ [Sk [[p [v [Hv Pm]]] [u [Hu D]]]]]]; simpl in *;
          rewrite Sk, (X p v Hv Pm); (split; [reflexivity|]).
        - eapply arg_hot; [exact C0 | exact R | exact Hv | apply raw_hot; exact D].
        - exact (W u Hu (raw_hot u D)). }
      destruct T as [Sk ->]. rewrite Sk in Lk; discriminate.
  - inversion Q as [|? t0 ? ? ? L W Lk Qk|]; subst. simpl in Lk, Qk. apply orb_false_iff in Lk as [L1 L2].
    assert (C0 : cool s' t0) by (intros x v H1 H2; apply L; eapply C; eassumption).
    split; [|intros ? ? []]. exists t; split; [exact C|].
    eapply quiet_weak; [exact L|]. apply quiet_app; [apply warm_provs; assumption | exact L1|].
    eapply quiet_weak; [|exact Qk]. intros ->; reflexivity.
  - inversion Q as [|? t0 ? ? ? L W Lk Qk|]; subst. simpl in Lk, Qk. apply orb_false_iff in Lk as [L1 L2].
    assert (C0 : cool s' t0) by (intros x v H1 H2; apply L; eapply C; eassumption).
    split; [|intros ? ? []]. exists t; split; [exact C|].
    eapply quiet_weak; [exact L|]. apply quiet_app; [apply warm_provs; assumption | exact L2|].
    eapply quiet_weak; [|exact Qk]. intros ->; apply orb_true_r.
  - inversion Q as [|? t0 ? ? ? L W Lk Qk|]; subst. simpl in Lk, Qk.
    assert (C0 : cool s' t0) by (intros x w H1 H2; apply L; eapply C; eassumption).
    split; [|intros ? ? []]. exists t; split; [exact C|].
    eapply Q_loop with (t0 := t0 || afters body t0); auto.
    + intros T; rewrite (L T); reflexivity.
    + eapply warm_mono with (t := t0); [intros ->; reflexivity|].
      exact (warm_provs us s' [coll] t0 W C0).
    + intros H; rewrite (L (C coll v Hv H)); reflexivity.
    + destruct t0; simpl; [auto|]. destruct (afters body false) eqn:E; [auto | congruence].
  - inversion Q as [| |? t0 ? ? ? ? ? ? L W Hh Lk Fx Qk]; subst.
    split; [|intros ? ? []]. exists t0; split; [|exact Qk].
    intros x w H1 H2; apply L; eapply C; eassumption.
  - inversion Q as [| |? t0 ? ? ? ? ? ? L W Hh Lk Fx Qk]; subst.
    split; [|intros ? ? []]. exists t0; split.
    + intros x w H1 H2. unfold upd in H1. destruct (x =? item).
      * injection H1 as <-. apply Hh. destruct H2 as [l [S [H2 H3]]]; simpl in H2.
        inversion H2; subst. exists l, S; auto.
      * apply L; eapply C; eassumption.
    + apply quiet_app; [exact W | exact Lk|]. eapply Q_loop with (t0 := t0); auto.
Qed.

(** The verdict that ignores sanitizers, and the one that lets them clear the
    bit: the latter is for comparison only, since it misses leaks (below). *)
Definition order_flagged (w : workflow) : bool := flagged r_src none r_snk w r_start.
Definition order_clearing (w : workflow) : bool := flagged r_src r_san r_snk w r_start.

(** Without sanitizers, a workflow the order-based verdict does not flag has no
    run in which the rule is broken. *)
Theorem order_covers w :
  order_flagged w = false ->
  forall s tr k, start_env P s -> moves (map (KS []) w, s) tr k ->
  forall h e, In e tr -> ~ breaks P fi orc r h e.
Proof.
  intros Fl s tr k [B V] Mv.
  assert (G : (exists t, cool (snd k) t /\ quiet t (fst k)) /\ forall h e, In e tr -> ~ breaks P fi orc r h e).
  { remember (map (KS []) w, s) as k0 eqn:E. induction Mv as [k0|k1 t1 k2 t2 k3 Mv IH M1]; subst.
    - split; [|intros ? ? []]. exists r_start; split; simpl.
      + intros x v H [l [S [Hl Sm]]]. destruct (V x v H) as [_ E]. rewrite E in Hl.
        inversion Hl as [? ls ? Hin Hls| | | | |]; subst.
        unfold r_start. apply existsb_exists; exists (x, ls); split; [exact Hin|].
        apply existsb_exists; exists l; auto.
      + rewrite <- (app_nil_r (map (KS []) w)). apply quiet_app; [intros u [] | exact Fl | constructor].
    - destruct (IH eq_refl) as [[t [C Q]] Sf]. destruct k2 as [K2 s2], k3 as [K3 s3].
      destruct (order_step _ _ _ _ _ _ C Q M1) as [G Sf'].
      split; [exact G|]. intros h e He; apply in_app_or in He as [He|He]; auto. }
  exact (proj2 G).
Qed.
End Covers.

(** ** With sanitizers the order-based verdict misses a leak *)

Section Misses.
(* tools: 1 fetch, 2 redact, 3 send; variables: 0 mail, 1 note *)
Let rl := data_rule (Some [1]) (Some 3) (Some 0) GTrue [2].
Let P := data_policy [1; 2; 3] [(1, 1)] [rl] [] [] [] [].
Let fi0 : nat -> lit -> lit := fun _ n => n.
Let w : workflow :=
  [ Call (mkCall 1 [] (Some 0) 0);
    Call (mkCall 2 [(0, ALit 7)] (Some 1) 1);     (* redacts something else *)
    Call (mkCall 3 [(0, ARef 0)] None 2) ].       (* sends the mail itself *)

Theorem order_misses :
  order_clearing P rl w = false /\
  (exists tr k, moves (map (KS []) w, fun _ => None) tr k /\
                exists h e, In e tr /\ breaks P fi0 (fun _ _ _ => true) rl h e) /\
  (forall C, check P (keval_table P fi0) C w = false).
Proof.
  split; [reflexivity|]. split.
  - eexists _, _. split.
    + eapply MS_step; [eapply MS_step; [eapply MS_step; [apply MS_refl|]|]|].
      * apply (M_call [] (mkCall 1 [] (Some 0) 0) _ _ [] 5). constructor.
      * apply (M_call [] (mkCall 2 [(0, ALit 7)] (Some 1) 1) _ _ [(0, mkV 7 PLit)] 6).
        repeat constructor.
      * apply (M_call [] (mkCall 3 [(0, ARef 0)] None 2) _ _ [(0, mkV 5 (PMade 1 [] []))] 0).
        constructor; [|constructor]. split; [reflexivity|]. constructor. reflexivity.
    + exists [], (mkE 3 [(0, mkV 5 (PMade 1 [] []))] (mkV 0 (PMade 3 [PMade 1 [] []] [])) []); split; [right; right; left; reflexivity|].
      left. split; [reflexivity|]. split; [reflexivity|].
      exists 0, (mkV 5 (PMade 1 [] [])). split; [left; reflexivity|]. split; [reflexivity|].
      exists 1, []. simpl. split; [|split; [reflexivity|]].
      * apply D_src; left; reflexivity.
      * intros t [].
  - intros C. reflexivity.
Qed.
End Misses.

Print Assumptions order_covers.
Print Assumptions order_misses.
