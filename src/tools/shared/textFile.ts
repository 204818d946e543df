// Reads text files for the tools that edit them.

import {
  type Content,
  type FaithfulText,
  type Location,
  type TextContent,
  requireFaithful,
} from '../../core/change/change.ts';
import { binaryKind } from '../../core/text/bytes.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { Snapshot } from '../ports/ports.ts';
import { checkExpectedSha256 } from './hashes.ts';
import type { ToolContext } from './tool.ts';

/** A text file read for an edit. */
export interface TextFile {
  readonly at: Location;
  /** The content of `snapshot`, which was checked to be text that can be written back unchanged. */
  readonly content: FaithfulText;
  readonly snapshot: Snapshot;
}

/**
 * Reads a text file to edit it.
 *
 * @throws ToolError `BINARY_FILE` if it is not text, `ENCODING` if its bytes could not be written back unchanged
 *   (`requireFaithful`), `STALE` if its hash is not the expected one; also as `locate` and `read`
 */
export async function readTextFile(context: ToolContext, path: string, expectedSha256?: string): Promise<TextFile> {
  const at = await context.workspace.locate(path);
  const snapshot = await context.workspace.read(at);
  checkExpectedSha256(snapshot.content, expectedSha256, at.path);
  return { at, content: requireFaithful(requireText(snapshot.content, at.path), at.path), snapshot };
}

/** Returns a content as text. @throws ToolError BINARY_FILE if it is anything else, also a link or folder */
export function requireText(content: Content, path: string): TextContent {
  if (content.kind === 'text') return content;
  const kind = content.kind === 'binary' ? (binaryKind(content.bytes) ?? 'binary file') : content.kind;
  throw new ToolError(
    'BINARY_FILE',
    `${path} is not text (${kind}), and this tool changes only text. Replace it with redline_write_file, or change it with a binary patch and redline_apply_patch.`,
  );
}
