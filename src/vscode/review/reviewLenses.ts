// Shows Approve, Reject and Exclude above changes, as CodeLenses.

import * as vscode from 'vscode';
import type { CommandId } from '../shared/manifest.ts';
import { showsBothSides, type DiffPair } from './diff/diffPair.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import type { PendingNode } from './pendingRow.ts';
import { proposalScheme } from './diff/proposalFiles.ts';

/**
 * Shows Approve, Reject and Exclude as CodeLenses above the first changed line of each file under review. The manifest
 * enables `diffEditor.codeLens` only for the languages that reviews use.
 */
export class ReviewLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #pending: PendingReviews;
  readonly #pairsOf: (review: PendingReview) => readonly DiffPair[];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeCodeLenses = this.#changed.event;

  /** @param pairsOf returns the file pairs of a review's diff editor */
  constructor(pending: PendingReviews, pairsOf: (review: PendingReview) => readonly DiffPair[]) {
    this.#pending = pending;
    this.#pairsOf = pairsOf;
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      pending.onDidChange(() => this.#changed.fire()),
      // When a diff replaces another, VS Code keeps the old CodeLenses or shows none, until the provider fires a
      // change.
      vscode.window.tabGroups.onDidChangeTabs(() => void (pending.count > 0 && this.#changed.fire())),
      vscode.languages.registerCodeLensProvider({ scheme: proposalScheme }, this),
    );
  }

  provideCodeLenses({ uri, lineCount }: vscode.TextDocument): vscode.CodeLens[] {
    const review = this.#pending.find(uri.authority);
    if (review === undefined) return [];
    const anchors = lensAnchors(this.#pairsOf(review), review);
    const uriText = uri.toString();
    const anchor = anchors.find((each) => each.uri.toString() === uriText);
    if (anchor === undefined) return [];
    const line = Math.min(anchor.pair.firstLine(), lineCount - 1);
    const range = new vscode.Range(line, 0, line, 0);
    // Puts the call's commands on the first file with a right side, since an inline diff hides the left side of a
    // deleted file.
    const callAnchor = anchors.find(({ isRight }) => isRight) ?? anchors[0];
    const fileCommands =
      review.fileCount > 1 ? commandsOfFile({ kind: 'change', review, change: anchor.pair.change, inDiff: true }) : [];
    const commands = anchor === callAnchor ? commandsOfCall(review, anchors.length, fileCommands) : fileCommands;
    return commands.map((command) => new vscode.CodeLens(range, command));
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

/** The document that gets the lenses of a file. */
interface LensAnchor {
  readonly pair: DiffPair;
  readonly uri: vscode.Uri;
  readonly isRight: boolean;
}

/** Anchors each file's lenses to its right side, or to the left one if the diff shows no right one. */
function lensAnchors(pairs: readonly DiffPair[], { fileCount }: PendingReview): LensAnchor[] {
  const hasNoRight = (pair: DiffPair): boolean =>
    fileCount > 1 && pair.after === undefined && !showsBothSides(pair, pairs);
  return pairs.map((pair) =>
    hasNoRight(pair)
      ? { pair, uri: pair.filledSides[0], isRight: false }
      : { pair, uri: pair.filledSides[1], isRight: true },
  );
}

/** Commands for the whole call come first, since a narrow diff truncates the end. */
function commandsOfCall(
  review: PendingReview,
  files: number,
  fileCommands: readonly vscode.Command[],
): vscode.Command[] {
  const command = commandsOn({ kind: 'call', review });
  const comments = review.commentCount();
  const approveLabel = approveText(review.fileCount === 1 ? 0 : files, comments);
  const hasNotebook = review.request.changes.some(({ at }) => /\.ipynb$/i.test(at.path));
  return [
    command('redline.approve', `$(check)\u00a0${approveLabel}`),
    ...(comments > 0
      ? [command('redline.requestChanges', `$(edit)\u00a0${vscode.l10n.t('Request Changes ({0})', comments)}`)]
      : []),
    command('redline.reject', `$(close)\u00a0${vscode.l10n.t('Reject')}`),
    ...fileCommands,
    ...(hasNotebook ? [command('redline.showCells', vscode.l10n.t('Show as Cells'))] : []),
    ...(review.fileCount > 1 ? [command('redline.excludeFiles', vscode.l10n.t('Exclude Files…'))] : []),
    command('redline.rejectWithReason', vscode.l10n.t('Reject with Reason…')),
  ];
}

/** @param files 0 for a call with a single file */
function approveText(files: number, comments: number): string {
  if (comments > 0) return vscode.l10n.t('Approve with Comments ({0})', comments);
  if (files === 0) return vscode.l10n.t('Approve');
  return files === 1 ? vscode.l10n.t('Approve 1 File') : vscode.l10n.t('Approve {0} Files', files);
}

function commandsOfFile(row: PendingNode): vscode.Command[] {
  const command = commandsOn(row);
  return [
    command('redline.leaveOut', `$(circle-slash)\u00a0${vscode.l10n.t('Exclude This File')}`),
    command('redline.leaveOutWithReason', vscode.l10n.t('Exclude with Reason…')),
  ];
}

function commandsOn(row: PendingNode): (command: CommandId, title: string) => vscode.Command {
  return (command, title) => ({ command, title, arguments: [row] });
}
