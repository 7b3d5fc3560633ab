(** Worked cases, all by computation or by exhibiting a run. *)
From Coq Require Import List Arith Bool Lia.
From Planproof Require Import Base Syntax Concrete Domain Check Sound Table Infer Order.
Import ListNotations.

(** Contrapositive of soundness, the form used below: one bad run is enough for
    every certificate to be refused. *)
Theorem bad_run_refused P fi w orc s tr k :
  start_env P s -> moves (map (KS []) w, s) tr k -> ~ safe_trace P fi orc tr ->
  forall T C, table_ok P fi orc T anything w s -> check P T C w = false.
Proof.
  intros S0 M N T C TO. destruct (check P T C w) eqn:E; [|reflexivity].
  exfalso; apply N. exact (proj1 (soundness_all P T C w E fi orc s S0 TO tr k M)).
Qed.

(** ** The email agent *)

(* tools *)
Definition fetch := 1. Definition summarize := 2. Definition send := 3. Definition redact := 4.
(* parameters *)
Definition emails := 1. Definition to := 2. Definition subject := 3. Definition body := 4.
(* variables *)
Definition mail := 1. Definition digest := 2. Definition flag := 3. Definition note := 4.
(* literals; attribute 1 is the domain of an address *)
Definition evil := 10. Definition alice := 11. Definition text := 12.
Definition company := 20. Definition outside := 21.
Definition dom (f n : nat) : nat := if n =? alice then company else outside.
Definition internal : guard := GIn 1 to [company].

Definition exfil := data_rule (Some [fetch]) (Some send) (Some body) GTrue [].
Definition exfil_unless_redacted := data_rule (Some [fetch]) (Some send) (Some body) GTrue [redact].
Definition no_external :=
  mkAut 0 [1] [mkTrans 0 (Some send) (GNot internal) 1].

Definition pol (rules : list rule) (pre : list (nat * guard)) (auts : list automaton) :=
  data_policy [fetch; summarize; send; redact] [(fetch, fetch); (summarize, summarize)]
           rules pre auts [] [(flag, [])].

Definition taint_only := pol [exfil] [] [].
Definition automaton_only := pol [] [] [no_external].
Definition precondition_only := pol [] [(send, internal)] [].
Definition everything := pol [exfil] [(send, internal)] [no_external].

Definition do (t : nat) (args : list (nat * arg)) (b : nat) := Call (mkCall t args (Some b) 0).
Definition do_ (t : nat) (args : list (nat * arg)) := Call (mkCall t args None 0).

Definition sc_safe : workflow :=
  [do fetch [] mail; do summarize [(emails, ARef mail)] digest].
Definition sc_malicious : workflow :=
  [do fetch [] mail; do_ send [(to, ALit evil); (subject, ALit text); (body, ARef mail)]].
Definition sc_literal_send : workflow :=
  [do_ send [(to, ALit evil); (subject, ALit text); (body, ALit text)]].
Definition sc_branching_leak : workflow :=
  [do fetch [] mail;
   Cond [flag] [do_ send [(to, ALit evil); (subject, ALit text); (body, ARef mail)]]
               [do summarize [(emails, ARef mail)] digest]].
Definition sc_fetch_then_literal : workflow :=
  [do fetch [] mail; do_ send [(to, ALit evil); (subject, ALit text); (body, ALit text)]].

(** A verdict: [true] means flagged. *)
Definition flags_with (T : table) (P : policy) (w : workflow) : bool := negb (check P T (infer P T w) w).
Definition flags (P : policy) (w : workflow) : bool := flags_with (keval_table P dom) P w.
Definition order_flags (w : workflow) : bool :=
  order_flagged taint_only exfil w.

(** Rows: precise taint, order-based taint, automaton, precondition. *)
Definition row (w : workflow) : list bool :=
  [flags taint_only w; order_flags w; flags automaton_only w; flags precondition_only w].

Example table :
  map row [sc_safe; sc_malicious; sc_literal_send; sc_branching_leak; sc_fetch_then_literal] =
  [ [false; false; false; false];
    [true;  true;  true;  true];
    [false; false; true;  true];
    [true;  true;  true;  true];
    [false; true;  true;  true] ].
Proof. vm_compute. reflexivity. Qed.

(** An internal recipient given as a literal: the guard is decided, so the
    automaton and the precondition stay quiet. *)
Example internal_send :
  row [do fetch [] mail; do_ send [(to, ALit alice); (subject, ALit text); (body, ALit text)]]
  = [false; true; false; false].
Proof. vm_compute. reflexivity. Qed.

(** A recipient known only at run time: both could be violated. *)
Example symbolic_recipient :
  row [do_ send [(to, ARef flag); (body, ALit text)]] = [false; false; true; true].
Proof. vm_compute. reflexivity. Qed.

(** ** Sanitizers *)

Definition redact_then_send : workflow :=
  [do fetch [] mail; do redact [(emails, ARef mail)] note;
   do_ send [(to, ALit alice); (body, ARef note)]].
Definition redact_summarize_send : workflow :=
  [do fetch [] mail; do redact [(emails, ARef mail)] note;
   do summarize [(emails, ARef note)] digest;
   do_ send [(to, ALit alice); (body, ARef digest)]].

Example sanitizer_accepted :
  flags (pol [exfil_unless_redacted] [] []) redact_then_send = false /\
  flags taint_only redact_then_send = true.
Proof. vm_compute. auto. Qed.

(** Sanitized stays sanitized. *)
Example sanitizer_then_processing :
  flags (pol [exfil_unless_redacted] [] []) redact_summarize_send = false.
Proof. vm_compute. reflexivity. Qed.

(** A source that is its own sanitizer: every certificate is refused, and a run
    breaks the rule. *)
Definition own := data_rule (Some [fetch]) (Some send) (Some body) GTrue [fetch].
Definition own_workflow : workflow := [do fetch [] mail; do_ send [(to, ALit alice); (body, ARef mail)]].

Theorem own_sanitizer_refused : forall T C,
  (forall s, table_ok (pol [own] [] []) dom (fun _ _ _ => true) T anything own_workflow s) ->
  check (pol [own] [] []) T C own_workflow = false.
Proof.
  intros T C TO.
  pose (s0 := fun x => if x =? flag then Some (mkV 0 (PIn flag)) else None : option value).
  eapply (bad_run_refused (pol [own] [] []) dom own_workflow (fun _ _ _ => true) s0); [| | |apply TO].
  - split.
    + intros x [<-|[]]. eexists; reflexivity.
    + intros x v H. unfold s0 in H. destruct (x =? flag) eqn:E; [|discriminate].
      apply Nat.eqb_eq in E; subst. injection H as <-. split; [left|]; reflexivity.
  - eapply MS_step; [eapply MS_step; [apply MS_refl|]|].
    + apply (M_call [] (mkCall fetch [] (Some mail) 0) _ _ [] 5). constructor.
    + apply (M_call [] (mkCall send [(to, ALit alice); (body, ARef mail)] None 0) _ _
               [(to, mkV alice PLit); (body, mkV 5 (PMade fetch [] []))] 0).
      constructor; [split; [reflexivity | constructor]|].
      constructor; [|constructor]. split; [reflexivity|]. constructor; reflexivity.
  - intros [S _]. destruct (S [mkE fetch [] (mkV 5 (PMade fetch [] [])) []] _ [] eq_refl) as [_ [R _]].
    apply (R own (or_introl eq_refl)). left. split; [reflexivity|]. split; [reflexivity|].
    exists body, (mkV 5 (PMade fetch [] [])). split; [right; left; reflexivity|]. split; [reflexivity|].
    exists fetch, []. split; [apply D_src; left; reflexivity|]. split; [reflexivity | intros t []].
Qed.

Example own_sanitizer_flagged : flags (pol [own] [] []) own_workflow = true.
Proof. vm_compute. reflexivity. Qed.

(** A source that sanitizes its argument still makes data of its own. *)
Example own_sanitizer_through :
  flags (pol [own] [] []) [do fetch [] mail; do fetch [(emails, ARef mail)] note;
                           do_ send [(to, ALit alice); (body, ARef note)]] = true.
Proof. vm_compute. reflexivity. Qed.

(** Cleaned by one sanitizer in one branch and by another in the other: clean.
    Cleaned in one branch only: not. *)
Definition either := data_rule (Some [fetch]) (Some send) (Some body) GTrue [redact; summarize].

Example cleaned_either_way :
  let w th el := [do fetch [] mail; Cond [flag] th el; do_ send [(to, ALit alice); (body, ARef note)]] in
  flags (pol [either] [] []) (w [do redact [(emails, ARef mail)] note]
                                [do summarize [(emails, ARef mail)] note]) = false /\
  flags (pol [either] [] []) (w [do redact [(emails, ARef mail)] note]
                                [do fetch [] note]) = true.
Proof. vm_compute. auto. Qed.

(** ** Wildcards *)

(** A wildcard sink spares the rule's own sanitizers, and no other tool; a named
    sink is a sink also when it is a sanitizer. *)
Definition nowhere := data_rule (Some [fetch]) None None GTrue [redact].
Definition not_into_redact := data_rule (Some [fetch]) (Some redact) None GTrue [redact].

Example wildcard_sink :
  flags (pol [nowhere] [] []) [do fetch [] mail; do redact [(emails, ARef mail)] note;
                               do summarize [(emails, ARef note)] digest] = false /\
  flags (pol [nowhere] [] []) [do fetch [] mail; do summarize [(emails, ARef mail)] digest] = true /\
  flags (pol [not_into_redact] [] []) [do fetch [] mail; do redact [(emails, ARef mail)] note] = true.
Proof. vm_compute. auto. Qed.

(** A wildcard parameter means the marked ones where there are any. *)
Definition into_any := data_rule (Some [fetch]) (Some send) None GTrue [].
Definition marking (ms : list (nat * nat)) :=
  data_policy [fetch; send] [(fetch, fetch)] [into_any] [] [] ms [].

Example marked_parameters :
  let w := [do fetch [] mail; do_ send [(subject, ARef mail); (body, ALit text)]] in
  flags (marking []) w = true /\
  flags (marking [(send, body)]) w = false /\
  flags (marking [(send, body); (send, subject)]) w = true.
Proof. vm_compute. auto. Qed.

(** Labels that a tool's sink parameters must never receive are a rule without
    sanitizers, from every tool that gives such a label. *)
Definition email_content := 30.
Definition sink_labels_rule := data_rule (Some [email_content]) (Some send) None GTrue [].

Example sink_labels :
  let P := data_policy [fetch; send; redact] [(fetch, fetch); (fetch, email_content)]
                    [sink_labels_rule] [] [] [(send, body)] [] in
  flags P [do fetch [] mail; do redact [(emails, ARef mail)] note; do_ send [(body, ARef note)]] = true /\
  flags P [do fetch [] mail; do_ send [(subject, ARef mail)]] = false.
Proof. vm_compute. auto. Qed.

(** A transition on any tool. *)
Definition at_most_one := mkAut 0 [2] [mkTrans 0 None GTrue 1; mkTrans 1 None GTrue 2].

Example wildcard_transition :
  flags (pol [] [] [at_most_one]) [do fetch [] mail] = false /\
  flags (pol [] [] [at_most_one]) [do fetch [] mail; do redact [] note] = true.
Proof. vm_compute. auto. Qed.

(** ** Exhaustive guards *)

Section Exhaustive.
(* Sending with an internal recipient leads to 1, with any other to 2; a send
   that neither transition took would leave 0, where fetching is an error. *)
Let split_ := mkAut 0 [3]
  [mkTrans 0 (Some send) internal 1; mkTrans 0 (Some send) (GNot internal) 2;
   mkTrans 0 (Some fetch) GTrue 3].
Let Ps := pol [] [] [split_].
Let we : workflow :=
  [Call (mkCall send [(to, ARef flag)] None 1); Call (mkCall fetch [] (Some mail) 2)].

(** What the certificate says: at call 1 in state 0, transition 0 or 1 fires. *)
Let En := mkEntries [((1, 0, 0), ([0; 1], false))] [] [].
Let Te := table_of Ps En.

Example exhaustive_three_valued_refused : flags Ps we = true.
Proof. vm_compute. reflexivity. Qed.

Example exhaustive_accepted : flags_with Te Ps we = false.
Proof. vm_compute. reflexivity. Qed.

(** The table excludes nothing that any run can do, whatever attributes mean. *)
Theorem exhaustive_table_ok fi orc real s : table_ok Ps fi orc Te real we s.
Proof.
  intros tr us c K s' vs v0 k' Rn _ R _.
  assert (Cs : c = mkCall send [(to, ARef flag)] None 1 \/ c = mkCall fetch [] (Some mail) 2).
  { apply runs_moves in Rn.
    assert (G : forall tr k, moves (map (KS []) we, s) tr k ->
              exists n, fst k = skipn n (map (KS []) we)).
    { clear. intros tr k M. remember (map (KS []) we, s) as k0 eqn:E.
      induction M as [k0|k1 t1 k2 t2 k3 M IH M1]; subst; [exists 0; reflexivity|].
      destruct (IH eq_refl) as [n Hn]. destruct k2 as [K2 s2]; simpl in Hn; subst K2.
      destruct n as [|[|n]]; simpl in M1.
      - exists 1. inversion M1; subst; reflexivity.
      - exists 2. inversion M1; subst; reflexivity.
      - rewrite skipn_nil in M1. inversion M1. }
    destruct (G _ _ Rn) as [n E]; simpl in E.
    destruct n as [|[|n]]; simpl in E; [injection E as _ <- _; auto | injection E as _ <- _; auto |].
    rewrite skipn_nil in E; discriminate. }
  split; [|split].
  - intros i A H. destruct i as [|i]; [|destruct i; discriminate]. injection H as <-.
    set (q := run_aut fi orc split_ tr).
    assert (D : forall j, fired fi orc tr 0 (au_trans split_) q (mkE (c_tool c) vs v0 us) = Some j -> j < 3).
    { intros j. simpl. repeat (destruct (applies _ _ _ _ _ _); [intros [= <-]; auto|]). discriminate. }
    unfold Te, table_of; simpl tb_next. unfold key3; simpl.
    destruct Cs as [-> | ->].
    + simpl. destruct q as [|q].
      * simpl. unfold applies; simpl. unfold cand; simpl.
        destruct (match lookup to vs with Some v => _ | None => false end); simpl; auto.
      * simpl. destruct (fired _ _ _ _ _ _ _) as [j|] eqn:F; [|reflexivity].
        specialize (D j eq_refl). destruct j as [|[|[|j]]]; simpl; auto; lia.
    + simpl. repeat (destruct (applies _ _ _ _ _ _); auto).
  - intros k r H. destruct k; discriminate.
  - intros j g H. destruct j; discriminate.
Qed.
End Exhaustive.

(** ** What the path knows *)

Section Path.
(* send has the precondition that the recipient is internal; it is called only
   in the branch that the executor enters when the recipient is internal. *)
Let Pp := pol [] [(send, internal)] [].
Let c0 := mkCall send [(to, ARef flag)] None 1.
Let wp : workflow := [Cond [flag] [Call c0] []].
Let Tp := table_of Pp (mkEntries [] [] [(1, 0)]).   (* at call 1 precondition 0 holds *)

Let yes (s : env) : bool :=
  match s flag with Some v => memb (dom 1 (v_data v)) [company] | None => false end.

(** The executor enters the branch only when the condition holds. *)
Let obeys : reality := fun _ k _ k' =>
  match fst k with
  | KS us (Cond xs th _) :: K => fst k' = map (KS (us ++ provs (snd k) xs)) th ++ K -> yes (snd k) = true
  | _ => True
  end.

Example path_three_valued_refused : flags Pp wp = true.
Proof. vm_compute. reflexivity. Qed.

Example path_accepted : flags_with Tp Pp wp = false.
Proof. vm_compute. reflexivity. Qed.

Theorem path_table_ok orc s : table_ok Pp dom orc Tp obeys wp s.
Proof.
  intros tr us c K s' vs v0 k' Rn _ R _.
  assert (G : forall tr k, runs obeys (map (KS []) wp, s) tr k ->
            k = (map (KS []) wp, s) \/ ((exists us, k = ([KS us (Call c0)], s)) /\ yes s = true) \/ fst k = []).
  { clear. intros tr k M. remember (map (KS []) wp, s) as k0 eqn:E.
    induction M as [k0|k1 t1 k2 t2 k3 M IH M1 Re]; subst; [left; reflexivity|].
    right. destruct (IH eq_refl) as [-> | [[[u ->] Y] | N]].
    - simpl in M1. inversion M1; subst; simpl in *; [|right; reflexivity].
      left. split; [eexists; reflexivity|]. apply Re; reflexivity.
    - right. inversion M1; subst; reflexivity.
    - exfalso. destruct k2 as [K2 s2]; simpl in N; subst K2. inversion M1. }
  destruct (G _ _ Rn) as [E | [[[u E] Y] | E]]; simpl in E; try discriminate.
  injection E as _ -> _ ->. split; [|split].
  - intros i A H. destruct i; discriminate.
  - intros k r H. destruct k; discriminate.
  - intros j g H _. destruct j as [|[|j]]; try discriminate. injection H as <-.
    inversion R as [|? [q v] ? vs' [E1 E2] R' E3 E4]; subst. simpl in E1, E2. subst q.
    inversion E2 as [|? ? Hv|]; subst. simpl. unfold yes in Y. rewrite Hv in Y. exact Y.
Qed.

(** So no obeying run sends to anyone else. *)
Corollary path_safe orc s tr k :
  start_env Pp s -> runs obeys (map (KS []) wp, s) tr k -> safe_trace Pp dom orc tr.
Proof.
  intros S0 R.
  assert (C : check Pp Tp (infer Pp Tp wp) wp = true) by (vm_compute; reflexivity).
  exact (proj1 (soundness Pp Tp _ wp C dom orc obeys s S0 (path_table_ok orc s) tr k R)).
Qed.
End Path.

(** ** Implicit flows *)

Section Control.
(* A secret decides whether a message is sent, or which message. *)
Let secret := 5. Let answer := 6. Let round := 7.
Let quiet_rule (deny : bool) := mkRule (Some [fetch]) (Some send) (Some body) GTrue [redact] deny.
Let Pi (deny track : bool) :=
  mkPolicy [fetch; summarize; send; redact] [(fetch, fetch)] [quiet_rule deny] [] [] [] [(flag, [])] track.
Let sends_if : workflow :=
  [do fetch [] secret; Cond [secret] [do_ send [(to, ALit alice); (body, ALit text)]] []].
Let sends_in_loop : workflow :=
  [do fetch [] secret; Loop 0 secret round [do_ send [(to, ALit alice); (body, ALit text)]]].
Let answers : workflow :=
  [do fetch [] secret;
   Cond [secret] [do summarize [(emails, ALit text)] answer] [do summarize [(emails, ALit evil)] answer];
   do_ send [(to, ALit alice); (body, ARef answer)]].
Let cleaned_first : workflow :=
  [do fetch [] secret; do redact [(emails, ARef secret)] note;
   Cond [note] [do_ send [(to, ALit alice); (body, ALit text)]] []].

(** Off: only data counts. On: whether a sink is called counts, and so does what
    was made only because of the secret. A sanitizer called there changes
    nothing, since it does not see the secret; one called before does. *)
Example implicit_flows :
  flags (Pi false false) sends_if = false /\ flags (Pi false false) answers = false /\
  flags (Pi true true) sends_if = true /\ flags (Pi true true) sends_in_loop = true /\
  flags (Pi false true) answers = true /\ flags (Pi false true) sends_if = false /\
  flags (Pi true true) cleaned_first = false.
Proof. vm_compute. auto 10. Qed.

Example sanitizer_under_control :
  flags (Pi true true)
    [do fetch [] secret;
     Cond [secret] [do redact [(emails, ALit text)] answer] [do redact [(emails, ALit evil)] answer];
     do_ send [(to, ALit alice); (body, ARef answer)]] = true.
Proof. vm_compute. reflexivity. Qed.

(** No certificate is accepted, since a run breaks the rule. *)
Theorem sends_if_refused : forall T C,
  (forall s, table_ok (Pi true true) dom (fun _ _ _ => true) T anything sends_if s) ->
  check (Pi true true) T C sends_if = false.
Proof.
  intros T C TO.
  pose (s0 := fun x => if x =? flag then Some (mkV 0 (PIn flag)) else None : option value).
  eapply (bad_run_refused (Pi true true) dom sends_if (fun _ _ _ => true) s0); [| | |apply TO].
  - split.
    + intros x [<-|[]]. eexists; reflexivity.
    + intros x v H. unfold s0 in H. destruct (x =? flag) eqn:E; [|discriminate].
      apply Nat.eqb_eq in E; subst. injection H as <-. split; [left|]; reflexivity.
  - eapply MS_step; [eapply MS_step; [eapply MS_step; [apply MS_refl|]|]|].
    + apply (M_call [] (mkCall fetch [] (Some secret) 0) _ _ [] 5). constructor.
    + apply M_then. intros x [<-|[]]. eexists; reflexivity.
    + apply (M_call _ (mkCall send [(to, ALit alice); (body, ALit text)] None 0) _ _
               [(to, mkV alice PLit); (body, mkV text PLit)] 0).
      repeat constructor.
  - intros [S _].
    destruct (S [mkE fetch [] (mkV 5 (PMade fetch [] [])) []] _ [] eq_refl) as [_ [R _]].
    apply (R (quiet_rule true) (or_introl eq_refl)). right. split; [reflexivity|]. split; [reflexivity|].
    split; [exists body, (mkV text PLit); split; [right; left; reflexivity | reflexivity]|].
    exists (PMade fetch [] []). split; [left; reflexivity|].
    exists fetch, []. split; [apply D_src; left; reflexivity|]. split; [reflexivity | intros t []].
Qed.
End Control.

(** ** Loops that a bounded unrolling gets wrong *)

Section Loops.
(* tools: 1 fetch, 2 listing, 3 send, 4 constant, 5 tick *)
Let lenv : env := fun _ => None.

(** The loop overwrites the mail, but may go round no times at all. *)
Let Pz := data_policy [1; 2; 3; 4; 5] [(1, 1)] [data_rule (Some [1]) (Some 3) (Some 0) GTrue []] [] [] [] [].
Let zero_rounds : workflow :=
  [do 1 [] 0; do 2 [] 1; Loop 0 1 2 [do 4 [] 0]; do_ 3 [(0, ARef 0)]].

Theorem zero_rounds_refused : forall T C,
  (forall s, table_ok Pz (fun _ n => n) (fun _ _ _ => true) T anything zero_rounds s) ->
  check Pz T C zero_rounds = false.
Proof.
  intros T C TO.
  eapply (bad_run_refused Pz (fun _ n => n) zero_rounds (fun _ _ _ => true) lenv); [| | |apply TO].
  - split; [intros x []|intros x v H; discriminate].
  - eapply MS_step; [eapply MS_step; [eapply MS_step; [eapply MS_step; [eapply MS_step; [apply MS_refl|]|]|]|]|].
    + apply (M_call [] (mkCall 1 [] (Some 0) 0) _ _ [] 5). constructor.
    + apply (M_call [] (mkCall 2 [] (Some 1) 0) _ _ [] 6). constructor.
    + apply (M_enter [] 0 1 2 _ _ _ (mkV 6 (PMade 2 [] []))). reflexivity.
    + apply M_leave.
    + apply (M_call [] (mkCall 3 [(0, ARef 0)] None 0) _ _ [(0, mkV 5 (PMade 1 [] []))] 0).
      constructor; [|constructor]. split; [reflexivity|]. constructor; reflexivity.
  - intros [S _]. destruct (S [mkE 1 [] (mkV 5 (PMade 1 [] [])) []; mkE 2 [] (mkV 6 (PMade 2 [] [])) []] _ [] eq_refl) as [_ [R _]].
    apply (R _ (or_introl eq_refl)). left. split; [reflexivity|]. split; [reflexivity|].
    exists 0, (mkV 5 (PMade 1 [] [])). split; [left; reflexivity|]. split; [reflexivity|].
    exists 1, []. split; [apply D_src; left; reflexivity|]. split; [reflexivity | intros t []].
Qed.

(** An automaton that counts calls: each round moves it one state on. *)
Let counter := mkAut 0 [5] (map (fun q => mkTrans q (Some 5) GTrue (S q)) [0; 1; 2; 3; 4]).
Let Pc := data_policy [2; 5] [] [] [] [counter] [] [].
Let ticks : workflow := [do 2 [] 1; Loop 0 1 2 [do_ 5 [(0, ARef 2)]]].

Example counting_loop_flagged : flags Pc ticks = true.
Proof. vm_compute. reflexivity. Qed.

Theorem counting_loop_refused : forall C, check Pc (keval_table Pc dom) C ticks = false.
Proof.
  intros C. destruct (check Pc (keval_table Pc dom) C ticks) eqn:E; [|reflexivity].
  assert (N : NoDup (flat_map ids ticks)) by (repeat constructor; intros []).
  assert (Z : check Pc (keval_table Pc dom) (infer Pc (keval_table Pc dom) ticks) ticks = true).
  { apply (infer_complete Pc _ ticks N). exists C; exact E. }
  assert (F : check Pc (keval_table Pc dom) (infer Pc (keval_table Pc dom) ticks) ticks = false)
    by (vm_compute; reflexivity).
  congruence.
Qed.

(** A chain of copies that needs as many rounds as it has links. *)
Let Pchain := data_policy [1; 2; 3; 6] [(1, 1)] [data_rule (Some [1]) (Some 3) (Some 0) GTrue []] [] [] []
                [(10, []); (11, []); (12, []); (13, []); (14, [])].
Let chain : workflow :=
  [do 2 [] 1;
   Loop 0 1 2
     [do_ 3 [(0, ARef 14)];
      do 6 [(0, ARef 13)] 14; do 6 [(0, ARef 12)] 13; do 6 [(0, ARef 11)] 12;
      do 6 [(0, ARef 10)] 11; do 1 [] 10]].

Example chain_flagged : flags Pchain chain = true.
Proof. vm_compute. reflexivity. Qed.

(** The same loop with the sink outside the chain's reach passes. *)
Example chain_clean :
  flags Pchain
    [do 2 [] 1;
     Loop 0 1 2
       [do_ 3 [(0, ARef 14)];
        do 6 [(0, ARef 12)] 13; do 6 [(0, ARef 11)] 12;
        do 6 [(0, ARef 10)] 11; do 1 [] 10]] = false.
Proof. vm_compute. reflexivity. Qed.

(** Two transitions from one state: when the first guard cannot be decided the
    second must still be explored. *)
Let two := mkAut 0 [2] [mkTrans 0 (Some 3) (GOpaque 0) 1; mkTrans 0 (Some 3) GTrue 2].
Let Pt := data_policy [3] [] [] [] [two] [] [].

Example undecided_guard_flagged : flags Pt [do_ 3 []] = true.
Proof. vm_compute. reflexivity. Qed.

(** Nested loops and conditionals, accepted: taint stays inside. *)
Example nested_accepted :
  flags everything
    [do fetch [] mail;
     Loop 0 mail 5
       [Cond [flag]
          [do summarize [(emails, ARef 5)] digest;
           Loop 1 digest 6 [do redact [(emails, AMix [5; 6])] note]]
          [do_ send [(to, ALit alice); (body, ALit text)]]];
     do_ send [(to, ALit alice); (subject, ALit text); (body, ALit text)]] = false.
Proof. vm_compute. reflexivity. Qed.

(** A variable bound in one branch only, or only inside a loop, is not bound. *)
Example one_branch_only :
  flags everything [Cond [flag] [do fetch [] mail] []; do summarize [(emails, ARef mail)] digest] = true.
Proof. vm_compute. reflexivity. Qed.
Example loop_body_only :
  flags everything [do fetch [] mail; Loop 0 mail 5 [do summarize [(emails, ARef 5)] digest];
                    do summarize [(emails, ARef digest)] note] = true.
Proof. vm_compute. reflexivity. Qed.

(** Two sources meet in one value: cleaning one leaves the other. *)
Example join_of_two :
  let clean_one :=
    [do fetch [] mail; do redact [(emails, ARef mail)] note; do fetch [] digest;
     do summarize [(emails, AMix [note; digest])] 7; do_ send [(to, ALit alice); (body, ARef 7)]] in
  let clean_both :=
    [do fetch [] mail; do redact [(emails, ARef mail)] note; do fetch [] digest;
     do redact [(emails, ARef digest)] 8;
     do summarize [(emails, AMix [note; 8])] 7; do_ send [(to, ALit alice); (body, ARef 7)]] in
  flags (pol [exfil_unless_redacted] [] []) clean_one = true /\
  flags (pol [exfil_unless_redacted] [] []) clean_both = false.
Proof. vm_compute. auto. Qed.
End Loops.

Print Assumptions exhaustive_table_ok.
Print Assumptions path_safe.
Print Assumptions own_sanitizer_refused.
Print Assumptions zero_rounds_refused.
Print Assumptions counting_loop_refused.
Print Assumptions sends_if_refused.
