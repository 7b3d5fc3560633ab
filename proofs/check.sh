#!/bin/sh
# Checks every proof and everything the README claims about them, then builds
# the checker that is extracted from them (build/planproof-checker).
#
#   proofs/check.sh          proofs, independent checker, axioms, extraction
#   proofs/check.sh quick    without the independent checker
#
# Needs Coq 8.16 and OCaml: apt-get install -y --no-install-recommends coq
set -eu
cd "$(dirname "$0")"
mode=${1:-full}
fail() { echo "proofs: $1" >&2; exit 1; }

# Nothing is assumed: no axiom, no admitted proof, no hole.
if grep -nE '\b(Admitted|Axiom|Axioms|Conjecture|Parameter|Parameters|admit|give_up)\b' theories/*.v; then
  fail "something is assumed instead of proved (above)"
fi

# The statement that the README quotes is the one that is proved.
flat() { tr -s ' \n' '  '; }
awk '/^```coq/{on=1;next} /^```/{on=0} on' README.md | flat > /tmp/planproof-claim.$$
claim=$(cat /tmp/planproof-claim.$$); rm -f /tmp/planproof-claim.$$
[ -n "$claim" ] || fail "the README quotes no statement"
flat < theories/Sound.v | grep -qF -- "$claim" || fail "the statement in the README is not the one in theories/Sound.v"

# Every theorem that the README's table names is there.
for name in $(grep '^| [A-Z]' README.md | cut -d'|' -f3 | grep -o '`[a-z_]*`' | tr -d '`'); do
  grep -qE "^(Theorem|Lemma|Corollary|Example) $name\b" theories/*.v || fail "the README names $name, which is not proved"
done

mkdir -p build/theories
cp _CoqProject build/
cp theories/*.v build/theories/
cd build
coq_makefile -f _CoqProject -o Makefile.coq >/dev/null
make -s -f Makefile.coq -j2 >log 2>&1 || { tail -20 log >&2; fail "a proof does not check"; }

# Every main theorem stands without axioms.
asked=$(cat theories/*.v | grep -c '^Print Assumptions')
{
  echo "From Planproof Require Import $(sed -n 's,^theories/\(.*\)\.v$,\1,p' _CoqProject | grep -v Extract | tr '\n' ' ')."
  grep -h '^Print Assumptions' theories/*.v
} > Claims.v
coqc -q -Q theories Planproof Claims.v > assumptions
closed=$(grep -c '^Closed under the global context' assumptions || true)
[ "$asked" = "$closed" ] || { cat assumptions >&2; fail "$asked theorems, of which $closed need no axiom"; }

# The independent checker reads the compiled files again, with its own kernel.
if [ "$mode" != quick ]; then
  coqchk -silent -o -Q theories Planproof $(sed -n 's,^theories/\(.*\)\.v$,Planproof.\1,p' _CoqProject | grep -v Extract) >chk 2>&1 ||
    { tail -20 chk >&2; fail "coqchk does not agree"; }
  tr -s ' \n' '  ' < chk | grep -q 'Axioms: <none>' || { cat chk >&2; fail "coqchk lists axioms"; }
fi

# The extracted checker, for the comparison with the one in Go.
cp ../extract/driver.ml .
ocamlfind ocamlopt -w -a checker.mli checker.ml driver.ml -o planproof-checker
echo "proofs: $(cat theories/*.v | wc -l) lines, $asked main theorems without axioms; checker extracted"
