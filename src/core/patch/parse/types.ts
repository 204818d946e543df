// Defines the result of parsing a patch: file patches, their hunks, and the lines of these.
import type { PatchLines } from './patchLines.ts';

/** The ending of a line. It is part of the line, so a changed ending is a change. `''` for a last line without one. */
export type LineEnding = '\n' | '\r\n' | '';

/** A line of a hunk. Its text is without its marker and its ending. */
export interface HunkLine {
  readonly kind: 'context' | 'remove' | 'add';
  readonly text: string;
  readonly ending: LineEnding;
  /** Whether a context line lacks its leading space. */
  readonly lacksMarker: boolean;
  /** Set if a last line without an ending has a carriage return, its own or one added in transit. */
  readonly hasBareReturn?: boolean;
}

/** The numbers of a hunk header. Lines are 1-based. A count that the header omits is undefined; by format it is 1. */
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
   * The lines as in the patch, each with its marker; undefined unless all have one and end in LF. The fast path uses
   * only these, so that `lines` need not be parsed.
   */
  readonly rawLines: PatchLines | undefined;
}

/** A hunk as written, not yet placed. */
export interface PatchHunk {
  /** The line (1-based) of the patch at which the hunk begins, for messages. */
  readonly patchLine: number;
  readonly numbers: HunkNumbers | undefined;
  /**
   * Lines of the file somewhere above the hunk: any number of anchors of an envelope, outermost first; or of a diff
   * only git's section heading.
   */
  readonly anchors: readonly string[];
  readonly body: HunkBody;
  /** `*** End of File`: the hunk reaches the end of the file. */
  readonly reachesFileEnd: boolean;
  /** Whether lines that are added without context go to the end of the file: in an envelope, but not in a diff. */
  readonly appends: boolean;
  /**
   * Whether the patch may be truncated in this hunk: while parsing, whether its header counts more lines; in the end as
   * `markTruncated` decides. It is refused unless it fits its position completely.
   */
  readonly mayBeTruncated: boolean;
}

/** The data of a binary patch: the whole file, or a delta against it. `size` is their inflated size in bytes. */
export interface BinaryPart {
  readonly method: 'literal' | 'delta';
  readonly size: number;
  /** The zlib stream. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** The change of a file. A `move` or `copy` may change its content, too. */
export type FileAction = 'add' | 'update' | 'delete' | 'move' | 'copy';

/** Whether paths have no prefix (envelope), or one such as `a/` (unified and git headers). */
export type PathForm = 'plain' | 'prefixed';

/** Two paths of a git header. */
export interface PathPair {
  readonly from: string;
  readonly to: string;
}

/** The part of a patch about one file. Paths are as written, unquoted. */
export interface FilePatch {
  readonly action: FileAction;
  readonly pathForm: PathForm;
  /** The path on the old side; `undefined` for `add`. */
  readonly oldPath: string | undefined;
  /** The path on the new side; `undefined` for `delete`. */
  readonly newPath: string | undefined;
  /** The paths of `rename from`/`to` or `copy from`/`to`, which git writes without prefix. */
  readonly barePaths: PathPair | undefined;
  /** Both paths of the `diff --git` line, which show the prefix of a new or deleted file too. */
  readonly gitPaths: PathPair | undefined;
  /** Octal modes as git writes them, such as `100755`. */
  readonly oldMode: string | undefined;
  readonly newMode: string | undefined;
  /** Abbreviated or full git blob names of the `index` line; all zeros mean no file. */
  readonly oldBlob: string | undefined;
  readonly newBlob: string | undefined;
  readonly hunks: readonly PatchHunk[];
  /** Set for binary patches, which have no hunks. */
  readonly binary: BinaryPart | undefined;
  /** The line (1-based) of the patch at which this part begins. */
  readonly patchLine: number;
}

/** The fields of git's extended header, for a file patch that has none. */
export const noGitHeader = {
  barePaths: undefined,
  gitPaths: undefined,
  oldMode: undefined,
  newMode: undefined,
  oldBlob: undefined,
  newBlob: undefined,
} as const;

export interface ParsedPatch {
  readonly files: readonly FilePatch[];
}

/** The paths of a file patch without their prefixes. Only an `add` has no `from`, and only a `delete` no `to`. */
export interface FilePaths {
  readonly from: string | undefined;
  readonly to: string | undefined;
}
