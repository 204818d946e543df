// Declares the files of a diff, and lists them for VS Code's multi-file diff.

import type * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';

/** One file of a diff; an absent side does not exist before, or after, the change. */
export interface DiffPair {
  /** The changed file, for the header in a multi-file diff: its path has no hidden characters. */
  readonly file: vscode.Uri;
  readonly before: vscode.Uri | undefined;
  readonly after: vscode.Uri | undefined;
  /** Both sides, with an empty file for an absent one, as a single-file diff needs them. */
  readonly filledSides: readonly [vscode.Uri, vscode.Uri];
  readonly change: Change;
  /** Whether `after` is a unified diff, which opens in a text editor. */
  readonly isUnified: boolean;
  /** The first changed line of the right side, 0-based. */
  firstLine(): number;
}

/** A file of a multi-file diff, as VS Code's commands take it. */
type DiffResource = readonly [header: vscode.Uri, before: vscode.Uri | undefined, after: vscode.Uri | undefined];

export function resourcesOf(pairs: readonly DiffPair[]): DiffResource[] {
  return pairs.map((pair) => {
    const { file, before, after, filledSides } = pair;
    return showsBothSides(pair, pairs) ? [file, ...filledSides] : [file, before, after];
  });
}

/**
 * Whether a multi-file diff shows both sides of a file. VS Code lists only such files in the tab's input, which
 * identifies the review: if no file has both, the first gets an empty side.
 */
export function showsBothSides(pair: DiffPair, pairs: readonly DiffPair[]): boolean {
  const hasBoth = ({ before, after }: DiffPair): boolean => before !== undefined && after !== undefined;
  return hasBoth(pair) || (pair === pairs[0] && !pairs.some(hasBoth));
}

/** Identifies the files of a diff, to compare two diffs. Edits of the user do not change it. */
export function filesKey(pairs: readonly DiffPair[]): string {
  return pairs.map(({ filledSides: [, after] }) => after.toString()).join('\n');
}
