// Defines the result of `redline_read_file`, and what its answers for all kinds of files share.
import * as z from 'zod/mini';
import type { Location, TextContent } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { pluralize } from '../../core/wording/phrase.ts';
import type { Snapshot } from '../ports/ports.ts';
import { detectEol, eolNames } from './lineEnding.ts';

/**
 * The result of `redline_read_file`. `totalLines` and `sha256` are null for a large file. For an image, the fields
 * about text are null, and `mediaType` is set. For a notebook, `content` is its cells, and lines are counted in each.
 * `notes` are sentences with what no other field contains.
 */
export const readResult = z.object({
  filePath: z.string(),
  kind: z.enum(['text', 'image', 'notebook']),
  mediaType: z.nullable(z.string()),
  size: z.nullable(z.number()),
  content: z.nullable(z.string()),
  startLine: z.nullable(z.number()),
  endLine: z.nullable(z.number()),
  totalLines: z.nullable(z.number()),
  truncated: z.boolean(),
  nextStartLine: z.nullable(z.number()),
  encoding: z.nullable(z.string()),
  encodingErrors: z.number(),
  eol: z.nullable(eolNames),
  sha256: z.nullable(z.string()),
  unsaved: z.boolean(),
  notes: z.array(z.string()),
});
export type ReadResult = z.infer<typeof readResult>;

/** The values of fields that do not apply (`kind` and `filePath` are placeholders), in the order of the answers. */
export const emptyReadResult = {
  filePath: '',
  kind: 'text',
  mediaType: null,
  size: null,
  content: null,
  startLine: null,
  endLine: null,
  totalLines: null,
  truncated: false,
  nextStartLine: null,
  encoding: null,
  encodingErrors: 0,
  eol: null,
  sha256: null,
  unsaved: false,
  notes: [],
} satisfies ReadResult;

/** A text file that was read whole. */
export interface WholeText {
  readonly at: Location;
  readonly content: TextContent;
  readonly snapshot: Pick<Snapshot, 'encodingErrors' | 'unsaved'>;
}

/** The result with the fields that are the same for every page of a file; the fields of the page are empty. */
export function describeWholeText({ at, content, snapshot }: WholeText): ReadResult {
  return {
    ...emptyReadResult,
    filePath: at.path,
    size: content.bytes.length,
    encoding: content.encoding,
    encodingErrors: snapshot.encodingErrors,
    eol: detectEol(content.text),
    sha256: content.sha256,
    unsaved: snapshot.unsaved,
  };
}

/** The error for a requested first line past the end of the file. */
export function createPastEndError(path: string, startLine: number, totalLines: number): ToolError {
  return new ToolError(
    'VALIDATION_ERROR',
    `${path} has ${pluralize(totalLines, 'line')}, so line ${startLine} is past its end. Call again with startLine from 1 to ${Math.max(1, totalLines)}.`,
  );
}
