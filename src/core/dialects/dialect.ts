// Defines dialects. A dialect converts the input of one agent's hooks and tools to a form common to all agents, and
// Redline's answers to that agent's format. Dialects are pure functions of the agent's JSON; review and journal are in
// higher layers.

/** One step of a tool call on files. Paths are as in the agent's input. */
export type FileOperation =
  | { readonly kind: 'replace'; readonly path: string; readonly replacements: readonly TextReplacement[] }
  /** Writes a whole file; with `mustBeNew`, the agent's tool rejects a file that has content. */
  | { readonly kind: 'write'; readonly path: string; readonly text: string; readonly mustBeNew: boolean }
  | { readonly kind: 'delete'; readonly path: string }
  /**
   * Edits a cell of a notebook. `cell` is its id as the agent displays it. `insert` adds a cell after `cell` or, if
   * that is undefined, at the top. An undefined `cellType` keeps the type.
   */
  | {
      readonly kind: 'cell';
      readonly path: string;
      readonly action: 'replace' | 'insert' | 'delete';
      readonly cell: string | undefined;
      readonly source: string;
      readonly cellType: 'code' | 'markdown' | undefined;
    }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  /** A patch of the form `*** Begin Patch`, often of several files. If `folder` is set, relative paths start there. */
  | { readonly kind: 'patch'; readonly text: string; readonly folder?: string };

/** Replaces `oldText` by `newText`: its only occurrence, or with `all` every one. An empty `oldText` creates a file. */
export interface TextReplacement {
  readonly oldText: string;
  readonly newText: string;
  readonly all: boolean;
}

/** The effect of a tool call: it reads, changes files, runs a command … (discriminated union). */
export type Intent =
  | { readonly kind: 'changes'; readonly operations: readonly FileOperation[] }
  /** A call that is refused, since its effect cannot be predicted. `why` tells the model, and what to call instead. */
  | { readonly kind: 'unpredictable'; readonly why: string }
  /** A shell command. Redline only observes its changes. */
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'read'; readonly paths: readonly string[]; readonly searches?: readonly Search[] | undefined }
  /** Reads everything that git says is changed, as a diff. */
  | { readonly kind: 'readChanges' }
  /** A tool on which Redline has no opinion, such as one of its own. */
  | { readonly kind: 'unknown' };

/** The files that a search may read: those below a folder that match a glob. */
export interface Search {
  /** Undefined if the input names none: the agent's working directory or, in VS Code, all workspace folders. */
  readonly folder: string | undefined;
  /** Relative to the folder; undefined for all files in it. */
  readonly glob: string | undefined;
  /** Whether the tool reads all files that it finds. Then files with secret names count even if the glob names none. */
  readonly readsAll?: boolean;
}

/**
 * A file as approved by the user. Texts start with their byte order mark, if any, and have the line endings on disk;
 * `undefined` is an absent file. Excluded and unchanged files are omitted.
 */
export interface ApprovedFile {
  /** Path as in the operation; for a move, its target. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Set for a move: the path of `before`. */
  readonly movedFrom?: string | undefined;
}

/** The moment at which an agent runs a hook. A turn is the work of the agent, and of its subagents, on one prompt. */
export type Phase = 'preToolUse' | 'postToolUse' | 'turnEnd' | 'subagentEnd' | 'sessionStart' | 'turnStart';

/** One call of a hook. */
export interface HookCall {
  readonly phase: Phase;
  /** Event name, as spelled by the agent. */
  readonly event: string;
  /** Tool name; empty for a phase without a tool. */
  readonly tool: string;
  /** The tool's input, not validated. */
  readonly input: unknown;
  /** The agent's working directory, if the input contains it. */
  readonly cwd: string | undefined;
  /** The agent's home folder, if the bridge sent it; no dialect reads it from the input. */
  readonly home?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly toolUseId?: string | undefined;
  /** The agent's permission mode, such as `bypassPermissions`. */
  readonly permissionMode?: string | undefined;
  /** Whether the agent runs a formatter on files after its tool has written them. */
  readonly formats?: boolean;
  /** At the end of a turn: whether the turn was continued after a hook had refused its end. */
  readonly isContinued?: boolean;
}

/** The hook's output and exit code. */
export interface Output {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: number;
}

/** The changed input of a tool, or the reason, for the model, why there is none. */
export type Amended = { readonly input: unknown } | { readonly reason: string };

/** Predicted contents of a patch's files, or a message to the model why they cannot be predicted. */
export type PredictedPatch = { readonly files: readonly ApprovedFile[] } | { readonly reason: string };

/** Creates the answers of an agent's hook, in the agent's format. */
export interface HookAnswers {
  /** Gives no opinion: the agent continues as if there were no hook. */
  abstain(): Output;
  /** Lets the tool run without a prompt by the agent. The model gets the message if the agent passes it on. */
  allow(call: HookCall, message?: string): Output;
  /** Stops the tool; at the end of a turn, keeps the turn open. The model gets the reason. */
  deny(call: HookCall, reason: string): Output;
  /** Lets the tool run with another input. The model gets the message if the agent passes it on. */
  amend(call: HookCall, input: unknown, message: string): Output;
  /** Sends a message after the tool has run; only for an agent that drops those of `allow` and `amend`. */
  messageAfter?(call: HookCall, message: string): Output;
  /** Sends the model a message besides the prompt, at the start of a turn. Absent if the agent may drop it. */
  context?(call: HookCall, message: string): Output;
}

/** The format of an agent's hook, without its tools. No function throws, whatever its input. */
export interface HookFormat {
  /** Reads the hook's standard input, parsed as JSON; undefined for input that needs no answer. */
  readCall(stdin: unknown): HookCall | undefined;
  readonly answer: HookAnswers;
}

/** An agent's hooks and tools. No function throws, whatever its input. */
export interface Dialect extends HookFormat {
  /** Agent id, as in `core/endpoint/agents.ts`. */
  readonly id: string;
  /** Whether its tools edit the editor's documents, including their unsaved changes and in their encoding. */
  readonly editsDocuments: boolean;
  /** Whether its tools replace a file by a new one, which breaks its hard links. */
  readonly breaksHardLinks: boolean;
  /** The known tools, by the agent's names. */
  readonly toolNames: ReadonlySet<string>;
  /**
   * Returns the dialect for an agent's settings: user, workspace, organisation, in ascending precedence; not validated.
   * Absent if no setting changes what the agent's tools write.
   */
  configure?(settings: readonly unknown[]): Dialect;
  /** Determines the effect of a tool call from its input. */
  intentOf(call: HookCall): Intent;
  /** Whether the agent also runs its `postToolUse` hook after a tool that failed. */
  readonly reportsFailures: boolean;
  /** Whether the agent runs no hook after this call, although its settings have one for this tool. */
  endsSilently(call: HookCall): boolean;
  /** An input with which the agent's tool writes exactly the approved changes, or the reason why there is none. */
  amend(call: HookCall, approved: readonly ApprovedFile[]): Amended;
  /**
   * Predicts the text of the file after the agent's tool applied the operation to `before` (undefined: no file).
   * Undefined if the tool rejects it, or if its result is uncertain.
   */
  predictEdit(operation: FileOperation, before: string | undefined): string | undefined;
  /**
   * Predicts the result of a patch by the agent's tool, or returns the reason why it cannot be predicted.
   * @param read returns the current text of a file, by its path in the patch; undefined for an absent one
   */
  predictPatch(text: string, read: (path: string) => string | undefined): PredictedPatch;
  /** The paths that `predictPatch` reads, as written in the patch. Empty for an invalid patch. */
  pathsInPatch(text: string): readonly string[];
}
