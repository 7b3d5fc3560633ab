package report

// CheckLog and CheckShown are for the tests of real reports, which import
// package core.
var (
	CheckLog   = checkLog
	CheckShown = checkShown
	Golden     = golden
)
