import type { Change, TextContent } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { sha256 } from '../../core/text/hash.ts';
import { execute, type Manner } from './execute.ts';
import { shownText } from '../ports/verifyState.ts';

/**
 * Creates a text and saves it with everything that saving does. Only a document with an edit is saved so; therefore the
 * file is created empty and the text is put into its document. A text that no document holds without loss is written as it is.
 */
export async function createAndSave(
  change: Change & { readonly kind: 'create'; readonly after: TextContent },
  manner: Manner,
): Promise<void> {
  const { text } = change.after;
  // `files.eol` is for texts that nobody has approved yet.
  const endings = text.includes('\r\n') ? '\r\n' : '\n';
  if (shownText(text, endings) !== text) {
    await execute(change, manner);
    return;
  }
  const none = new Uint8Array();
  await execute({ ...change, after: { kind: 'binary', bytes: none, sha256: await sha256(none) } }, manner);
  const { editor } = manner.disk;
  const document = await editor.load(change.at.uri, change.after.encoding);
  const insertion = { text: document, edits: [{ start: 0, end: 0, text }], eol: endings } as const;
  if ((await editor.edit([insertion])) && (await document.save())) return;
  throw new ToolError(
    'IO_ERROR',
    `${change.at.path} could not be saved; the disk may be full. Nothing was changed. Try once more, and tell the user if it fails again.`,
  );
}
