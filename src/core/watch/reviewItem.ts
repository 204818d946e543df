// Defines the unreviewed changes that Watch finds in a workspace folder: both sides, the possible authors, and the
// time. Compares items of one file.

/** A file or link at one moment. Folders are not represented. */
export interface StoredFile {
  readonly mode: 'file' | 'executable' | 'link';
  /** Size in bytes; of a link, the length of its target. */
  readonly size: number;
  /** Git's object id of the bytes (of a link, of its target): equal ids mean equal bytes. */
  readonly id: string;
  /**
   * The reason why the bytes are not stored: the rules treat the file as secret, or it is larger than `maxStoredBytes`.
   * Undefined if they are stored.
   */
  readonly withheld?: 'secret' | 'large' | undefined;
  /** SHA-256 of the bytes, lower-case hexadecimal; set if they are withheld and were read. */
  readonly sha256?: string | undefined;
  /** Permission bits, if narrower than the bits of a new file. Ignored by `isSameFile`. */
  readonly permissions?: number | undefined;
  /** Narrower permission bits of folders above: pairs of the levels above the file (1 for its folder) and the bits. */
  readonly folders?: readonly (readonly [number, number])[] | undefined;
}

/** An agent's turn: from the user's message to the agent's answer. */
export interface Turn {
  /** Agent id, as in `Caller`. */
  readonly agent: string;
  readonly session: string;
  /** The agent's own id of the turn, or a counter; unique in its session. */
  readonly turn: string;
}

/** A shell command of an agent. */
export interface AgentCommand extends Turn {
  readonly kind: 'command';
  readonly command: string;
}

/** An agent's turn in which no command ran. */
export interface AgentTurn extends Turn {
  readonly kind: 'turn';
}

/** A command in a terminal of the editor that is not known to be an agent's. */
export interface TerminalCommand {
  readonly kind: 'terminal';
  readonly command: string;
}

/**
 * A call of Redline, by its journal id, that was applied without a prior review, or that moved a file with changes to
 * review into another workspace folder.
 */
export interface LaterCall {
  readonly kind: 'later';
  readonly entry: string;
  /** The turn of the call; undefined for a caller that has no turns. */
  readonly turn?: Turn | undefined;
}

export type SingleOrigin = AgentCommand | AgentTurn | TerminalCommand | LaterCall;

/** The possible authors of a change: one, one of several active at the time, or unknown. */
export type Origin =
  SingleOrigin | { readonly kind: 'oneOf'; readonly origins: readonly SingleOrigin[] } | { readonly kind: 'outside' };

/** One change of one file between two scans of the disk. */
export interface Step {
  /** Unique in the step's folder. */
  readonly id: string;
  /** URI of the workspace folder. */
  readonly folder: string;
  /**
   * Path from the folder, with `/`. Bytes that are not UTF-8 become lone surrogates U+DC80 to U+DCFF (as in Python's
   * `surrogateescape`): such a file is listed and can be accepted, but the editor cannot open it (see `isOpenable`).
   */
  readonly path: string;
  /** The file before the change; undefined if nothing was there, or a folder. */
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
  readonly origin: Origin;
  /**
   * Time of the change, in milliseconds since 1970: the start of the known write that made it. For an unknown write, an
   * upper bound: the start of the next known write, or the end of the scan.
   */
  readonly time: number;
}

/** An unreviewed file. Changes by the user and by reviewed calls are merged into both sides where possible. */
export interface ReviewItem {
  readonly folder: string;
  readonly path: string;
  /** Content last accepted by the user; undefined if the file did not exist. */
  readonly baseline: StoredFile | undefined;
  /** Content at the last scan; never equal to the baseline. */
  readonly current: StoredFile | undefined;
  /** Changes from the baseline to `current`, oldest first; never empty. Limited: see `limitSteps`. */
  readonly steps: readonly Step[];
  /**
   * Whether a change by the user or by a reviewed call could not be merged into the baseline, so that a revert takes it
   * back as well.
   */
  readonly mixed?: boolean | undefined;
}

/** Whether the editor can represent a step's path. */
export function isOpenable(path: string): boolean {
  return path.isWellFormed();
}

/** Whether two states of a file are equal, or both absent. */
export function isSameFile(one: StoredFile | undefined, other: StoredFile | undefined): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}

/** The possible authors; none if they are unknown. */
export function authorsOf(origin: Origin): readonly SingleOrigin[] {
  if (origin.kind === 'outside') return [];
  return origin.kind === 'oneOf' ? origin.origins : [origin];
}

/** The turns of the possible authors; those of terminals, and of callers without turns, have none. */
export function turnsOf(origin: Origin): readonly Turn[] {
  return authorsOf(origin).flatMap((author) => {
    switch (author.kind) {
      case 'command':
      case 'turn':
        return author;
      case 'later':
        return author.turn ?? [];
      case 'terminal':
        return [];
    }
  });
}

/**
 * Whether a command or call of one of the matching turns certainly made a change. A turn in which no command ran is no
 * proof: something else may have made the change during it.
 */
export function isCertainlyByTurn(origin: Origin, matches: (turn: Turn) => boolean): boolean {
  const authors = authorsOf(origin);
  return authors.length > 0 && authors.every((author) => author.kind !== 'turn' && turnsOf(author).some(matches));
}

/**
 * Finds the item to revert if several workspace folders list the same file: nested ones, or two names of one folder. Its
 * revert takes back the changes of all items: its content is the same as that of all others, and its history (its
 * baseline and the states after its steps) contains every other baseline. Undefined if there is none.
 */
export function findCoveringItem(items: readonly ReviewItem[]): ReviewItem | undefined {
  return items.find((item) => items.every((other) => covers(item, other)));
}

function covers({ baseline, current, steps }: ReviewItem, other: ReviewItem): boolean {
  const states = [baseline, ...steps.map(({ after }) => after)];
  return isSameFile(current, other.current) && states.some((state) => isSameFile(state, other.baseline));
}
