// Rejects partial edits of text that cannot be encoded without loss.
import type { FaithfulText, TextContent } from './change.ts';
import { ToolError } from '../wording/errors.ts';

/**
 * Requires text that can be encoded without loss, since editing other text would damage the rest of the file.
 *
 * @throws ToolError ENCODING
 */
export function requireFaithful(content: TextContent, path: string): FaithfulText {
  if (content.lossy !== true) return content;
  throw new ToolError(
    'ENCODING',
    `${path} is not valid ${content.encoding} text, so changing part of it would damage other bytes. Ask the user to set the file's encoding ("files.encoding") first.`,
  );
}
