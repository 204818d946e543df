import type { FaithfulText, TextContent } from './change.ts';
import { ToolError } from '../wording/errors.ts';

/**
 * A text of which a part can be changed without damage to the rest.
 *
 * @throws ToolError ENCODING for one that its encoding does not give back to the byte.
 */
export function requireFaithful(content: TextContent, path: string): FaithfulText {
  if (content.lossy !== true) return content;
  throw new ToolError(
    'ENCODING',
    `${path} is not valid ${content.encoding} text, so changing part of it would damage other bytes. Ask the user to set the file's encoding ("files.encoding") first.`,
  );
}
