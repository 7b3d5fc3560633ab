// Package browsertest drives the built page in a headless Chromium. Its tests
// have the build tag browser:
//
//	go test -tags=browser ./ui/browsertest
//
// They are skipped, visibly, where there is no Chromium, unless
// PLANPROOF_REQUIRE_BROWSER=1 makes that a failure. A console error, an
// uncaught exception or a violation of the content security policy fails
// every test. -screenshots=DIR writes pictures of the views.
//
// PLANPROOF_SITE=DIR tests the files of a folder instead of building them.
package browsertest
