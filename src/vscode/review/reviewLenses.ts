import * as vscode from 'vscode';
import { isShownWhole, type DiffPair } from './diff/openDiff.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import type { PendingNode } from './pendingView.ts';
import { proposalScheme } from './diff/proposalFiles.ts';

/**
 * Puts words to click above the first changed line of each file under review. The manifest turns CodeLens on for the
 * languages of reviews alone: in other diffs the editor shows none.
 */
export class ReviewLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #pending: PendingReviews;
  readonly #pairsOf: (review: PendingReview) => readonly DiffPair[];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeCodeLenses = this.#changed.event;

  /** @param pairsOf what the diff of a review shows. */
  constructor(pending: PendingReviews, pairsOf: (review: PendingReview) => readonly DiffPair[]) {
    this.#pending = pending;
    this.#pairsOf = pairsOf;
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      pending.onDidChange(() => this.#changed.fire()),
      // A diff that replaces another is drawn with the words of the other, or without any, until it asks again.
      vscode.window.tabGroups.onDidChangeTabs(() => this.#changed.fire()),
      vscode.languages.registerCodeLensProvider({ scheme: proposalScheme }, this),
    );
  }

  provideCodeLenses({ uri, lineCount }: vscode.TextDocument): vscode.CodeLens[] {
    const review = this.#pending.find(uri.authority);
    if (review === undefined) return [];
    const places = placesOfWords(this.#pairsOf(review), review);
    const address = uri.toString();
    const place = places.find(({ side }) => side.toString() === address);
    if (place === undefined) return [];
    const line = Math.min(place.pair.firstLine(), lineCount - 1);
    const range = new vscode.Range(line, 0, line, 0);
    // Where the diff is shown inline, the left side of what has no right one is not to be seen.
    const first = places.find(({ isRight }) => isRight) ?? places[0];
    const ofFile = review.files > 1 ? commandsOfFile({ review, change: place.pair.change, inDiff: true }) : [];
    const commands = place === first ? commandsOfCall(review, places.length, ofFile) : ofFile;
    return commands.map((command) => new vscode.CodeLens(range, command));
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

interface Place {
  readonly pair: DiffPair;
  readonly side: vscode.Uri;
  readonly isRight: boolean;
}

/** Where each file has its words: on the right side, or on the left one of what the diff shows without a right one. */
function placesOfWords(pairs: readonly DiffPair[], { files }: PendingReview): Place[] {
  const shownBare = (pair: DiffPair): boolean => files > 1 && pair.after === undefined && !isShownWhole(pair, pairs);
  return pairs.map((pair) =>
    shownBare(pair) ? { pair, side: pair.sides[0], isRight: false } : { pair, side: pair.sides[1], isRight: true },
  );
}

/** What decides about the call comes first, since a narrow diff cuts the end off. */
function commandsOfCall(review: PendingReview, files: number, ofFile: readonly vscode.Command[]): vscode.Command[] {
  const given = { arguments: [{ review } satisfies PendingNode] };
  const approve = review.files === 1 ? vscode.l10n.t('Approve') : approveText(files);
  return [
    { command: 'redline.approve', title: `$(check)\u00a0${approve}`, ...given },
    { command: 'redline.reject', title: `$(close)\u00a0${vscode.l10n.t('Reject')}`, ...given },
    ...ofFile,
    ...(review.files > 1
      ? [{ command: 'redline.excludeFiles', title: vscode.l10n.t('Exclude Files…'), ...given }]
      : []),
    { command: 'redline.rejectWithReason', title: vscode.l10n.t('Reject with Reason…'), ...given },
  ];
}

function approveText(files: number): string {
  return files === 1 ? vscode.l10n.t('Approve 1 File') : vscode.l10n.t('Approve {0} Files', files);
}

function commandsOfFile(node: PendingNode): vscode.Command[] {
  const given = { arguments: [node] };
  return [
    { command: 'redline.leaveOut', title: `$(circle-slash)\u00a0${vscode.l10n.t('Exclude This File')}`, ...given },
    { command: 'redline.leaveOutWithReason', title: vscode.l10n.t('Exclude with Reason…'), ...given },
  ];
}
