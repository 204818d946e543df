import type { FileContent, LargeContent, Location } from '../../core/change/change.ts';
import { differingRange } from '../../core/diff/differingRange.ts';
import { failure } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { sameBytes } from '../../core/text/sameBytes.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import type { Editor, OpenText } from '../ports/editor.ts';
import { writeBytes, type Disk } from '../ports/localDisk.ts';
import { shownText } from '../ports/verifyState.ts';

/** The last write under a document. */
interface Reload {
  readonly written: Uint8Array;
  /** Resolves when the document has taken it over. */
  readonly taken: Promise<void>;
}

/** Reloads that are under way, so that the next write of a document becomes an undo step of its own. */
const reloads = new WeakMap<OpenText, Reload>();

/** A watcher that stays silent is waited for only so long, in milliseconds. */
const patience = 1500;
/**
 * So long, in milliseconds, one write waits for the reload of another: a step of its own is not worth more. Of a file in a
 * tab the answer before waited for problems, and the next one will, so that less is left.
 */
const [shortly, shortlyInTab] = [60, 20];

/** The bytes of a file now, and those that it is to have. */
export interface Replacement {
  readonly before: Uint8Array;
  readonly after: FileContent;
}

/**
 * Writes the exact bytes of a file. A document that is loaded meanwhile takes the new text over as an undoable edit,
 * without save participants and without a tab. With `load`, one that is not open is loaded for that.
 *
 * @throws StalePlan, having written nothing, where somebody else wrote to the file.
 */
export async function overwrite(
  at: Location,
  { before, after }: Replacement,
  disk: Disk,
  load: boolean,
): Promise<void> {
  const document = after.kind === 'text' ? await documentOf(at.uri, load, disk.editor) : undefined;
  if (document === undefined || after.kind !== 'text') return write(at, after, before, disk);
  await settled(document, before, disk.editor.textTabs().includes(at.uri) ? shortlyInTab : shortly);
  const taken = takesOver(document, after.text, disk.editor);
  await write(at, after, before, disk);
  reloads.set(document, { written: after.bytes, taken });
}

async function write(at: Location, { bytes }: FileContent, before: Uint8Array, disk: Disk): Promise<void> {
  if (!(await writeBytes(at.uri, bytes, before, disk))) throw new StalePlan(at.path);
}

/**
 * Resolves when a document has taken over what was last written under it, or had the time for it. Where the file holds
 * something else by now (`bytes`), another program wrote to it, and the document will never have the text that was ours.
 */
export async function settled(document: OpenText, bytes: Uint8Array, most = patience): Promise<void> {
  const reload = reloads.get(document);
  if (reload === undefined || !sameBytes(reload.written, bytes)) return;
  await Promise.race([reload.taken, new Promise((resolve) => setTimeout(resolve, most))]);
}

/** The file's document; undefined for a file that the editor cannot hold. */
async function documentOf(uri: string, load: boolean, editor: Editor): Promise<OpenText | undefined> {
  const open = editor.loaded(uri);
  if (open !== undefined || !load) return open;
  try {
    return await editor.load(uri);
  } catch {
    return undefined;
  }
}

/** Resolves when the editor has reloaded a written file, or shows no sign that it will. */
function takesOver(document: OpenText, text: string, editor: Editor): Promise<void> {
  const taken = (): boolean => document.isClosed || document.getText() === shownText(text, document.eol);
  if (taken()) return Promise.resolve();
  return new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const stopListening = editor.onDidChange(document, () => {
      if (taken()) done();
    });
    const timer = setTimeout(done, patience);
  });
}

/** Edits a text that has unsaved typing, and leaves it unsaved. */
export async function editBuffer(document: OpenText, after: FileContent | LargeContent, editor: Editor): Promise<void> {
  if (after.kind !== 'text') {
    throw failure(
      'VALIDATION_ERROR',
      phrase('A text file with unsaved changes cannot become a binary file. Nothing was changed.'),
      'Ask the user to save or discard them, then call again.',
    );
  }
  const before = document.getText();
  const text = shownText(after.text, document.eol);
  const change = differingRange(before, text);
  if (change === undefined) return;
  if (!(await editor.edit([{ text: document, edits: [change] }]))) {
    throw failure(
      'IO_ERROR',
      phrase('The editor did not accept the edit to a file with unsaved changes. Nothing was changed.'),
      'Read the file again, then repeat the call.',
    );
  }
}
