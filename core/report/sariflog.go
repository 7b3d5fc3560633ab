package report

import "planproof/core/wire"

// The parts of SARIF 2.1.0 (OASIS, 27 March 2020) that a report needs, named
// as there. Fields stand in the order in which they are written.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Artifacts   []sarifArtifact   `json:"artifacts,omitempty"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
	Properties  wire.Object       `json:"properties,omitempty"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	Version         string      `json:"version,omitempty"`
	SemanticVersion string      `json:"semanticVersion,omitempty"`
	Rules           []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string      `json:"id"`
	Name                 string      `json:"name"`
	ShortDescription     *sarifText  `json:"shortDescription,omitempty"`
	FullDescription      *sarifText  `json:"fullDescription,omitempty"`
	Help                 *sarifText  `json:"help,omitempty"`
	DefaultConfiguration sarifConfig `json:"defaultConfiguration"`
	Properties           wire.Object `json:"properties,omitempty"`
}

type sarifConfig struct {
	Level string `json:"level"`
}

// sarifText is a message or a multiformatMessageString.
type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool `json:"executionSuccessful"`
}

type sarifArtifact struct {
	Location sarifArtifactLocation `json:"location"`
	MIMEType string                `json:"mimeType"`
	Roles    []string              `json:"roles"`
}

type sarifArtifactLocation struct {
	URI   string `json:"uri"`
	Index *int   `json:"index,omitempty"`
}

type sarifResult struct {
	RuleID              string          `json:"ruleId"`
	RuleIndex           int             `json:"ruleIndex"`
	Level               string          `json:"level"`
	Message             sarifText       `json:"message"`
	Locations           []sarifLocation `json:"locations"`
	RelatedLocations    []sarifLocation `json:"relatedLocations,omitempty"`
	CodeFlows           []sarifCodeFlow `json:"codeFlows,omitempty"`
	PartialFingerprints wire.Object     `json:"partialFingerprints"`
	Properties          wire.Object     `json:"properties,omitempty"`
}

type sarifLocation struct {
	ID               *int                   `json:"id,omitempty"`
	PhysicalLocation *sarifPhysicalLocation `json:"physicalLocation,omitempty"`
	LogicalLocations []sarifLogicalLocation `json:"logicalLocations,omitempty"`
	Message          *sarifText             `json:"message,omitempty"`
}

type sarifPhysicalLocation struct {
	ArtifactLocation sarifArtifactLocation `json:"artifactLocation"`
	Region           *sarifRegion          `json:"region,omitempty"`
}

type sarifRegion struct {
	StartLine   int        `json:"startLine"`
	StartColumn int        `json:"startColumn"`
	EndLine     int        `json:"endLine"`
	EndColumn   int        `json:"endColumn"`
	ByteOffset  int        `json:"byteOffset"`
	ByteLength  int        `json:"byteLength"`
	Snippet     *sarifText `json:"snippet,omitempty"`
}

type sarifLogicalLocation struct {
	Name               string `json:"name,omitempty"`
	FullyQualifiedName string `json:"fullyQualifiedName"`
}

type sarifCodeFlow struct {
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifThreadFlowLocation `json:"locations"`
}

type sarifThreadFlowLocation struct {
	Location       sarifLocation `json:"location"`
	Kinds          []string      `json:"kinds"`
	ExecutionOrder int           `json:"executionOrder"`
	Importance     string        `json:"importance"`
}
