// Reads the user's edits from the texts in a diff, and caches the resulting versions of the changes.

import type { Change, FileContent } from '../../../core/change/change.ts';
import type { HunkSelection } from '../../../core/change/hunks/hunkChoice.ts';
import { displayText } from '../../../core/text/encoding.ts';
import { withEol } from '../../../core/text/lineEndings.ts';

/** Throws ToolError ENCODING if the encoding lacks a character. @param encoding VS Code's id, such as `utf8bom` */
export type Encode = (text: string, encoding: string) => Promise<FileContent>;

/** A text in the editor, and the indices of the hunks last known to be excluded. If the two differ, the text decides. */
export interface EditorText {
  readonly text: string;
  readonly excludedHunks: ReadonlySet<number>;
}

/** A snapshot of the editable texts, by change. */
export type EditorTexts = ReadonlyMap<Change, EditorText>;

/** A planned change with the user's edits and exclusions of hunks. */
export interface ChangeVersion {
  /** The change as it would be written; the planned object if the user changed nothing. */
  readonly change: Change;
  /** The planned change without the excluded hunks, before the user's own edits; undefined if it equals the plan. */
  readonly base?: Change;
  /** The hunks; undefined if the change was not touched, or cannot be split into hunks. */
  readonly hunks?: HunkSelection;
}

/** The changes of a review with the user's edits, without the excluded ones. */
export interface ReviewedChanges {
  readonly changes: readonly Change[];
  /** Whether any differs from the plan. */
  readonly isAmended: boolean;
  /**
   * The excluded planned changes, including changes that depend on excluded ones, or that the user reverted entirely.
   */
  readonly excluded: readonly Change[];
  /** The version of each planned change, also of excluded ones. */
  readonly versions: ReadonlyMap<Change, ChangeVersion>;
}

/** Caches the last version of each change of a review, so that each text of an edited file is compared once. */
export class VersionCache {
  readonly #cache = new Map<Change, { readonly editorText: EditorText; readonly version: ChangeVersion }>();

  /**
   * Returns a change as the user amended it; without a text in the editor, the planned change.
   * @throws `ToolError` `ENCODING` if the file's encoding cannot represent the text
   */
  async versionOf(change: Change, editorText: EditorText | undefined, encode: Encode): Promise<ChangeVersion> {
    if (editorText === undefined) return { change };
    const cached = this.#cache.get(change);
    if (cached !== undefined && isSameEditorText(cached.editorText, editorText)) return cached.version;
    const version = await readEditorVersion(change, editorText, encode);
    this.#cache.set(change, { editorText, version });
    return version;
  }
}

function isSameEditorText({ text, excludedHunks }: EditorText, cached: EditorText): boolean {
  return (
    text === cached.text &&
    excludedHunks.size === cached.excludedHunks.size &&
    [...excludedHunks].every((hunk) => cached.excludedHunks.has(hunk))
  );
}

async function readEditorVersion(change: Change, editorText: EditorText, encode: Encode): Promise<ChangeVersion> {
  if (!('after' in change) || change.after.kind !== 'text') return { change };
  // If hunks were excluded, even the planned text is read by hunks: the user has then restored them.
  const isUnedited = editorText.excludedHunks.size === 0 && isDisplayedAs(change.after.text, editorText.text);
  if (isUnedited) return { change };
  const { readVersionByHunks } = await import('./hunkVersions.ts');
  return readVersionByHunks(change, editorText, encode);
}

export function textsNotAsProposed(texts: EditorTexts): string[] {
  return [...texts].flatMap(([change, { text }]) => {
    const isAmended = 'after' in change && change.after.kind === 'text' && !isDisplayedAs(change.after.text, text);
    return isAmended ? [text] : [];
  });
}

/** Whether an editor displays a text as `displayed`, in which undecodable bytes and line endings are replaced. */
function isDisplayedAs(text: string, displayed: string): boolean {
  return text === displayed || withEol(displayText(text), '\n') === withEol(displayed, '\n');
}
