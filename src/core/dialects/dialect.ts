/**
 * What an agent's hook says about a tool call, and how it is answered, the same for all agents. Everything here is a pure
 * function of the agent's JSON; whoever asks the person and keeps the journal stands above.
 */

/** One step of a tool call on files. Paths stand as the agent gave them. */
export type FileOperation =
  | { readonly kind: 'replace'; readonly path: string; readonly replacements: readonly Replacement[] }
  /** Writes a whole file; with `mustBeNew` the agent's tool refuses a file that has content. */
  | { readonly kind: 'write'; readonly path: string; readonly text: string; readonly mustBeNew: boolean }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  /** A patch of the form `*** Begin Patch`, often of several files; relative paths start from `folder`, if it is set. */
  | { readonly kind: 'patch'; readonly text: string; readonly folder?: string };

/** `oldText` becomes `newText`: at its only place, or with `all` at every place. An empty `oldText` makes a new file. */
export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly all: boolean;
}

/** What a tool call means. */
export type Intent =
  | { readonly kind: 'changes'; readonly operations: readonly FileOperation[] }
  /** An edit whose result cannot be known beforehand. `why` tells the model so, and what to call instead. */
  | { readonly kind: 'unseeable'; readonly path: string | undefined; readonly why: string }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  /** No tool that is looked at, Redline's own among them. */
  | { readonly kind: 'unknown' };

/**
 * A file as the person approved it. Texts have their byte order mark, if any, as first character, and their line endings
 * as on disk; `undefined` is an absent file. What is not approved, or is the same before and after, was left out.
 */
export interface ApprovedFile {
  /** As the operation names it. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Set for a move: where `before` stands. */
  readonly movedFrom?: string | undefined;
}

/** Around a tool call, at the end of a turn, at the start of a session or of a turn. */
export type Phase = 'before' | 'after' | 'stop' | 'start' | 'turn';

/** One call of a hook. */
export interface HookCall {
  readonly phase: Phase;
  /** As the agent names it, in its own case. */
  readonly event: string;
  /** Empty for a phase without a tool. */
  readonly tool: string;
  /** The tool's input, whatever it is. */
  readonly input: unknown;
  /** The agent's working directory, where it says so. */
  readonly cwd: string | undefined;
  readonly session?: string | undefined;
  readonly turn?: string | undefined;
  readonly toolUse?: string | undefined;
  /** The agent's permission mode, such as `bypassPermissions`. */
  readonly mode?: string | undefined;
}

/** What the hook prints, and its exit code. */
export interface Output {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: number;
}

/** The changed input of a tool, or in words for the model why there is none. */
export type Amended = { readonly input: unknown } | { readonly cannot: string };

export type PatchResult = { readonly files: readonly ApprovedFile[] } | { readonly cannot: string };

export interface Answers {
  /** No opinion: the agent goes on as if there were no hook. */
  none(): Output;
  /** Lets the tool run without a question of the agent's own. The model reads the words where the agent passes them on. */
  allow(call: HookCall, words?: string): Output;
  /** Stops the tool; at the end of a turn, keeps the turn open. The model reads the reason. */
  deny(call: HookCall, reason: string): Output;
  /** Lets the tool run with another input. The model reads the words where the agent passes them on. */
  amended(call: HookCall, input: unknown, words: string): Output;
}

/** How an agent's hook speaks, whatever its tools are. No function throws, whatever it is given. */
export interface HookFormat {
  /** Reads what the agent wrote to the hook's stdin, parsed as JSON; undefined for what needs no answer. */
  readCall(stdin: unknown): HookCall | undefined;
  readonly answer: Answers;
}

/** One agent's hooks and tools. No function throws, whatever it is given. */
export interface Dialect extends HookFormat {
  /** As in `core/endpoint/agents.ts`. */
  readonly id: string;
  /** The tools that it knows, as the agent names them. */
  readonly toolNames: ReadonlySet<string>;
  intentOf(call: HookCall): Intent;
  /** Changes the input of the call so that the agent's tool writes exactly what was approved. */
  amend(call: HookCall, approved: readonly ApprovedFile[]): Amended;
  /**
   * The text of the file after the agent's tool did the operation on `before` (undefined: no file); undefined where the
   * tool refuses it, or where that cannot be said.
   */
  resultOf(operation: FileOperation, before: string | undefined): string | undefined;
  /**
   * What the agent's tool makes of the files of a patch, or in words for the model why that cannot be said beforehand.
   * @param read the text of a file as it is now, by its path in the patch; undefined for an absent one.
   */
  patchResult(text: string, read: (path: string) => string | undefined): PatchResult;
  /** The paths that `patchResult` reads, as they stand in the patch. Empty for a text that is no patch. */
  pathsOf(text: string): readonly string[];
}
