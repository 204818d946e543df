import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Change } from '../../../../src/core/change/change.ts';
import { phrase } from '../../../../src/core/wording/phrase.ts';
import { cardText } from '../../../../src/vscode/review/card/cardText.ts';
import { ProposalFiles } from '../../../../src/vscode/review/proposal/proposalFiles.ts';
import { PendingReviews } from '../../../../src/vscode/review/pendingReviews.ts';
import { ScreenTracker } from '../../../../src/vscode/review/screenTracker.ts';
import { diffTitle } from '../../../../src/vscode/review/diff/diffTitle.ts';
import { toTreeItem } from '../../../../src/vscode/review/pendingView/pendingItems.ts';
import { excludeFiles } from '../../../../src/vscode/review/pendingView/partCommands.ts';
import type { HunkExclusion } from '../../../../src/vscode/review/choices/userChoices.ts';
import { warningsOf } from '../../../../src/vscode/review/warnings/warningText.ts';
import { locationOf, update } from '../../../core/change/changes.ts';
import { eventually } from '../ground.ts';
import { itNeeds } from '../place.ts';
import { onScreen } from '../screen.ts';
import { addReview } from './addReview.ts';

describe('a choice in the diff of a review', function () {
  it('prevents the late diff of an earlier choice from counting as up to date', async () => {
    const pending = new PendingReviews();
    const screen = new ScreenTracker(pending);
    try {
      const review = addReview(pending, [update('a.txt', 'a', 'b')]);
      const side = (name: 'before' | 'after'): vscode.Uri => ProposalFiles.uri(review.id, '/a.txt (Redline)', name);
      await vscode.commands.executeCommand('vscode.diff', side('before'), side('after'), 'a.txt', { preview: false });
      await eventually('the diff', () => screen.visibilityOf(review) === 'whole');
      const first = screen.markOutdated(review);
      assert.equal(screen.visibilityOf(review), 'part');
      const second = screen.markOutdated(review);
      screen.markUpToDate(review, first);
      assert.equal(screen.visibilityOf(review), 'part');
      assert.equal(screen.proofOfDisplay(review), undefined);
      assert.equal(screen.outdatingChoiceOf(review), second);
      screen.markUpToDate(review, second);
      assert.equal(screen.visibilityOf(review), 'whole');
      screen.markUpToDate(review, undefined);
      assert.equal(screen.outdatingChoiceOf(review), undefined);
    } finally {
      screen.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('cannot be approved in a comparison of the proposal with another text', async () => {
    const pending = new PendingReviews();
    const screen = new ScreenTracker(pending);
    try {
      const review = addReview(pending, [update('a.txt', 'a', 'b')]);
      const after = ProposalFiles.uri(review.id, '/a.txt (Redline)', 'after');
      const other = ProposalFiles.uri('other', '/a.txt (Redline)', 'before');
      await vscode.commands.executeCommand('vscode.diff', other, after, 'a.txt', { preview: false });
      await eventually('the comparison', () => screen.visibilityOf(review) !== 'none');
      assert.equal(screen.visibilityOf(review), 'part');
      assert.equal(screen.proofOfDisplay(review), undefined);
      review.answer({ approve: false, surface: 'editor' });
    } finally {
      screen.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  itNeeds('a screen', 'includes all parts of a file that is checked in the list of files', async () => {
    const change = update('a.txt', 'one\ntwo\nthree\n', '1\ntwo\n3\n');
    const review = addReview(new PendingReviews(), [change, update('b.txt', 'one\n', '1\n')]);
    const parts = [
      { start: 0, end: 1, state: 'excluded' },
      { start: 2, end: 3, state: 'excluded' },
    ] as const;
    review.setCurrent({ ...review.current(), hunks: new Map([[change, parts]]) });
    const choices: HunkExclusion[] = [];
    review.onDidExcludeHunks((choice) => choices.push(choice));
    const choosing = excludeFiles(review);
    // Not checked yet, since nothing of it would be written.
    await onScreen({ pick: { title: 'Select the files to write', text: 'a.txt' } });
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await choosing;
    assert.deepEqual([...review.excluded()], []);
    assert.deepEqual(
      choices.map(({ indices, isExcluded }) => ({ indices, isExcluded })),
      [{ indices: [0, 1], isExcluded: false }],
    );
    review.answer({ approve: false, surface: 'editor' });
  });

  it('is counted alike in the row of the call and in the title of its diff, also for a folder', () => {
    const folder: Change = { kind: 'createDirectory', at: locationOf('empty') };
    const review = addReview(new PendingReviews(), [folder, update('a.txt', 'a', 'b'), update('b.txt', 'a', 'b')]);
    review.setExcluded(review.request.changes.slice(0, 2), true);
    assert.match(String(toTreeItem({ kind: 'call', review }, () => 0).description), /2 excluded/);
    assert.match(diffTitle(review, []), /2 excluded/);
    review.answer({ approve: false, surface: 'editor' });
  });

  it('leaves the counts in order beside names that are written from right to left', () => {
    const [file, other] = [update('שלום/קובץ', 'a', 'b'), update('b.txt', 'a', 'b')];
    const review = addReview(new PendingReviews(), [file, other]);
    const { description } = toTreeItem({ kind: 'change', review, change: file }, () => 0);
    assert.equal(description, '\u200eשלום\u200e · +1 −1 · modified');
    review.answer({ approve: false, surface: 'editor' });
  });

  it('is not described as shown as text after an amendment has grown large', () => {
    const lines = Array.from({ length: 30_000 }, (_, line) => `line ${line}`);
    const every = (step: number): string => lines.map((line, at) => (at % step === 1 ? `${line}!` : line)).join('\n');
    const planned = update('a.txt', lines.join('\n'), every(10_000));
    const grown = update('a.txt', lines.join('\n'), every(2));
    const about = (change: Change, as: Change): string =>
      [
        ...warningsOf(change, as).map(({ text }) => text),
        cardText({
          title: phrase('{0}', 'a.txt'),
          changes: [change],
          planned: [as],
          excluded: [],
          isAmended: change !== as,
          hasExcludedParts: false,
          warnings: [],
          commentCount: 0,
        }).message.value,
      ].join('\n');
    assert.doesNotMatch(about(grown, planned), /too many changes|as text/);
    assert.match(about(grown, planned), /You can amend it there/);
    const large = update('a.txt', lines.join('\n'), every(2));
    assert.match(about(large, large), /too many changes for the diff editor; shown as text/);
    assert.doesNotMatch(about(large, large), /You can amend it there/);
  });
});
