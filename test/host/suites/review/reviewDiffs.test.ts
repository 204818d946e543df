import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Change } from '../../../../src/core/change/change.ts';
import { isMultiFileDiff, isReviewOpen, reviewIdsOfTab } from '../../../../src/vscode/review/diff/diffTabs.ts';
import { Proposal } from '../../../../src/vscode/review/proposal/proposal.ts';
import { ProposalFiles } from '../../../../src/vscode/review/proposal/proposalFiles.ts';
import { showLine } from '../../../../src/vscode/review/diff/showLine.ts';
import { ReviewDiffs } from '../../../../src/vscode/review/diff/reviewDiffs.ts';
import { PendingReviews, type PendingReview } from '../../../../src/vscode/review/pendingReviews.ts';
import { ScreenTracker } from '../../../../src/vscode/review/screenTracker.ts';
import { update } from '../../../core/change/changes.ts';
import { eventually } from '../ground.ts';
import { addReview } from './addReview.ts';

/** A call with three files, of which the last is excluded, and one with a single file; and what opens their diffs. */
function openWindow() {
  const pending = new PendingReviews();
  const screen = new ScreenTracker(pending);
  const changes: readonly Change[] = ['a', 'b', 'c'].map((name) => update(`${name}.txt`, name, `${name}!`));
  const [several, single] = [addReview(pending, changes), addReview(pending, [update('d.txt', 'd', 'd!')])];
  const files = new ProposalFiles();
  const proposals = new Map(
    [several, single].map((each) => [each, new Proposal(each.id, each.request.changes, files)]),
  );
  let excluded = new Set(changes.slice(2));
  let onOpening = (): void => undefined;
  const diffs = new ReviewDiffs({
    screen,
    pairsOf: (review) => proposals.get(review)?.pairs(excluded) ?? [],
    settleChoices: async (review) => {
      onOpening();
      return screen.outdatingChoiceOf(review);
    },
  });
  return {
    screen,
    several,
    single,
    diffs,
    beforeOpening: (run: () => void) => (onOpening = run),
    includeAll: () => {
      excluded = new Set();
      return screen.markOutdated(several);
    },
    excludeSeveral: () => (excluded = new Set(changes)),
    excludeAll: () => (excluded = new Set([...changes, ...single.request.changes])),
  };
}

/** Numbers of files in the multi-file diffs that show a call. */
function fileCountsOf({ id }: PendingReview): number[] {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  return tabs
    .filter((tab) => isMultiFileDiff(tab) && reviewIdsOfTab(tab).includes(id))
    .map(({ input }) => (input as { readonly textDiffs: readonly unknown[] }).textDiffs.length);
}

describe('the diffs of calls whose files the user excludes and includes', () => {
  let open: ReturnType<typeof openWindow>;
  beforeEach(() => {
    open = openWindow();
  });
  afterEach(async () => {
    open.screen.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('close an older diff of several calls, which would count as complete', async () => {
    const { diffs, screen, several, single } = open;
    await diffs.open([several]);
    await diffs.open([several, single]);
    await eventually(
      'both diffs',
      () =>
        fileCountsOf(several)
          .toSorted((a, b) => a - b)
          .join() === '2,3',
    );
    const choice = open.includeAll();
    await diffs.update(several, () => true);
    assert.equal(screen.outdatingChoiceOf(several), undefined, `choice ${choice} is shown`);
    assert.deepEqual(fileCountsOf(several), [3]);
    assert.equal(screen.visibilityOf(several), 'whole');
  });

  it('close an older diff of one call if several are opened together', async () => {
    const { diffs, screen, several, single } = open;
    await diffs.open([several]);
    await eventually('the diff', () => fileCountsOf(several).join() === '2');
    open.includeAll();
    await diffs.open([several, single]);
    assert.deepEqual(fileCountsOf(several), [4]);
    assert.ok(isReviewOpen(several.id));
    assert.deepEqual(
      [several, single].map((each) => screen.visibilityOf(each)),
      ['whole', 'whole'],
    );
  });

  it('stay open if all files of one call are excluded, and another is opened', async () => {
    const { diffs, several, single } = open;
    await diffs.open([several]);
    await eventually('the diff', () => fileCountsOf(several).join() === '2');
    open.excludeSeveral();
    await diffs.open([several, single]);
    assert.deepEqual(fileCountsOf(several), [2]);
    assert.ok(isReviewOpen(single.id));
  });

  it('show a line in the files that they opened with, and count as up to date only for these', async () => {
    const { diffs, screen, several } = open;
    const [first] = several.request.changes;
    assert.ok(first);
    const including = vscode.window.tabGroups.onDidChangeTabs(() => {
      if (!isReviewOpen(several.id)) return;
      including.dispose();
      open.includeAll();
    });
    let files = 0;
    await diffs.open([several], (pairs) => {
      files = pairs.length;
      return showLine(several, pairs, { change: first, line: undefined });
    });
    assert.equal(files, 2);
    assert.equal(screen.visibilityOf(several), 'part');
    await diffs.update(several, () => true);
    assert.deepEqual(fileCountsOf(several), [3]);
    assert.equal(screen.visibilityOf(several), 'whole');
  });

  it('do not open if all files are excluded', async () => {
    const { diffs, several, single } = open;
    open.excludeAll();
    await diffs.open([several, single]);
    await diffs.open([single], () => assert.fail('nothing was opened'));
    assert.deepEqual(
      [several, single].map(({ id }) => isReviewOpen(id)),
      [false, false],
    );
  });

  it('do not open, or close again, if the call ends meanwhile', async () => {
    const { diffs, several, single } = open;
    const end = (review: PendingReview) => (): void => review.answer({ approve: false, surface: 'stop' });
    open.beforeOpening(end(several));
    await diffs.open([several]);
    assert.ok(!isReviewOpen(several.id));
    open.beforeOpening(() => undefined);
    const opened = vscode.window.tabGroups.onDidChangeTabs(() => isReviewOpen(single.id) && end(single)());
    await diffs.open([single]);
    await eventually('the end of the call', () => single.closedSignal.aborted);
    opened.dispose();
    await eventually('no diff', () => !isReviewOpen(single.id));
  });

  // The last argument of `update` is a command right after the new diff opened, as a key of the user.
  it('do not count as up to date if the user activates the older one meanwhile', async () => {
    const { diffs, screen, several } = open;
    await diffs.open([several]);
    await eventually('the diff', () => fileCountsOf(several).join() === '2');
    open.includeAll();
    await diffs.update(several, () => true, 'workbench.action.previousEditor');
    assert.deepEqual(fileCountsOf(several), [3]);
    assert.equal(screen.visibilityOf(several), 'whole');
  });

  it('stay open if the user activates another group meanwhile', async () => {
    const { diffs, several } = open;
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
    await vscode.commands.executeCommand('workbench.action.newGroupRight');
    await diffs.open([several]);
    await eventually('the diff', () => fileCountsOf(several).join() === '2');
    open.includeAll();
    await diffs.update(several, () => true, 'workbench.action.focusFirstEditorGroup');
    assert.deepEqual(fileCountsOf(several), [3]);
  });

  it('are replaced if the new one opens in a new group', async () => {
    const { diffs, screen, several } = open;
    await diffs.open([several]);
    await eventually('the diff', () => fileCountsOf(several).join() === '2');
    await vscode.commands.executeCommand('workbench.action.lockEditorGroup');
    open.includeAll();
    await diffs.update(several, () => true);
    assert.deepEqual(fileCountsOf(several), [3]);
    assert.equal(screen.visibilityOf(several), 'whole');
  });

  for (const focus of ['chat', 'editor', 'unknown'] as const)
    it(`are not replaced by a diff that is presented while they open, with the focus in ${focus}`, async () => {
      const { diffs, several, single } = open;
      for (let turns = 0; turns < 8; turns++) {
        const opened = diffs.open([several]);
        for (let at = 0; at < turns; at++) await new Promise((resolve) => setTimeout(resolve));
        await Promise.all([diffs.present(single, () => focus), opened]);
        await eventually('both diffs', () => isReviewOpen(single.id) && isReviewOpen(several.id));
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        await eventually('no diff', () => !isReviewOpen(single.id) && !isReviewOpen(several.id));
      }
    });
});
