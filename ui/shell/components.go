package shell

//go:generate go tool vugugen -skip-go-mod -skip-main .
//go:generate gofmt -w .

// Root is the whole shell.
type Root struct{ Chrome *Chrome }

// Header is the wordmark, the verdict's flag and the site's buttons.
type Header struct{ Chrome *Chrome }

// DocsBar chooses a document.
type DocsBar struct{ Chrome *Chrome }

// PlanBar explains the labels and chooses how the plan is shown.
type PlanBar struct{ Chrome *Chrome }

// TabsBar chooses the inspector's pane.
type TabsBar struct{ Chrome *Chrome }

// Transport moves the cursor.
type Transport struct{ Chrome *Chrome }
