// What changed in a workspace folder without a review: its two sides, who may have done it, and when.

/** A file or link at one moment; a folder has none. */
export interface StoredFile {
  readonly mode: 'file' | 'executable' | 'link';
  /** In bytes; of a link, the length of its target. */
  readonly size: number;
  /** Git's id of the bytes (of a link, of its target): equal ids are equal bytes. */
  readonly id: string;
  /** Why the bytes are not in the store: the file is a secret by the rules, or larger than `maxStored`. Undefined if they are. */
  readonly withheld?: 'secret' | 'large' | undefined;
  /** SHA-256 of the bytes, lower-case hexadecimal, where they are withheld and were read. */
  readonly sha256?: string | undefined;
}

/** A turn of an agent: from the person's message to the agent's answer. */
export interface Turn {
  /** As in `Caller`. */
  readonly agent: string;
  readonly session: string;
  /** The agent's own id of the turn, or a number counted here; unique in its session. */
  readonly turn: string;
}

/** A shell command of an agent. */
export interface AgentCommand extends Turn {
  readonly kind: 'command';
  readonly command: string;
}

/** A turn in which no command ran. */
export interface AgentTurn extends Turn {
  readonly kind: 'turn';
}

/** A command that ended in a terminal of the editor, and is no agent's as far as one can tell. */
export interface TerminalCommand {
  readonly kind: 'terminal';
  readonly command: string;
}

/** A call of Redline that was applied without a review before it, by its id in the journal. */
export interface LaterCall {
  readonly kind: 'later';
  readonly entry: string;
  /** Undefined for a caller that has no turns. */
  readonly turn?: Turn | undefined;
}

export type SingleOrigin = AgentCommand | AgentTurn | TerminalCommand | LaterCall;

/** Who may have made a change: one, one of several that ran at that time, or nobody who is known. */
export type Origin =
  SingleOrigin | { readonly kind: 'oneOf'; readonly origins: readonly SingleOrigin[] } | { readonly kind: 'outside' };

/** One change of one file between two looks at the disk. */
export interface Step {
  /** Unique in its folder. */
  readonly id: string;
  /** The workspace folder, by its URI. */
  readonly folder: string;
  /**
   * From the folder, with `/`. Bytes that are not UTF-8 stand as lone surrogates U+DC80 to U+DCFF (as in Python's
   * `surrogateescape`): such a file is listed, and can be kept, but the editor cannot open it (see `isOpenable`).
   */
  readonly path: string;
  /** Undefined: nothing was there, or a folder. */
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
  readonly origin: Origin;
  /** When it was made at the latest, in milliseconds since 1970: it was seen then, or a later write of the file was begun. */
  readonly time: number;
}

/** A file that is to be reviewed. What the person, or a reviewed call, changed in it is part of both sides, where it can be merged. */
export interface ReviewItem {
  readonly folder: string;
  readonly path: string;
  /** What the person kept last. Undefined: nothing was there. */
  readonly baseline: StoredFile | undefined;
  /** As the file was seen last; never equal to the baseline. */
  readonly current: StoredFile | undefined;
  /** What led from the baseline to the current file, oldest first; never empty. Of very many, the last ones of each origin. */
  readonly steps: readonly Step[];
}

/** Whether the editor can name a path of a step. */
export function isOpenable(path: string): boolean {
  return path.isWellFormed();
}

/** Whether two states of a file are the same, or both are absent. */
export function sameFile(one: StoredFile | undefined, other: StoredFile | undefined): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}

/** The turns that an origin may belong to. */
export function turnsOf(origin: Origin): readonly Turn[] {
  switch (origin.kind) {
    case 'command':
    case 'turn':
      return [origin];
    case 'later':
      return origin.turn === undefined ? [] : [origin.turn];
    case 'oneOf':
      return origin.origins.flatMap(turnsOf);
    case 'terminal':
    case 'outside':
      return [];
  }
}

/** Whether a change was made by commands or calls of turns for which `isMeant` holds, for certain: that a turn lasted proves nothing. */
export function isSurely(origin: Origin, isMeant: (turn: Turn) => boolean): boolean {
  if (origin.kind === 'oneOf') return origin.origins.every((each) => isSurely(each, isMeant));
  return origin.kind !== 'turn' && turnsOf(origin).some(isMeant);
}
