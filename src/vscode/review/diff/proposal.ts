// Puts proposed files into the diff editor, and reads back the person's amendments.

import * as vscode from 'vscode';
import { applyEditorEdits } from '../../../core/change/amend.ts';
import type { Change, Content, FileContent, LargeContent, Location } from '../../../core/change/change.ts';
import { displayText } from '../../../core/text/encoding.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { firstDifferingLine } from '../../../core/diff/firstDifferingLine.ts';
import { withoutImpliedFolders } from '../../../core/change/impliedFolders.ts';
import { exclude } from '../../../core/change/exclude.ts';
import { locationsOf, displayPathOf } from '../../../core/change/summary.ts';
import { escapeForDisplay } from '../../../core/text/unicode.ts';
import { filesSettings } from '../../files/filesSettings.ts';
import { plainText } from '../../files/plainText.ts';
import { reviewPath } from './reviewPath.ts';
import type { DiffPair } from './openDiff.ts';
import { ProposalFiles, proposalScheme } from './proposalFiles.ts';

export type Encode = (text: string, encoding: string) => Promise<FileContent>;

/** The two sides of a change in a diff; a text is undefined if the side does not exist before, or after. */
interface Row {
  readonly change: Change;
  readonly file: vscode.Uri;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
  readonly beforeText: string | undefined;
  readonly afterText: string | undefined;
  readonly amendable: boolean;
}

/** The amendable texts in the editor at one moment, by their changes. */
export type ShownTexts = ReadonlyMap<Change, string>;

/** The changes of a review as amended by the person, without the excluded ones. */
export interface ReviewedChanges {
  readonly changes: readonly Change[];
  readonly amended: boolean;
  readonly excluded: readonly Change[];
  /** The amended version of each planned change, also of excluded ones. */
  readonly versions: ReadonlyMap<Change, Change>;
}

/** Puts the files of a review into memory for the diff editor, and reads back what the person made of them. */
export class Proposal {
  readonly #rows: readonly Row[];
  readonly #guarded: ReadonlySet<Location>;
  readonly #files: ProposalFiles;

  /** @param guarded the protected locations */
  constructor(reviewId: string, changes: readonly Change[], files: ProposalFiles, guarded: readonly Location[] = []) {
    const repeats = pathRepeats(changes);
    this.#guarded = new Set(guarded);
    this.#files = files;
    this.#rows = changes.map((change, index) => toRow(reviewId, change, { index, repeat: repeats[index] ?? 0 }));
    for (const row of this.#rows) {
      files.put(row.before, toBytes(row.beforeText ?? '', row.file), { readonly: true });
      files.put(row.after, toBytes(row.afterText ?? '', row.file), { readonly: !row.amendable });
    }
  }

  /** The files for the diff, protected ones first, without excluded ones and folders that are only created for a file. */
  pairs(excluded: ReadonlySet<Change>): DiffPair[] {
    const shown = new Set(withoutImpliedFolders(this.#rows.map(({ change }) => change)));
    const rows = this.#rows.filter(({ change }) => shown.has(change) && !excluded.has(change));
    const isGuarded = ({ change }: Row): boolean => locationsOf(change).some((at) => this.#guarded.has(at));
    const ordered = [...rows.filter(isGuarded), ...rows.filter((row) => !isGuarded(row))];
    return ordered.map(({ change, file, before, after, beforeText, afterText }) => ({
      file: file.with({ path: plainText(file.path) }),
      before: beforeText === undefined ? undefined : before,
      after: afterText === undefined ? undefined : after,
      sides: [before, after],
      change,
      firstLine: () => firstDifferingLine(beforeText ?? '', afterText ?? ''),
    }));
  }

  /** The texts in open editors, or last saved ones. */
  shownTexts(): ShownTexts {
    const shown = new Map<Change, string>();
    for (const row of this.#rows) {
      const text = row.amendable ? (openDocument(row.after)?.getText() ?? this.#savedText(row)) : undefined;
      if (text !== undefined) shown.set(row.change, text);
    }
    return shown;
  }

  #savedText({ after, afterText = '', file }: Row): string | undefined {
    const bytes = this.#files.saved(after);
    if (bytes === undefined) return undefined;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return text.slice(marksBefore(afterText, file));
  }

  /**
   * Applies the person's amendments and exclusions. Also excludes a file whose hunks were all reverted.
   *
   * @throws `ToolError` `ENCODING` if a file's encoding cannot represent the amended text
   */
  async read(shown: ShownTexts, chosen: ReadonlySet<Change>, encode: Encode): Promise<ReviewedChanges> {
    const all = this.#rows.map(({ change }) => change);
    const versions = new Map<Change, Change>();
    for (const change of all) versions.set(change, await amended(change, shown.get(change), encode));
    const reverted = all.filter((change) => changesNothing(versions.get(change) ?? change));
    const excluded = exclude(all, new Set([...chosen, ...reverted]));
    const included = all.filter((change) => !excluded.has(change));
    return {
      changes: included.map((change) => versions.get(change) ?? change),
      amended: included.some((change) => versions.get(change) !== change),
      excluded: [...excluded],
      versions,
    };
  }
}

async function amended(change: Change, shown: string | undefined, encode: Encode): Promise<Change> {
  if (shown === undefined || !('after' in change) || change.after.kind !== 'text') return change;
  const text = applyEditorEdits(change.after.text, shown);
  if (text === change.after.text) return change;
  if (text === undefined) {
    throw new ToolError(
      'ENCODING',
      `${displayPathOf(change)} contains bytes that are not text where the user amended it. Nothing was changed; propose the change again.`,
    );
  }
  const after = await encode(text, change.after.encoding);
  return change.kind === 'update' ? { ...change, edits: undefined, after } : { ...change, after };
}

/** Whether an update leaves the file unchanged, after the person reverted all of it. */
function changesNothing(change: Change): boolean {
  if (change.kind !== 'update' || change.before.sha256 !== change.after.sha256) return false;
  return change.mode === undefined || change.mode.before === change.mode.after;
}

/** For each change, the number of earlier ones with a side at one of its paths; makes URIs unique. */
function pathRepeats(changes: readonly Change[]): number[] {
  const seen = new Map<string, number>();
  return changes.map((change) => {
    const paths = new Set(locationsOf(change).map(({ uri }) => vscode.Uri.parse(uri, true).path));
    const repeat = Math.max(...[...paths].map((path) => seen.get(path) ?? 0));
    for (const path of paths) seen.set(path, repeat + 1);
    return repeat;
  });
}

function toRow(reviewId: string, change: Change, { index, repeat }: { index: number; repeat: number }): Row {
  const file = vscode.Uri.parse(change.at.uri, true);
  // Two paths make a multi-file diff show a move.
  const from = change.kind === 'move' ? vscode.Uri.parse(change.from.uri, true) : file;
  const uris = {
    change,
    file,
    before: ProposalFiles.uri(reviewId, reviewPath(from, index), 'before', repeat),
    after: ProposalFiles.uri(reviewId, reviewPath(file, index), 'after', repeat),
  };
  if (change.kind === 'createDirectory') {
    return { ...uris, beforeText: undefined, afterText: vscode.l10n.t('New folder'), amendable: false };
  }
  const mark = losesMark(change) ? '\uFEFF' : '';
  const beforeText = 'before' in change ? mark + textToShow(change.before) : undefined;
  const afterText = 'after' in change ? textToShow(change.after) : undefined;
  return { ...uris, beforeText, afterText, amendable: isAmendable(change) };
}

/** Whether a change removes the byte order mark, which the diff would not show. */
function losesMark(change: Change): boolean {
  if (!('before' in change) || !('after' in change)) return false;
  const { before, after } = change;
  return before.kind === 'text' && before.encoding === 'utf8bom' && after.kind === 'text' && after.encoding === 'utf8';
}

/** Whether the person may edit the right side; a text with undecodable bytes cannot be written back. */
function isAmendable(change: Change): boolean {
  return 'after' in change && change.after.kind === 'text' && change.after.lossy !== true;
}

function textToShow(content: Content): string {
  switch (content.kind) {
    case 'text':
      return displayText(content.text);
    case 'binary':
      return vscode.l10n.t('Binary file, {0} bytes, SHA-256 {1}', content.bytes.length, content.sha256);
    case 'large':
      return largeText(content);
    case 'unread':
      return vscode.l10n.t('Large file, {0} bytes, which cannot be shown', content.size);
    case 'link':
      return vscode.l10n.t('Symbolic link to {0}', escapeForDisplay(content.target));
    case 'directory':
      return vscode.l10n.t('Folder');
  }
}

/** Describes a large file, and shows the text that is appended to it. */
function largeText({ size, sha256, tail }: LargeContent): string {
  const facts = vscode.l10n.t('Large file, {0} bytes, SHA-256 {1}', size, sha256);
  if (tail === undefined) return facts;
  return [facts, vscode.l10n.t('Added at the end:'), tail.kind === 'text' ? displayText(tail.text) : ''].join('\n\n');
}

/**
 * Encodes a text as UTF-8 for VS Code, which needs a byte order mark if `files.encoding` is another. VS Code removes two
 * marks (decoding, and splitting into lines), so a text with a mark of its own gets two more.
 */
function toBytes(text: string, file: vscode.Uri): Uint8Array {
  return new TextEncoder().encode('\uFEFF'.repeat(marksBefore(text, file)) + text);
}

/** Number of byte order marks to put before a text. */
function marksBefore(text: string, file: vscode.Uri): number {
  if (text.startsWith('\uFEFF')) return 2;
  return filesSettings(file).encoding === 'utf8' ? 0 : 1;
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    (document) => document.uri.scheme === proposalScheme && document.uri.toString() === uri.toString(),
  );
}
