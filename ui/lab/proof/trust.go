package proof

import "planproof/ui/markup"

// trust says what the green verdict rests on, and what it does not speak of.
func trust(h *markup.Writer) {
	h.Open("section", "class", "sect", "data-testid", "proof-trust").El("h2", "", "What is proved, and what is trusted")
	h.Raw(picture)
	lists := []struct {
		title string
		items []string
	}{
		{"Proved in Coq, without axioms", []string{
			"The checking algorithm is sound, for every plan, policy and certificate: it accepts nothing that has a bad run.",
			"The order verdict is above the precise one, and the analysis finds a certificate whenever there is one.",
		}},
		{"Compared, not proved", []string{
			"This program's checker follows the proved one definition by definition, and gives the same answers as the one extracted from the proofs on random plans, certificates and runs.",
		}},
		{"Trusted", []string{
			"Reading the documents, and the concrete evaluator of conditions.",
			"What the certificate takes from the solver, until it is asked again.",
			"That tools do what their specs say, that a sanitizer takes out what its rule means, and that the executor makes the checks that are left to it.",
		}},
		{"Outside of the certificate", []string{
			"Grounding of literals, argument types, frames and postconditions. The verifier decides them; the certificate says nothing about them.",
			"Data that tools pass to each other behind the plan's back, timing, and a policy that forgets a source.",
			"What is inside of a structured argument: its parts count for where it comes from, its data is arbitrary.",
		}},
	}
	h.Open("div", "class", "trusts")
	for _, l := range lists {
		h.Open("div").El("h3", "", l.title).Open("ul")
		for _, item := range l.items {
			h.El("li", "", item)
		}
		h.Close("ul").Close("div")
	}
	h.Close("div").Close("section")
}

// picture is the trust boundary: what stands inside is proved or compared with
// what is proved; what is left of it only makes certificates.
const picture = `<svg class="draw trust" viewBox="0 0 420 232" role="img" aria-label="The trust boundary. Workflow, policy and tools are read by a trusted reader. Analysis and solver, which are not trusted, make a certificate. The checker, inside the boundary, checks it against what was read, and follows a checker that is proved in Coq.">` +
	`<rect class="bound" x="196" y="70" width="222" height="150" rx="3"/><text class="t end" x="410" y="86">the trust boundary</text>` +
	`<rect class="bx" x="132" y="6" width="156" height="36" rx="3"/><text class="mid" x="210" y="21">plan, policy, tools</text><text class="t mid" x="210" y="35">the documents</text>` +
	`<path class="edge" d="M210 42v12H254v44"/><path class="tri" d="M254 104l-3.500-7h7z"/>` +
	`<path class="edge" d="M210 54H70v44"/><path class="tri" d="M70 104l-3.500-7h7z"/><text class="t3 mid" x="140" y="66">read: trusted</text>` +
	`<rect class="bx dashed" x="6" y="104" width="128" height="44" rx="3"/><text class="mid" x="70" y="122">analysis, solver</text><text class="t3 mid" x="70" y="138">not trusted</text>` +
	`<rect class="bx" x="208" y="104" width="92" height="44" rx="3"/><text class="mid bold" x="254" y="122">core/cert</text><text class="t mid" x="254" y="138">Check</text>` +
	`<path class="edge" d="M134 126h67"/><path class="tri" d="M208 126l-7-3.500v7z"/><text class="t mid" x="166" y="119">certificate</text>` +
	`<rect class="bx good" x="324" y="104" width="86" height="44" rx="3"/><text class="mid bold" x="367" y="122">Check.v</text><text class="t mid" x="367" y="138">proved sound</text>` +
	`<path class="edge" d="M300 126h24"/><text class="t3 mid" x="312" y="164">same definitions,</text><text class="t3 mid" x="312" y="177">compared at random</text>` +
	`<rect class="bx" x="208" y="186" width="202" height="26" rx="3"/><text class="mid" x="309" y="203">concrete evaluator: trusted</text>` +
	`<path class="edge" d="M254 186v-31"/><path class="tri" d="M254 148l-3.500 7h7z"/>` +
	`</svg>`
