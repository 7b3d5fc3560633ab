/** The version of the verifier, as in Report.engine without the name. */
export declare const version: string;

/** What names or is the wasm module; by default planproof.wasm beside engine.js. */
export type WasmSource =
  | string
  | URL
  | Response
  | ArrayBuffer
  | ArrayBufferView
  | WebAssembly.Module
  | Promise<Response | ArrayBuffer | WebAssembly.Module>;

export interface LoadOptions {
  wasm?: WasmSource;
  /**
   * Run in a worker of its own, so that a long verification does not hold up
   * this thread, and close() can end it. Default: true in a page, else false.
   */
  worker?: boolean;
}

/** Compiles the module (once per address) and starts an engine. */
export declare function load(options?: LoadOptions): Promise<Engine>;

export interface Engine {
  readonly version: string;
  /** Resolves when the engine is closed or died; it never rejects. */
  readonly stopped: Promise<EngineStopped>;
  /**
   * Verifies a plan. A plan that is refused is a report with ok false; a
   * document that can not be read is a Problem. The promise is rejected only
   * with a TypeError (wrong use) or an EngineStopped.
   */
  verify(bundle: BundleLike, options?: VerifyOptions & { format?: "object" }): Promise<Report | Problem>;
  /** The same as one line of text, byte for byte what `planproof verify --format json` prints. */
  verify(bundle: BundleLike, options: VerifyOptions & { format: "text" }): Promise<string>;
  /** Evaluates a condition of the policy language with given values. */
  evaluate(expr: string, env?: string | { [name: string]: Json }, options?: { format?: "object" }): Promise<Evaluation>;
  evaluate(expr: string, env: string | { [name: string]: Json } | undefined, options: { format: "text" }): Promise<string>;
  /** Ends the engine and rejects what waits. */
  close(): void;
}

/** Like Engine.verify, with an engine that is loaded on first use and again after a crash. */
export declare const verify: Engine["verify"];
/** Like Engine.evaluate, with the same engine as verify. */
export declare const evaluate: Engine["evaluate"];

export interface VerifyOptions {
  /** Refuse what is otherwise left to the run. */
  strict?: boolean;
  /** Read a pasted answer: prose and fences around the JSON, commas, comments. */
  lenient?: boolean;
  /** "full" records the trace. */
  detail?: "none" | "full";
}

/** The engine died or was closed. Load a new one. */
export declare class EngineStopped extends Error {
  /** What the module wrote before it died. */
  readonly output: string;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * A bundle as an object, as JSON text or as the bytes of one; or the three
 * documents as texts. Numbers that a double can not hold keep their digits
 * only in text and bytes. Spans count in what was given: offsets of an object
 * are those of JSON.stringify's text.
 */
export type BundleLike = string | Uint8Array | Bundle | { workflow: string; policy: string; tools: string };

export interface Bundle {
  workflow: object;
  policy: object;
  tools: object[];
  [key: string]: unknown;
}

export interface Report {
  version: 1;
  engine: string;
  ok: boolean;
  violations: Finding[];
  warnings: Finding[];
  notes: Finding[];
  lint: Finding[];
  obligations: Obligation[];
  taint_order: { [rule: string]: boolean };
  stats: { steps: number; events: number; iterations: number; queries: number };
  trace?: Trace;
  error?: undefined;
}

/** A document could not be read. */
export interface Problem {
  ok: false;
  error: { kind: "input" | "policy" | "limit"; message: string; hint?: string; span?: Span };
}

export interface Position {
  /** From 1. */
  line: number;
  /** From 1, in code points. */
  column: number;
  /** From 0, in bytes. */
  offset: number;
}

export interface Span {
  doc: "workflow" | "policy" | "tools" | "bundle";
  start: Position;
  /** Exclusive. */
  end: Position;
}

export interface Finding {
  id: string;
  fingerprint: string;
  category: string;
  rule_name: string;
  step_label: string;
  /** JSON pointer into the bundle. */
  path: string;
  certainty: "definite" | "possible";
  unreachable: boolean;
  message: string;
  hint: string;
  span: Span;
  witness?: Witness;
  flow?: Hop[];
  cursor?: string;
}

export interface Witness {
  bindings: { [name: string]: Json };
  replay?: "confirmed" | "abstract_only";
}

export interface Hop {
  path: string;
  rule: "source" | "arg" | "result" | "bind" | "join" | "item" | "loop" | "sink";
  from: string;
  to: string;
  labels: string[];
}

export interface Obligation {
  path: string;
  category: string;
  condition: string;
  status: "proved" | "definite" | "possible" | "warning" | "unknown";
  facts: string[];
  core: string[];
  witness?: Witness;
  smtlib?: string;
  reason?: string;
}

export interface Trace {
  version: 1;
  detail: string;
  labels: string[];
  tools: string[];
  rules: string[];
  loops: { path: string; iter: number[]; iterations: number; bound: number; converged: boolean; final: boolean }[];
  events: { kind: string; path: string; iter?: number[]; [payload: string]: unknown }[];
  truncated?: boolean;
}

export type Evaluation =
  | { value: Json; error?: undefined }
  | { error: { kind: "input" | "syntax" | "grammar" | "name" | "type" | "value" | "limit"; message: string; offset: number } };
