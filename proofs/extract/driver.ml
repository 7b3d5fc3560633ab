(* Reads one case per line (s-expression of integers and words) and answers one
   line per case. Unverified: parsing and printing only. *)
open Checker

type sx = A of string | L of sx list

let parse (s : string) : sx =
  let n = String.length s in
  let rec value i =
    if i >= n then failwith "end of line" else
    match s.[i] with
    | ' ' -> value (i + 1)
    | '(' -> items (i + 1) []
    | ')' -> failwith "stray )"
    | _ ->
        let j = ref i in
        while !j < n && s.[!j] <> ' ' && s.[!j] <> '(' && s.[!j] <> ')' do incr j done;
        (A (String.sub s i (!j - i)), !j)
  and items i acc =
    if i >= n then failwith "missing )" else
    match s.[i] with
    | ' ' -> items (i + 1) acc
    | ')' -> (L (List.rev acc), i + 1)
    | _ -> let v, j = value i in items j (v :: acc)
  in
  fst (value 0)

let rec nat_of n = if n <= 0 then O else S (nat_of (n - 1))
let int_of k = let rec go acc = function O -> acc | S m -> go (acc + 1) m in go 0 k
let bad what = failwith ("bad " ^ what)
let nat = function A s -> nat_of (int_of_string s) | L _ -> bad "number"
let nats l = List.map nat l
let opt f = function A "-" | A "any" -> None | x -> Some (f x)
let flag = function A "1" -> true | A "0" -> false | _ -> bad "flag"
let list = function L l -> l | A _ -> bad "list"

let rec guard = function
  | A "true" -> GTrue
  | L [ A "opq"; i ] -> GOpaque (nat i)
  | L (A "in" :: f :: p :: ns) -> GIn (nat f, nat p, nats ns)
  | L [ A "not"; g ] -> GNot (guard g)
  | L [ A "and"; g; h ] -> GAnd (guard g, guard h)
  | L [ A "or"; g; h ] -> GOr (guard g, guard h)
  | _ -> bad "guard"

let arg = function
  | L [ A "lit"; n ] -> ALit (nat n)
  | L [ A "ref"; x ] -> ARef (nat x)
  | L (A "mix" :: xs) -> AMix (nats xs)
  | _ -> bad "arg"

let pair f g = function L [ a; b ] -> (f a, g b) | _ -> bad "pair"

let rec step = function
  | L [ A "call"; t; args; b; i ] ->
      Call { c_tool = nat t; c_args = List.map (pair nat arg) (list args); c_bind = opt nat b; c_id = nat i }
  | L [ A "if"; xs; th; el ] -> Cond (nats (list xs), steps th, steps el)
  | L [ A "loop"; id; coll; item; body ] -> Loop (nat id, nat coll, nat item, steps body)
  | _ -> bad "step"
and steps l = List.map step (list l)

let rule = function
  | L [ srcs; sink; prm; g; sans; deny ] ->
      { r_srcs = opt (fun l -> nats (list l)) srcs; r_sink = opt nat sink; r_param = opt nat prm;
        r_guard = guard g; r_sans = nats (list sans); r_deny = flag deny }
  | _ -> bad "rule"

let trans = function
  | L [ f; t; g; d ] -> { t_from = nat f; t_tool = opt nat t; t_guard = guard g; t_to = nat d }
  | _ -> bad "transition"

let aut = function
  | L [ i; e; ts ] -> { au_init = nat i; au_err = nats (list e); au_trans = List.map trans (list ts) }
  | _ -> bad "automaton"

let input = function L (x :: ls) -> (nat x, nats ls) | _ -> bad "input"

let policy = function
  | L [ allowed; intro; rules; pre; auts; marks; inputs; track ] ->
      { p_allowed = nats (list allowed); p_intro = List.map (pair nat nat) (list intro);
        p_rules = List.map rule (list rules); p_pre = List.map (pair nat guard) (list pre);
        p_auts = List.map aut (list auts); p_marks = List.map (pair nat nat) (list marks);
        p_inputs = List.map input (list inputs); p_track = flag track }
  | _ -> bad "policy"

let fact = function
  | L [ A "v"; x; k ] -> FV (nat x, nat k)
  | L [ A "q"; i; q ] -> FQ (nat i, nat q)
  | _ -> bad "fact"

let state = function
  | L [ b; f ] -> { a_bound = nats (list b); a_facts = List.map fact (list f) }
  | _ -> bad "state"

let next = function
  | L [ c; i; q; js; stay ] -> (((nat c, nat i), nat q), (nats (list js), flag stay))
  | _ -> bad "table entry"

let cert = function
  | L [ A "cert"; nx; nr; pr; loops ] ->
      ({ en_next = List.map next (list nx); en_norule = List.map (pair nat nat) (list nr);
         en_pre = List.map (pair nat nat) (list pr) },
       List.map (pair nat state) (list loops))
  | _ -> bad "certificate"

(* attribute table: (f n m) means attribute f of literal n is m; attribute 0 is
   the literal itself; anything else is 0 *)
let attrs l =
  let tbl = Hashtbl.create 16 in
  List.iter (function
    | L [ A f; A n; m ] -> Hashtbl.replace tbl (int_of_string f, int_of_string n) (nat m)
    | _ -> bad "attribute") (list l);
  fun f n ->
    if f = O then n else
    match Hashtbl.find_opt tbl (int_of f, int_of n) with Some m -> m | None -> O

let show_fact = function
  | FV (x, k) -> Printf.sprintf "(v %d %d)" (int_of x) (int_of k)
  | FQ (i, q) -> Printf.sprintf "(q %d %d)" (int_of i) (int_of q)

(* facts about variables that can not be read say nothing: they are left out *)
let show_state a =
  let b = List.sort_uniq compare (List.map int_of a.a_bound) in
  let f = List.filter (live a.a_bound) a.a_facts in
  let f = List.sort_uniq compare (List.map show_fact f) in
  Printf.sprintf "((%s) (%s))" (String.concat " " (List.map string_of_int b)) (String.concat " " f)

let show_loops c =
  "(" ^ String.concat " "
    (List.map (fun (i, a) -> Printf.sprintf "(%d %s)" (int_of i) (show_state a))
       (List.sort (fun (i, _) (j, _) -> compare (int_of i) (int_of j)) c)) ^ ")"

let bit b = if b then "1" else "0"

let show_pairs l =
  String.concat " " (List.map (fun (a, b) -> Printf.sprintf "(%d %d)" a b)
    (List.sort_uniq compare (List.map (fun (a, b) -> (int_of a, int_of b)) l)))

let show_cert (e, c) =
  let nx = List.sort compare (List.map (fun (((c, i), q), (js, st)) ->
    (int_of c, int_of i, int_of q, List.map int_of js, st)) e.en_next) in
  let one (c, i, q, js, st) =
    Printf.sprintf "(%d %d %d (%s) %s)" c i q (String.concat " " (List.map string_of_int js)) (bit st) in
  Printf.sprintf "(cert (%s) (%s) (%s) %s)" (String.concat " " (List.map one nx))
    (show_pairs e.en_norule) (show_pairs e.en_pre) (show_loops c)

(* what opaque conditions mean: they look at the event, at how many calls there
   were before it, and at what the first of them returned *)
let orc i h e =
  let first = match h with [] -> 0 | x :: _ -> int_of x.e_res.v_data in
  (int_of i + int_of e.e_tool + List.length e.e_args + List.length h + first) mod 2 = 0

let show_event e =
  Printf.sprintf "(%d %d %d%s)" (int_of e.e_tool) (int_of e.e_res.v_data) (List.length e.e_under)
    (String.concat "" (List.map (fun (p, v) -> Printf.sprintf " (%d %d)" (int_of p) (int_of v.v_data)) e.e_args))

(* lines:
     (check POLICY ATTRS WORKFLOW CERT...)        answer: INFERRED? BITS ORDER INFERREDCERT;
                                                    two bits a CERT: accepted? accepted with its table?
                                                    loop states only when accepted (a refused
                                                    workflow may read what is not bound);
                                                    two bits a rule: flagged? flagged when sanitizers clear?
     (trial POLICY ATTRS WORKFLOW MOVES (DRAW...)) answer: SAFE? (EVENT...) (STATE...) *)
let () =
  try
    while true do
      let line = input_line stdin in
      if line <> "" then begin
        (match parse line with
         | L (A "check" :: p :: a :: w :: certs) ->
             let p = policy p and a = attrs a and w = steps w in
             let e = tabulate p (keval_table p a) w in
             let t = table_of p e in
             let c = infer p t w in
             let bits = List.map (fun k ->
               let e, c = cert k in
               let t = table_of p e in
               bit (check p t c w) ^ bit (check p t (infer p t w) w)) certs in
             let order = List.map (fun r -> bit (order_flagged p r w) ^ bit (order_clearing p r w)) p.p_rules in
             let ok = check p t c w in
             Printf.printf "%s %s %s %s\n" (bit ok) (String.concat "" ("b" :: bits))
               (String.concat "" ("o" :: order)) (show_cert (e, if ok then c else []))
         | L [ A "trial"; p; a; w; n; ds ] ->
             let p = policy p and a = attrs a and w = steps w in
             let t = trial p (nat n) w (nats (list ds)) in
             let states = List.map (fun m -> string_of_int (int_of (run_aut a orc m t))) p.p_auts in
             Printf.printf "%s (%s) (%s)\n" (bit (safe_traceb p a orc t)) (String.concat "" (List.map show_event t))
               (String.concat " " states)
         | _ -> bad "case");
        flush stdout
      end
    done
  with End_of_file -> ()
