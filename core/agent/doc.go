// Package agent is the short way to a guarded agent: register Go functions as
// tools, say what must not happen, run goals.
//
//	a := agent.New("mail", planner)
//	agent.Tool(a, "fetch_mail", "the newest mails", fetchMail, agent.Labels("mail"))
//	agent.Tool(a, "send_email", "send a mail", sendEmail)
//	a.Deny("send_email", "domain_of(to) not in ['company.example']")
//	a.NoDataFlow("fetch_mail", "send_email.body", "redact")
//	a.RequireBefore("ask", "send_email")
//	outcome, err := a.Run(ctx, "Tell Ann what is new")
//
// The planner sees the tools and the rules, never any data; a plan runs only
// when it was verified, and under the monitor.
//
//	agent.go    the agent, its goals
//	rules.go    what must not happen
//	tool.go     functions as tools: specs from signatures and struct tags
//	types.go    Go types as declared types
//	convert.go  values between plans and Go
package agent
