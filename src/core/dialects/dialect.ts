/**
 * What an agent's hook says about a tool call, and how it is answered, the same for all agents. Everything here is a pure
 * function of the agent's JSON; the review and the journal are in higher layers.
 */

/** One step of a tool call on files. Paths are as the agent gave them. */
export type FileOperation =
  | { readonly kind: 'replace'; readonly path: string; readonly replacements: readonly Replacement[] }
  /** Writes a whole file; with `mustBeNew` the agent's tool refuses a file that has content. */
  | { readonly kind: 'write'; readonly path: string; readonly text: string; readonly mustBeNew: boolean }
  | { readonly kind: 'delete'; readonly path: string }
  /** Edits a cell of a notebook, named by its id as the agent shows it; `insert` adds one behind it, or at the top. */
  | {
      readonly kind: 'cell';
      readonly path: string;
      readonly action: 'replace' | 'insert' | 'delete';
      readonly cell: string | undefined;
      readonly source: string;
      readonly cellType: 'code' | 'markdown' | undefined;
    }
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
  /** An edit whose result cannot be predicted. `why` tells the model so, and what to call instead. */
  | { readonly kind: 'unpredictable'; readonly path: string | undefined; readonly why: string }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  /** A tool that Redline has no opinion on, such as one of its own. */
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
  /** Set for a move: the path that has `before`. */
  readonly movedFrom?: string | undefined;
}

/** When an agent runs a hook. A turn is what it does for one prompt. */
export type Phase = 'preToolUse' | 'postToolUse' | 'turnEnd' | 'sessionStart' | 'turnStart';

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
  readonly sessionId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly toolUseId?: string | undefined;
  /** The agent's permission mode, such as `bypassPermissions`. */
  readonly permissionMode?: string | undefined;
  /** At the end of a turn: whether it went on after a hook had refused to end it. */
  readonly isContinued?: boolean;
}

/** What the hook prints, and its exit code. */
export interface Output {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: number;
}

/** The changed input of a tool, or the reason, for the model, why there is none. */
export type Amended = { readonly input: unknown } | { readonly reason: string };

/** What a patch makes of its files, or the reason, for the model, why that cannot be predicted. */
export type PredictedPatch = { readonly files: readonly ApprovedFile[] } | { readonly reason: string };

/** How an agent's hook is answered, in the agent's own format. */
export interface HookAnswers {
  /** No opinion: the agent goes on as if there were no hook. */
  abstain(): Output;
  /** Lets the tool run without a question of the agent's own. The model reads the words where the agent passes them on. */
  allow(call: HookCall, words?: string): Output;
  /** Stops the tool; at the end of a turn, keeps the turn open. The model reads the reason. */
  deny(call: HookCall, reason: string): Output;
  /** Lets the tool run with another input. The model reads the words where the agent passes them on. */
  amended(call: HookCall, input: unknown, words: string): Output;
  /** Tells the model words after the tool has run. Set only for an agent that does not pass them on before. */
  tellAfter?(call: HookCall, words: string): Output;
  /** At the start of a turn, gives the model words beside the prompt. Absent for an agent that is not known to pass them on. */
  context?(call: HookCall, words: string): Output;
}

/** The format of an agent's hook, without its tools. No function throws, whatever it is given. */
export interface HookFormat {
  /** Reads what the agent wrote to the hook's stdin, parsed as JSON; undefined for what needs no answer. */
  readCall(stdin: unknown): HookCall | undefined;
  readonly answer: HookAnswers;
}

/** One agent's hooks and tools. No function throws, whatever it is given. */
export interface Dialect extends HookFormat {
  /** As in `core/endpoint/agents.ts`. */
  readonly id: string;
  /** Whether its tools edit the editor's own documents: with what is unsaved in them, and in their encoding. */
  readonly editsDocuments: boolean;
  /** The tools that it knows, as the agent names them. */
  readonly toolNames: ReadonlySet<string>;
  intentOf(call: HookCall): Intent;
  /** Whether the agent runs no hook after this call, although it is set to run one after its tool. */
  endsSilently(call: HookCall): boolean;
  /** Changes the input of the call so that the agent's tool writes exactly what was approved. */
  amend(call: HookCall, approved: readonly ApprovedFile[]): Amended;
  /**
   * The text of the file after the agent's tool did the operation on `before` (undefined: no file). Undefined where the tool
   * refuses it, or where its result is not certain.
   */
  predictEdit(operation: FileOperation, before: string | undefined): string | undefined;
  /**
   * What the agent's tool makes of the files of a patch, or why that cannot be predicted.
   * @param read the text of a file as it is now, by its path in the patch; undefined for an absent one.
   */
  predictPatch(text: string, read: (path: string) => string | undefined): PredictedPatch;
  /** The paths that `predictPatch` reads, as written in the patch. Empty for a text that is not a patch. */
  pathsInPatch(text: string): readonly string[];
}
