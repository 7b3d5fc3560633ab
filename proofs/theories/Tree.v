(** The continuation-passing tree form of a workflow, and the fact that going
    from nested lists to trees changes neither the verdict nor the runs. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax Concrete Domain Check Sound Infer.
Import ListNotations.

Inductive tree :=
| Done
| TCall (c : call) (k : tree)
| TCond (xs : list var) (a b k : tree)
| TLoop (id : nat) (coll item : var) (body k : tree).

Fixpoint build1 (s : step) (k : tree) : tree :=
  match s with
  | Call c => TCall c k
  | Cond xs th el => TCond xs (fold_right build1 Done th) (fold_right build1 Done el) k
  | Loop id coll item body => TLoop id coll item (fold_right build1 Done body) k
  end.

Definition build (w : workflow) : tree := fold_right build1 Done w.

(** ** Same verdict *)
Section Verdict.
Variable P : policy.
Variable T : table.
Variable okc : list nat -> call -> astate -> bool.
Variable okv : list var -> astate -> bool.
Variable cert : list (nat * astate).

Fixpoint chkt (pc : list nat) (t : tree) (a : astate) : option astate :=
  match t with
  | Done => Some a
  | TCall c k =>
      if okv (all_refs c) a && okc pc c a then chkt pc k (transfer P T pc c a) else None
  | TCond xs x y k =>
      if okv xs a then
        match chkt (control pc xs a) x a, chkt (control pc xs a) y a with
        | Some b1, Some b2 => chkt pc k (join b1 b2)
        | _, _ => None
        end
      else None
  | TLoop id coll item body k =>
      if okv [coll] a then
        match lookup id cert with
        | None => None
        | Some inv =>
            if leqb a inv then
              match chkt (control pc [coll] a) body (put item (val_of a coll) inv) with
              | Some b => if leqb b inv then chkt pc k inv else None
              | None => None
              end
            else None
        end
      else None
  end.

Notation chk := (chk P T okc okv cert).

Definition same1 (s : step) : Prop := forall pc k a,
  chkt pc (build1 s k) a = match chk pc s a with Some b => chkt pc k b | None => None end.

Lemma same_list l : Forall same1 l -> forall pc a, chkt pc (fold_right build1 Done l) a = seq (chk pc) l a.
Proof.
  induction 1 as [|s l Hs Hl IH]; intros pc a; simpl; [reflexivity|].
  rewrite Hs. destruct (chk pc s a); [apply IH | reflexivity].
Qed.

Lemma same_step s : same1 s.
Proof.
  induction s as [c|xs th el Ht He|id coll item body Hb] using step_ind'; intros pc k a; simpl.
  - destruct (okv (all_refs c) a && okc pc c a); reflexivity.
  - rewrite (same_list th Ht), (same_list el He).
    destruct (okv xs a); [|reflexivity].
    destruct (seq (chk (control pc xs a)) th a); [|reflexivity].
    destruct (seq (chk (control pc xs a)) el a); reflexivity.
  - destruct (okv [coll] a); [|reflexivity].
    destruct (lookup id cert) as [inv|]; [|reflexivity].
    destruct (leqb a inv); [|reflexivity]. rewrite (same_list body Hb).
    destruct (seq (chk (control pc [coll] a)) body (put item (val_of a coll) inv)) as [b|]; [|reflexivity].
    destruct (leqb b inv); reflexivity.
Qed.

Theorem build_same_verdict pc w a : chkt pc (build w) a = seq (chk pc) w a.
Proof. apply same_list, Forall_forall; intros; apply same_step. Qed.
End Verdict.

(** ** Same runs *)
Section Runs.
Inductive tkont :=
| TS (us : list prov) (t : tree)
| TL (us : list prov) (v : value) (id : nat) (item : var) (body : tree).
Definition tconfig := (list tkont * env)%type.

Inductive tmove : tconfig -> list event -> tconfig -> Prop :=
| T_done us K s : tmove (TS us Done :: K, s) [] (K, s)
| T_call us c k K s vs d :
    resolve_args s (c_args c) vs ->
    tmove (TS us (TCall c k) :: K, s) [mkE (c_tool c) vs (mkV d (made (c_tool c) vs us)) us]
          (TS us k :: K, bind (c_bind c) (mkV d (made (c_tool c) vs us)) s)
| T_then us xs a b k K s :
    (forall x, In x xs -> bound_in s x) ->
    tmove (TS us (TCond xs a b k) :: K, s) [] (TS (us ++ provs s xs) a :: TS us k :: K, s)
| T_else us xs a b k K s :
    (forall x, In x xs -> bound_in s x) ->
    tmove (TS us (TCond xs a b k) :: K, s) [] (TS (us ++ provs s xs) b :: TS us k :: K, s)
| T_enter us id coll item body k K s v :
    s coll = Some v ->
    tmove (TS us (TLoop id coll item body k) :: K, s) []
          (TL (us ++ provs s [coll]) v id item body :: TS us k :: K, s)
| T_leave us v id item body K s : tmove (TL us v id item body :: K, s) [] (K, s)
| T_round us v id item body K s d :
    tmove (TL us v id item body :: K, s) []
          (TS us body :: TL us v id item body :: K, upd s item (mkV d (PItem (v_prov v)))).

Inductive tmoves : tconfig -> trace -> tconfig -> Prop :=
| TMS_refl k : tmoves k [] k
| TMS_step k1 t1 k2 t2 k3 : tmoves k1 t1 k2 -> tmove k2 t2 k3 -> tmoves k1 (t1 ++ t2) k3.

Inductive sim : list kont -> list tkont -> Prop :=
| S_nil : sim [] []
| S_seg us l K T : sim K T -> sim (map (KS us) l ++ K) (TS us (build l) :: T)
| S_loop us v id item body K T : sim K T ->
    sim (KL us v id item body :: K) (TL us v id item (build body) :: T).

Lemma tmoves_silent k1 t k2 k3 : tmoves k1 t k2 -> tmove k2 [] k3 -> tmoves k1 t k3.
Proof. intros A B. rewrite <- (app_nil_r t). econstructor; eassumption. Qed.

Lemma moves_silent k1 t k2 k3 : moves k1 t k2 -> move k2 [] k3 -> moves k1 t k3.
Proof. intros A B. rewrite <- (app_nil_r t). econstructor; eassumption. Qed.

(** Every move of a list run is matched, after dropping finished segments. *)
Lemma list_to_tree K T s ev K' s' :
  sim K T -> move (K, s) ev (K', s') ->
  forall c0 t0, tmoves c0 t0 (T, s) ->
  exists T', tmoves c0 (t0 ++ ev) (T', s') /\ sim K' T'.
Proof.
  intros S; revert ev K' s'; induction S as [|us l K T S IH|us v id item body K T S IH];
    intros ev K' s' M c0 t0 Z.
  - inversion M.
  - destruct l as [|x l]; simpl in *.
    + apply IH; [exact M|]. eapply tmoves_silent; [exact Z | constructor].
    + inversion M as [us1 c K1 s1 vs d R | us1 xs th el K1 s1 B | us1 xs th el K1 s1 B
        | us1 id coll item body K1 s1 v Hv | |]; subst; simpl in *.
      * eexists; split; [econstructor; [exact Z | apply T_call; exact R] | constructor; exact S].
      * eexists; split; [rewrite (app_nil_r t0); eapply tmoves_silent; [exact Z | apply T_then; exact B]|].
        apply (S_seg _ th). constructor; exact S.
      * eexists; split; [rewrite (app_nil_r t0); eapply tmoves_silent; [exact Z | apply T_else; exact B]|].
        apply (S_seg _ el). constructor; exact S.
      * eexists; split; [rewrite (app_nil_r t0); eapply tmoves_silent; [exact Z | apply T_enter; exact Hv]|].
        apply S_loop. constructor; exact S.
  - inversion M as [| | | |us1 v1 id1 it1 b1 K1 s1 | us1 v1 id1 it1 b1 K1 s1 d]; subst.
    + eexists; split; [rewrite (app_nil_r t0); eapply tmoves_silent; [exact Z | apply T_leave] | exact S].
    + eexists; split; [rewrite (app_nil_r t0); eapply tmoves_silent; [exact Z | apply T_round]|].
      apply S_seg, S_loop; exact S.
Qed.

(** Every move of a tree run is matched by at most one move. *)
Lemma tree_to_list K T s ev T' s' :
  sim K T -> tmove (T, s) ev (T', s') ->
  forall c0 t0, moves c0 t0 (K, s) ->
  exists K', moves c0 (t0 ++ ev) (K', s') /\ sim K' T'.
Proof.
  intros S M c0 t0 Z. destruct S as [|us l K T S|us v id item body K T S].
  - inversion M.
  - destruct l as [|[c|xs th el|id coll item body] l]; simpl in *;
      inversion M as [us1 K1 s1|us1 c1 k1 K1 s1 vs d R|us1 xs1 a1 b1 k1 K1 s1 B|us1 xs1 a1 b1 k1 K1 s1 B
        |us1 id1 co1 it1 bo1 k1 K1 s1 v Hv| |]; subst.
    + exists K; split; [rewrite (app_nil_r t0); exact Z | exact S].
    + eexists; split; [econstructor; [exact Z | apply M_call; exact R] | constructor; exact S].
    + eexists; split; [rewrite (app_nil_r t0); eapply moves_silent; [exact Z | apply M_then; exact B]|].
      apply (S_seg _ th). constructor; exact S.
    + eexists; split; [rewrite (app_nil_r t0); eapply moves_silent; [exact Z | apply M_else; exact B]|].
      apply (S_seg _ el). constructor; exact S.
    + eexists; split; [rewrite (app_nil_r t0); eapply moves_silent; [exact Z | apply M_enter; exact Hv]|].
      apply S_loop. constructor; exact S.
  - inversion M as [| | | | |us1 v1 id1 it1 b1 K1 s1 | us1 v1 id1 it1 b1 K1 s1 d]; subst.
    + eexists; split; [rewrite (app_nil_r t0); eapply moves_silent; [exact Z | apply M_leave] | exact S].
    + eexists; split; [rewrite (app_nil_r t0); eapply moves_silent; [exact Z | apply M_round]|].
      apply (S_seg _ body), S_loop; exact S.
Qed.

Theorem build_same_runs w s tr :
  (exists k, moves (map (KS []) w, s) tr k) <-> (exists k, tmoves ([TS [] (build w)], s) tr k).
Proof.
  assert (S0 : sim (map (KS []) w) [TS [] (build w)]).
  { rewrite <- (app_nil_r (map (KS []) w)). constructor; constructor. }
  split.
  - intros [k M].
    assert (G : exists T, tmoves ([TS [] (build w)], s) tr (T, snd k) /\ sim (fst k) T).
    { remember (map (KS []) w, s) as k0 eqn:E.
      induction M as [k0|k1 t1 k2 t2 k3 M IH M1]; subst.
      - exists [TS [] (build w)]; split; [constructor | exact S0].
      - destruct (IH eq_refl) as [T [Z S]]. destruct k2 as [K2 s2], k3 as [K3 s3].
        eapply list_to_tree; eassumption. }
    destruct G as [T [Z _]]; eauto.
  - intros [k M].
    assert (G : exists K, moves (map (KS []) w, s) tr (K, snd k) /\ sim K (fst k)).
    { remember ([TS [] (build w)], s) as k0 eqn:E.
      induction M as [k0|k1 t1 k2 t2 k3 M IH M1]; subst.
      - exists (map (KS []) w); split; [constructor | exact S0].
      - destruct (IH eq_refl) as [K [Z S]]. destruct k2 as [T2 s2], k3 as [T3 s3].
        eapply tree_to_list; eassumption. }
    destruct G as [K [Z _]]; eauto.
Qed.
End Runs.

Print Assumptions build_same_verdict.
Print Assumptions build_same_runs.
