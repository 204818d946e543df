// Provides the proposed files of a review for the diff editor, and reads back the user's edits.

import * as vscode from 'vscode';
import type { Change, Location } from '../../../core/change/change.ts';
import { firstDifferingLine } from '../../../core/diff/differingRange.ts';
import { exceedsDiffEditor } from '../../../core/change/diffSize.ts';
import { excludeWithDependents, findDependencies } from '../../../core/change/exclude.ts';
import { locationsOf, withoutImpliedFolders } from '../../../core/change/summary.ts';
import { openDocument } from '../../files/openDocuments.ts';
import { byteOrderMarksBefore, encodeVirtualFile } from '../../files/codec.ts';
import { plainText } from '../../messages/notify.ts';
import { withoutAddedMarks } from '../../files/addedMarks.ts';
import { reviewPath } from '../diff/reviewPath.ts';
import type { HunkExclusion } from '../choices/userChoices.ts';
import type { DiffPair } from '../diff/diffPair.ts';
import {
  VersionCache,
  type Encode,
  type ReviewedChanges,
  type EditorText,
  type EditorTexts,
  type ChangeVersion,
} from './amendments.ts';
import { textToShow, unifiedText } from './proposalTexts.ts';
import { ProposalFiles } from './proposalFiles.ts';

interface SideUris {
  readonly change: Change;
  readonly file: vscode.Uri;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
}

/** The two sides of a change in a diff; a text is undefined if the side does not exist before, or after. */
interface ProposedChange extends SideUris {
  readonly beforeText: string | undefined;
  readonly afterText: string | undefined;
  /** Whether the user may edit the right side. */
  readonly isAmendable: boolean;
  /** Whether `after` is the unified diff of the change, since a diff editor cannot show it. */
  readonly isUnified: boolean;
}

const noHunks: ReadonlySet<number> = new Set();

/** Maximum number of times that an exclusion is tried: VS Code may refuse each edit of a document. */
const maxExclusionAttempts = 10;

/** The proposed files of a waiting call. Puts both sides of each into `ProposalFiles`, and reads the right ones back. */
export class Proposal {
  readonly #proposedChanges: readonly ProposedChange[];
  readonly #protectedLocations: ReadonlySet<Location>;
  readonly #files: ProposalFiles;
  /** Indices of the hunks last known to be excluded, as in `EditorText`. */
  readonly #excludedHunks = new Map<Change, ReadonlySet<number>>();
  readonly #versionCache = new VersionCache();

  /** @param protectedLocations the very `Location` objects of the protected files in `changes`, which are shown first */
  constructor(
    reviewId: string,
    changes: readonly Change[],
    files: ProposalFiles,
    protectedLocations: readonly Location[] = [],
  ) {
    this.#protectedLocations = new Set(protectedLocations);
    this.#files = files;
    this.#proposedChanges = assignUris(reviewId, changes).map(toProposedChange);
    for (const proposed of this.#proposedChanges) {
      files.put(proposed.before, encodeVirtualFile(proposed.beforeText ?? '', proposed.before), { isReadonly: true });
      files.put(proposed.after, encodeVirtualFile(proposed.afterText ?? '', proposed.after), {
        isReadonly: !proposed.isAmendable,
      });
    }
  }

  /** The files for the diff, protected ones first, without excluded ones and folders that are created for a file. */
  pairs(excluded: ReadonlySet<Change>): DiffPair[] {
    const listedChanges = new Set(withoutImpliedFolders(this.#proposedChanges.map(({ change }) => change)));
    const displayed = this.#proposedChanges.filter(({ change }) => listedChanges.has(change) && !excluded.has(change));
    const isProtected = ({ change }: ProposedChange): boolean =>
      locationsOf(change).some((at) => this.#protectedLocations.has(at));
    const protectedFirst = [...displayed.filter(isProtected), ...displayed.filter((each) => !isProtected(each))];
    return protectedFirst.map(({ change, file, before, after, beforeText, afterText, isUnified }) => ({
      file: file.with({ path: plainText(file.path) }),
      before: beforeText === undefined ? undefined : before,
      after: afterText === undefined ? undefined : after,
      filledSides: [before, after],
      change,
      isUnified,
      firstLine: () => firstDifferingLine(beforeText ?? '', afterText ?? ''),
    }));
  }

  /** The texts of the files, from open editors, or else as last saved. Lacks files that are neither open nor saved. */
  editorTexts(): EditorTexts {
    const texts = new Map<Change, EditorText>();
    for (const proposed of this.#proposedChanges.filter(({ isAmendable }) => isAmendable)) {
      const text = openDocument(proposed.after)?.getText() ?? this.#savedText(proposed);
      const excludedHunks = this.#excludedHunks.get(proposed.change) ?? noHunks;
      if (text !== undefined) texts.set(proposed.change, { text, excludedHunks });
    }
    return texts;
  }

  /** Excludes hunks of a change, or includes them again, in the text of the diff. */
  async excludeHunks(choice: HunkExclusion): Promise<void> {
    const proposed = this.#proposedChanges.find(({ change, isAmendable }) => isAmendable && change === choice.change);
    if (proposed === undefined) return;
    const { computeHunkExclusion, replaceEditorText } = await import('./hunkEdits.ts');
    // Takes the exclusions before this choice, also when it is repeated: the text that failed to show has not changed
    // the file.
    const excludedHunks = this.#excludedHunks.get(proposed.change) ?? noHunks;
    const byteOrderMarks = '\uFEFF'.repeat(byteOrderMarksBefore(proposed.afterText ?? '', proposed.after));
    const write = (text: string): void =>
      this.#files.saveText(proposed.after, new TextEncoder().encode(byteOrderMarks + text));
    // Repeats if the user typed meanwhile, so that the choice is made in the new text.
    for (let attempt = 0; attempt < maxExclusionAttempts; attempt++) {
      const document = openDocument(proposed.after);
      const text = document?.getText() ?? this.#savedText(proposed) ?? proposed.afterText ?? '';
      const result = computeHunkExclusion(choice, { text, excludedHunks });
      if (result === undefined) return;
      this.#excludedHunks.set(proposed.change, result.excluded);
      const savedBytes = this.#files.readFile(proposed.after);
      if (await replaceEditorText(document, result.text, write)) return;
      // VS Code saves unsaved text only over a file of the size that it loaded, so the file is restored.
      if (document?.isDirty === true) this.#files.saveText(proposed.after, savedBytes);
    }
    this.#excludedHunks.set(proposed.change, excludedHunks);
  }

  /** Stores the excluded hunks as `read` found them in these texts, unless the user has chosen hunks since. */
  storeExcludedHunks(texts: EditorTexts, { versions }: ReviewedChanges): void {
    for (const [change, { hunks }] of versions) {
      // A choice stores a new set, so the same object means that there was none.
      const isUnchanged = texts.get(change)?.excludedHunks === (this.#excludedHunks.get(change) ?? noHunks);
      if (hunks !== undefined && isUnchanged) this.#excludedHunks.set(change, hunks.excluded);
    }
  }

  /**
   * Applies the user's edits and exclusions to the planned changes. Also excludes a file whose hunks were all reverted.
   *
   * @throws `ToolError` `ENCODING` if the encoding of a file that is not excluded cannot represent the edited text
   */
  async read(texts: EditorTexts, excludedChanges: ReadonlySet<Change>, encode: Encode): Promise<ReviewedChanges> {
    const allChanges = this.#proposedChanges.map(({ change }) => change);
    const versions = new Map<Change, ChangeVersion>();
    for (const change of allChanges) {
      const version = this.#versionCache.versionOf(change, texts.get(change), encode);
      // An excluded file is not written, so its encoding need not represent the text.
      versions.set(change, await (excludedChanges.has(change) ? version.catch(() => ({ change })) : version));
    }
    const amendedOf = (change: Change): Change => versions.get(change)?.change ?? change;
    const reverted = allChanges.filter((change) => isNoOp(amendedOf(change)));
    const excluded = excludeWithDependents(findDependencies(allChanges), new Set([...excludedChanges, ...reverted]));
    const included = allChanges.filter((change) => !excluded.has(change));
    return {
      changes: included.map(amendedOf),
      isAmended: included.some((change) => amendedOf(change) !== change),
      excluded: [...excluded],
      versions,
    };
  }

  /** The text as last saved; undefined if the file was not saved. */
  #savedText({ after, afterText = '' }: ProposedChange): string | undefined {
    const bytes = this.#files.savedBytes(after);
    if (bytes === undefined) return undefined;
    return withoutAddedMarks(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), afterText);
  }
}

/** Whether an update leaves the file unchanged, after the user reverted all of it. */
function isNoOp(change: Change): boolean {
  if (change.kind !== 'update' || change.before.sha256 !== change.after.sha256) return false;
  return change.mode === undefined || change.mode.before === change.mode.after;
}

/** Assigns URIs to both sides of each change. They are unique, although several files may get the same path. */
function assignUris(reviewId: string, changes: readonly Change[]): SideUris[] {
  const countsByPath = new Map<string, number>();
  return changes.map((change, index) => {
    const file = vscode.Uri.parse(change.at.uri, true);
    const after = reviewPath(file, index);
    // Two paths make a multi-file diff show a move.
    const before = change.kind === 'move' ? reviewPath(vscode.Uri.parse(change.from.uri, true), index) : after;
    const repeat = Math.max(countsByPath.get(before) ?? 0, countsByPath.get(after) ?? 0);
    for (const path of [before, after]) countsByPath.set(path, repeat + 1);
    return {
      change,
      file,
      before: ProposalFiles.uri(reviewId, before, 'before', repeat),
      after: ProposalFiles.uri(reviewId, after, 'after', repeat),
    };
  });
}

function toProposedChange(uris: SideUris, index: number): ProposedChange {
  const { change, file } = uris;
  if (change.kind === 'createDirectory') {
    const afterText = vscode.l10n.t('New folder');
    return { ...uris, beforeText: undefined, afterText, isAmendable: false, isUnified: false };
  }
  if (exceedsDiffEditor(change)) {
    const after = ProposalFiles.unifiedUri(uris.after, reviewPath(file.with({ path: `${file.path}.diff` }), index));
    return {
      ...uris,
      after,
      beforeText: undefined,
      afterText: unifiedText(change),
      isAmendable: false,
      isUnified: true,
    };
  }
  const byteOrderMark = losesByteOrderMark(change) ? '\uFEFF' : '';
  const beforeText = 'before' in change ? byteOrderMark + textToShow(change.before) : undefined;
  const afterText = 'after' in change ? textToShow(change.after) : undefined;
  return { ...uris, beforeText, afterText, isAmendable: isAmendable(change), isUnified: false };
}

/** Whether a change removes the byte order mark, which the diff would not show. */
function losesByteOrderMark(change: Change): boolean {
  if (!('before' in change) || !('after' in change)) return false;
  const { before, after } = change;
  return before.kind === 'text' && before.encoding === 'utf8bom' && after.kind === 'text' && after.encoding === 'utf8';
}

/** Whether the user may edit the right side; a text with undecodable bytes cannot be written back. */
function isAmendable(change: Change): boolean {
  return 'after' in change && change.after.kind === 'text' && change.after.lossy !== true;
}
