import type { PatchLines } from './patchLines.ts';

/** How a line of a patch ends: as git writes it, so that a changed ending is a change; `''` is a last line without one. */
export type LineEnd = '\n' | '\r\n' | '';

/** One line of a hunk, without its marker and its ending. */
export interface HunkLine {
  readonly kind: 'context' | 'remove' | 'add';
  readonly text: string;
  readonly end: LineEnd;
  /** True for a context line that came without its leading space. */
  readonly lostMarker: boolean;
  /** True for a last line without an ending before which a carriage return is written: its own, or one of the way here. */
  readonly bareReturn?: boolean;
}

/** The numbers of a hunk header, 1-based lines; a count that is left out means 1, or that nobody counted. */
export interface HunkNumbers {
  readonly oldStart: number;
  readonly oldCount: number | undefined;
  readonly newStart: number;
  readonly newCount: number | undefined;
}

/** The lines of a hunk. */
export interface HunkBody {
  readonly lines: readonly HunkLine[];
  /**
   * The same as they stand in the patch, each with its marker; `undefined` unless every line has one and ends in LF. Where a
   * hunk stands on its very lines, these are all that is looked at.
   */
  readonly rawLines: PatchLines | undefined;
}

/** One hunk, as written: nothing about where it fits. */
export interface Hunk {
  /** 1-based line of the patch text where the hunk begins, for messages. */
  readonly patchLine: number;
  readonly numbers: HunkNumbers | undefined;
  /** Lines that stand somewhere above the hunk, outermost first: the anchors of an envelope, or git's section heading. */
  readonly anchors: readonly string[];
  readonly body: HunkBody;
  /** `*** End of File`: the hunk is said to reach the end of the file. */
  readonly endOfFile: boolean;
  /** The text ends inside or right after this hunk with signs that more was to come; to be refused unless it is whole after all. */
  readonly maybeTruncated: boolean;
}

/** One part of a binary patch: data that are the whole file, or a delta against it. `size` is what they inflate to. */
export interface BinaryPart {
  readonly method: 'literal' | 'delta';
  readonly size: number;
  /** The zlib stream. */
  readonly data: Uint8Array<ArrayBuffer>;
}

export type FileAction = 'add' | 'update' | 'delete' | 'move' | 'copy';

/** How the paths of a file patch are to be read. */
export type PathForm =
  /** As they stand (envelope). */
  | 'plain'
  /** With a prefix such as `a/` to be stripped (unified and git headers). */
  | 'prefixed';

/** What a patch says about one file. Paths stand as written, unquoted. */
export interface FilePatch {
  readonly action: FileAction;
  readonly pathForm: PathForm;
  /** The path on the old side; `undefined` for `add`. */
  readonly oldPath: string | undefined;
  /** The path on the new side; `undefined` for `delete`. */
  readonly newPath: string | undefined;
  /** From `rename from`/`to`, `copy from`/`to`, which git writes without prefix. */
  readonly barePaths: { readonly from: string; readonly to: string } | undefined;
  /** Both paths of the `diff --git` line with their prefixes, which tell the prefix of a new or deleted file too. */
  readonly gitPaths: { readonly from: string; readonly to: string } | undefined;
  /** Octal modes as git writes them, such as `100755`. */
  readonly oldMode: string | undefined;
  readonly newMode: string | undefined;
  /** Abbreviated or full git blob names of the `index` line; all zeros mean no file. */
  readonly oldBlob: string | undefined;
  readonly newBlob: string | undefined;
  readonly hunks: readonly Hunk[];
  /** Set for binary patches; no hunks then. */
  readonly binary: BinaryPart | undefined;
  /** 1-based line of the patch text where the file begins. */
  readonly patchLine: number;
}

/** What a file patch without git's extended headers leaves open. */
export const noExtras = {
  barePaths: undefined,
  gitPaths: undefined,
  oldMode: undefined,
  newMode: undefined,
  oldBlob: undefined,
  newBlob: undefined,
} as const;

export interface ParsedPatch {
  readonly form: 'unified' | 'git' | 'envelope';
  readonly files: readonly FilePatch[];
}

/** The paths of a file patch without their prefixes. */
export interface FilePaths {
  readonly from: string | undefined;
  readonly to: string | undefined;
}
