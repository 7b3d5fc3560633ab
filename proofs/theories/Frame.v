(** Frames: which files a call may change. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax Concrete Domain Check Sound Table.
Import ListNotations.

Definition world := nat -> nat.   (* contents of each file; 0 is absent *)

Section Test.
Variable files : list nat.
Variable fr : nat -> bool.        (* the files the frame lets change *)

Definition kept (pre post : world) : bool :=
  forallb (fun f => fr f || (pre f =? post f)) files.

Definition vacuous : bool := forallb fr files.

Theorem kept_spec pre post :
  kept pre post = true <-> forall f, In f files -> fr f = false -> pre f = post f.
Proof.
  unfold kept; rewrite forallb_forall; split; intros H f Hf.
  - intros E; specialize (H f Hf); rewrite E in H; apply Nat.eqb_eq; exact H.
  - destruct (fr f) eqn:E; [reflexivity|]. apply Nat.eqb_eq, H; assumption.
Qed.

(** A frame lets everything through exactly when it is vacuous: so refusing
    vacuous frames is neither too little nor too much. *)
Theorem vacuous_iff : vacuous = true <-> forall pre post, kept pre post = true.
Proof.
  unfold vacuous; rewrite forallb_forall; split.
  - intros H pre post; apply kept_spec; intros f Hf E; rewrite (H f Hf) in E; discriminate.
  - intros H f Hf. destruct (fr f) eqn:E; [reflexivity|].
    specialize (H (fun _ => 1) (fun _ => 0)).
    pose proof (proj1 (kept_spec _ _) H f Hf E) as X. discriminate.
Qed.

Theorem change_caught pre post f :
  In f files -> fr f = false -> pre f <> post f -> kept pre post = false.
Proof.
  intros Hf E N. destruct (kept pre post) eqn:K; [|reflexivity].
  exfalso; apply N; eapply kept_spec; eassumption.
Qed.
End Test.

(** A goal that says only "these files are gone" is met by wiping everything;
    with the frame restricted to those files nothing else can change. *)
Definition gone (doomed : list nat) (post : world) : Prop := forall f, In f doomed -> post f = 0.

Theorem goal_with_frame files doomed pre post :
  gone doomed post -> kept files (fun f => memb f doomed) pre post = true ->
  forall f, In f files -> post f = if memb f doomed then 0 else pre f.
Proof.
  intros G K f Hf. destruct (memb f doomed) eqn:E.
  - apply G, memb_In; exact E.
  - symmetry; eapply kept_spec; eassumption.
Qed.

Theorem goal_without_frame files doomed pre f :
  In f files -> ~ In f doomed -> pre f <> 0 ->
  exists post, gone doomed post /\ kept files (fun _ => true) pre post = true /\ post f <> pre f.
Proof.
  intros Hf N Z. exists (fun _ => 0). repeat split.
  - apply kept_spec; intros; discriminate.
  - congruence.
Qed.

(** ** Frames and whole runs *)

Section Runs.
Variable fr : event -> nat -> bool.   (* what a call, on its actual arguments, may change *)

(** A history of worlds in which every call keeps to its frame. *)
Inductive evolves (w0 : world) : trace -> world -> Prop :=
| E_nil : evolves w0 [] w0
| E_snoc tr w1 e w2 :
    evolves w0 tr w1 -> (forall f, fr e f = false -> w2 f = w1 f) -> evolves w0 (tr ++ [e]) w2.

Lemma evolves_keep f w0 tr w1 :
  evolves w0 tr w1 -> (forall e, In e tr -> fr e f = false) -> w1 f = w0 f.
Proof.
  induction 1 as [|tr w1 e w2 H IH K]; intros S; [reflexivity|].
  rewrite K.
  - apply IH; intros x Hx; apply S, in_or_app; left; exact Hx.
  - apply S, in_or_app; right; left; reflexivity.
Qed.

(** If every allowed tool either never touches [f], or has a precondition that
    keeps [f] out of its frame, then no run of an accepted workflow changes
    [f]: at any depth, on any branch, after any number of rounds. *)
Theorem accepted_keeps P T fi orc real cert w f (g : guard) :
  check P T cert w = true ->
  (forall h e, gsat fi orc h e g = true -> fr e f = false) ->
  (forall t, In t (p_allowed P) ->
     In (t, g) (p_pre P) \/ forall e, e_tool e = t -> fr e f = false) ->
  forall s tr k w0 w1, start_env P s -> table_ok P fi orc T real w s ->
    runs real (map (KS []) w, s) tr k -> evolves w0 tr w1 -> w1 f = w0 f.
Proof.
  intros C G A s tr k w0 w1 S0 TO Mv Ev.
  destruct (soundness P T cert w C fi orc real s S0 TO tr k Mv) as [[Se _] _].
  eapply evolves_keep; [exact Ev|]. intros e He. destruct (each_In _ _ _ Se He) as [h [Al [_ Pre]]].
  destruct (A _ Al) as [Hp|Hn]; [eapply G, Pre; exact Hp | apply Hn; reflexivity].
Qed.
End Runs.

Print Assumptions vacuous_iff.
Print Assumptions accepted_keeps.
