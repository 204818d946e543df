// Computes the new content of a file too large to load, for an append or an overwrite by `redline_write_file`.

import type { FaithfulText, FileContent, LargeContent, Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { sha256 } from '../../core/text/bytes.ts';
import { keepLineEndings, requireText } from './stateBefore.ts';
import type { LargeSnapshot } from '../ports/ports.ts';
import type { ToolContext } from '../shared/tool.ts';

/** The content that a file will have, and notes for the answer. */
export interface PlannedContent {
  readonly after: FileContent | LargeContent;
  readonly notes: readonly string[];
}

/** Appends text to a large file in its encoding and with its line endings, without reading the rest of it. */
export async function appendToLarge(
  context: ToolContext,
  at: Location,
  before: LargeSnapshot,
  content: string,
): Promise<PlannedContent> {
  const { workspace } = context;
  const start = asFaithful(requireText(await workspace.decode(at, before.start), at.path));
  const { text, notes } = keepLineEndings(content, start);
  // `rewrite` adds the file's byte order mark, which an append must not repeat. Encoding an empty text gives the mark.
  const mark = await workspace.rewrite(start, '');
  const encoded = await workspace.rewrite(start, text);
  const bytes = encoded.bytes.slice(mark.bytes.length);
  if (bytes.length === 0) {
    throw new ToolError('NO_CHANGE', 'The text to append is empty. Nothing was changed.');
  }
  if (!endsWithLineBreak(before.end, start.encoding)) {
    notes.push('The file did not end with a line break, so the new text continues its last line.');
  }
  const tail = { kind: 'text', text, encoding: start.encoding, bytes, sha256: await sha256(bytes) } as const;
  return { after: await workspace.withTail(at, before.content, tail), notes };
}

/** Replaces a large file by a text, in the file's encoding and with its line endings if it is text. */
export async function overwriteLarge(
  context: ToolContext,
  at: Location,
  before: LargeSnapshot,
  content: string,
): Promise<PlannedContent> {
  const start = await context.workspace.decode(at, before.start);
  if (start.kind !== 'text') return { after: await context.workspace.encodeNew(at, content), notes: [] };
  const { text, notes } = keepLineEndings(content, start);
  return { after: await context.workspace.rewrite(asFaithful(start), text), notes };
}

/** Treats the start of a file as faithful text, though it may end within a character: only its encoding is used. */
function asFaithful({ kind, text, encoding, bytes, sha256 }: FileContent & { readonly kind: 'text' }): FaithfulText {
  return { kind, text, encoding, bytes, sha256 };
}

/** Whether a file ends with a line break: `end` are its last bytes, `encoding` is VS Code's id. */
function endsWithLineBreak(end: Uint8Array, encoding: string): boolean {
  const isLineBreak = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;
  if (encoding === 'utf16le') return isLineBreak(end.at(-2)) && end.at(-1) === 0;
  if (encoding === 'utf16be') return isLineBreak(end.at(-1)) && end.at(-2) === 0;
  return isLineBreak(end.at(-1));
}
