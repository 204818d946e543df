// Reads the user's edits of the changes in a diff.

import type { Change, FileContent } from '../../../core/change/change.ts';
import type { HunkSelection } from '../../../core/change/hunkChoice.ts';
import { displayText } from '../../../core/text/encoding.ts';
import { withEol } from '../../../core/text/text.ts';

export type Encode = (text: string, encoding: string) => Promise<FileContent>;

/** A text in the editor, and the hunks last known to be excluded; the text decides. */
export interface ShownText {
  readonly text: string;
  readonly excludedHunks: ReadonlySet<number>;
}

/** The editable texts in the editor at one moment, by their changes. */
export type ShownTexts = ReadonlyMap<Change, ShownText>;

/** A change with the user's edits. */
export interface Version {
  readonly change: Change;
  /** The planned change without the excluded hunks, before the user's own edits; undefined if it equals the plan. */
  readonly base?: Change;
  /** The hunks; undefined if the change was not touched, or cannot be split into hunks. */
  readonly hunks?: HunkSelection;
}

/** The changes of a review with the user's edits, without the excluded ones. */
export interface ReviewedChanges {
  readonly changes: readonly Change[];
  readonly amended: boolean;
  readonly excluded: readonly Change[];
  /** The version of each planned change, also of excluded ones. */
  readonly versions: ReadonlyMap<Change, Version>;
}

/** Cache of the versions of a review's changes: each text of an edited file is compared once. */
export class Amendments {
  readonly #known = new Map<Change, { readonly shown: ShownText; readonly version: Version }>();

  /** @throws `ToolError` `ENCODING` if the file's encoding cannot represent the text */
  async versionOf(change: Change, shown: ShownText | undefined, encode: Encode): Promise<Version> {
    if (shown === undefined) return { change };
    const cached = this.#known.get(change);
    if (cached !== undefined && isSameShownText(cached.shown, shown)) return cached.version;
    const version = await readShownVersion(change, shown, encode);
    this.#known.set(change, { shown, version });
    return version;
  }
}

function isSameShownText({ text, excludedHunks }: ShownText, other: ShownText): boolean {
  return (
    text === other.text &&
    excludedHunks.size === other.excludedHunks.size &&
    [...excludedHunks].every((hunk) => other.excludedHunks.has(hunk))
  );
}

async function readShownVersion(change: Change, shown: ShownText, encode: Encode): Promise<Version> {
  if (!('after' in change) || change.after.kind !== 'text') return { change };
  const isUntouched = shown.excludedHunks.size === 0 && isShownAs(change.after.text, shown.text);
  if (isUntouched) return { change };
  const { readVersion } = await import('./hunkVersions.ts');
  return readVersion(change, shown, encode);
}

/** Whether an editor displays a text in this form. */
function isShownAs(text: string, shown: string): boolean {
  return text === shown || withEol(displayText(text), '\n') === withEol(shown, '\n');
}
