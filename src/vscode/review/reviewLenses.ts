// Shows Approve, Reject and Exclude as CodeLenses above the first changed line of each file under review.

import * as vscode from 'vscode';
import { isNotebookPath } from '../../core/path/pathParts.ts';
import type { CommandId } from '../shared/contributions/manifest.ts';
import { showsBothSides, type DiffPair } from './diff/diffPair.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import type { CallRow } from './pendingView/pendingRow.ts';
import { proposalScheme } from './proposal/proposalFiles.ts';

/**
 * VS Code shows CodeLenses in diffs only with `diffEditor.codeLens`, which the manifest enables for the languages that
 * reviews use.
 */
export class ReviewLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #pending: PendingReviews;
  readonly #pairsOf: (review: PendingReview) => readonly DiffPair[];
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeCodeLenses = this.#changeEmitter.event;

  /** @param pairsOf returns the files of a review's diff, without excluded ones */
  constructor(pending: PendingReviews, pairsOf: (review: PendingReview) => readonly DiffPair[]) {
    this.#pending = pending;
    this.#pairsOf = pairsOf;
    this.#subscription = vscode.Disposable.from(
      this.#changeEmitter,
      pending.onDidChange(() => this.#changeEmitter.fire()),
      // When a diff replaces another, VS Code keeps the old CodeLenses or shows none, until the provider fires a
      // change.
      vscode.window.tabGroups.onDidChangeTabs(() => {
        if (pending.count > 0) this.#changeEmitter.fire();
      }),
      vscode.languages.registerCodeLensProvider({ scheme: proposalScheme }, this),
    );
  }

  provideCodeLenses({ uri, lineCount }: vscode.TextDocument): vscode.CodeLens[] {
    // The authority of a proposal's URI is the id of its review.
    const review = this.#pending.find(uri.authority);
    if (review === undefined) return [];
    const isMultiFile = review.fileCount > 1;
    const anchors = anchorsOf(this.#pairsOf(review), isMultiFile);
    const uriText = uri.toString();
    const anchor = anchors.find((candidate) => candidate.uri.toString() === uriText);
    if (anchor === undefined) return [];
    const line = Math.min(anchor.pair.firstLine(), lineCount - 1);
    const range = new vscode.Range(line, 0, line, 0);
    // The first file with a right side gets the call's commands: an inline diff hides the left side of a deleted file.
    const callAnchor = anchors.find(({ isRight }) => isRight) ?? anchors[0];
    const fileCommands = isMultiFile
      ? commandsOfFile({ kind: 'change', review, change: anchor.pair.change, inDiff: true })
      : [];
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

/**
 * URIs to attach lenses to: the right side, or the left one if the diff shows no right one. A single-file diff shows
 * both sides of any file.
 */
function anchorsOf(pairs: readonly DiffPair[], isMultiFile: boolean): LensAnchor[] {
  const isShownLeftOnly = (pair: DiffPair): boolean =>
    isMultiFile && pair.after === undefined && !showsBothSides(pair, pairs);
  return pairs.map((pair) => {
    const [left, right] = pair.filledSides;
    return isShownLeftOnly(pair) ? { pair, uri: left, isRight: false } : { pair, uri: right, isRight: true };
  });
}

/**
 * The commands of a call, and among them the commands of its first file. A narrow diff truncates the end, so the most
 * used ones come first: the answers, then the commands of the file, then the rest.
 * @param includedCount number of files that an approval includes
 */
function commandsOfCall(
  review: PendingReview,
  includedCount: number,
  fileCommands: readonly vscode.Command[],
): vscode.Command[] {
  const createCommand = createCommandFactory({ kind: 'call', review });
  const commentCount = review.commentCount();
  const label = approveLabel(review.fileCount > 1 ? includedCount : undefined, commentCount);
  const hasNotebook = review.request.changes.some(({ at }) => isNotebookPath(at.path));
  return [
    createCommand('redline.approve', `$(check)\u00a0${label}`),
    ...(commentCount > 0
      ? [
          createCommand(
            'redline.requestChanges',
            `$(edit)\u00a0${vscode.l10n.t('Request Changes ({0})', commentCount)}`,
          ),
        ]
      : []),
    createCommand('redline.reject', `$(close)\u00a0${vscode.l10n.t('Reject')}`),
    ...fileCommands,
    ...(hasNotebook ? [createCommand('redline.showCells', vscode.l10n.t('Show as Cells'))] : []),
    ...(review.fileCount > 1 ? [createCommand('redline.excludeFiles', vscode.l10n.t('Exclude Files…'))] : []),
    createCommand('redline.rejectWithReason', vscode.l10n.t('Reject with Reason…')),
  ];
}

/** @param includedCount number of files that an approval includes; undefined for a call with a single file */
function approveLabel(includedCount: number | undefined, commentCount: number): string {
  if (commentCount > 0) return vscode.l10n.t('Approve with Comments ({0})', commentCount);
  if (includedCount === undefined) return vscode.l10n.t('Approve');
  return includedCount === 1 ? vscode.l10n.t('Approve 1 File') : vscode.l10n.t('Approve {0} Files', includedCount);
}

function commandsOfFile(row: CallRow): vscode.Command[] {
  const createCommand = createCommandFactory(row);
  return [
    createCommand('redline.leaveOut', `$(circle-slash)\u00a0${vscode.l10n.t('Exclude This File')}`),
    createCommand('redline.leaveOutWithReason', vscode.l10n.t('Exclude with Reason…')),
  ];
}

function createCommandFactory(row: CallRow): (command: CommandId, title: string) => vscode.Command {
  return (command, title) => ({ command, title, arguments: [row] });
}
