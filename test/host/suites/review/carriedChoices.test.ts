import assert from 'node:assert/strict';
import type { Change } from '../../../../src/core/change/change.ts';
import { displayPathOf } from '../../../../src/core/change/summary.ts';
import { isAskedInChat } from '../../../../src/vscode/review/card/cardPresenter.ts';
import { carryChoices, reapplyChoices } from '../../../../src/vscode/review/choices/carriedChoices.ts';
import { PendingReviews, type PendingReview } from '../../../../src/vscode/review/pendingReviews.ts';
import { excludeRows, includeRows } from '../../../../src/vscode/review/pendingView/rowExclusions.ts';
import type { HunkExclusion } from '../../../../src/vscode/review/choices/userChoices.ts';
import { content, create, locationOf, update } from '../../../core/change/changes.ts';
import { withSettings } from '../ground.ts';
import { addReview } from './addReview.ts';

const move = (from: string, to: string): Change => ({
  kind: 'move',
  from: locationOf(from),
  at: locationOf(to),
  before: content(from),
  after: content(from),
});
const removedFolder = (path: string): Change => ({
  kind: 'delete',
  at: locationOf(path),
  before: { kind: 'directory' },
});
const newFolder = (path: string): Change => ({ kind: 'createDirectory', at: locationOf(path) });
const moves = (): Change[] => [move('d/a', 'e/a'), move('d/b', 'e/b'), removedFolder('d')];

const excludedPaths = (review: PendingReview): string[] => [...review.excluded()].map(displayPathOf);

describe('choices in a call that is planned again', function () {
  const pending = new PendingReviews();
  afterEach(() => {
    for (const each of pending.all) each.answer({ approve: false, surface: 'editor' });
  });

  /** Excludes a change of the first plan, and returns the review of the second. */
  function planAgain(first: readonly Change[], excluded: number, second: readonly Change[]): PendingReview {
    const review = addReview(pending, first);
    review.setExcluded(
      first.filter((_, index) => index === excluded),
      true,
      { reason: 'Keep it' },
    );
    const again = addReview(pending, second);
    assert.equal(reapplyChoices(again, { ...carryChoices(review, { versions: new Map() }), isOffered: true }), true);
    return again;
  }

  it('exclude what follows from them until they are taken back', () => {
    const second = moves();
    const review = planAgain(moves(), 0, second);
    assert.deepEqual(excludedPaths(review), ['e/a', 'd']);
    assert.deepEqual(
      second.map((change) => review.reasonOf(change)),
      ['Keep it', undefined, undefined],
    );
    review.setExcluded(second.slice(0, 1), false);
    assert.deepEqual(excludedPaths(review), []);
  });

  it('exclude what followed from one that the new plan lacks', () => {
    const file = (): Change => create('n/a.txt', 'a');
    const review = planAgain([newFolder('n'), file()], 0, [file(), create('b.txt', 'b')]);
    assert.deepEqual(excludedPaths(review), ['n/a.txt']);
    assert.equal(review.lostChoiceTexts.length, 1);
  });

  it('are asked about in the editor alone where one is lost, since the chat may approve a card by itself', () =>
    withSettings({ 'redline.review.surface': 'chatAndEditor' }, async () => {
      const isAsked = (second: readonly Change[]): boolean => {
        const review = planAgain(moves(), 0, second);
        return isAskedInChat({ ...review, call: { ...review.call, token: {} } });
      };
      assert.deepEqual([isAsked(moves()), isAsked(moves().slice(1))], [true, false]);
    }));
});

describe('a part of an excluded file that is included again', function () {
  const pending = new PendingReviews();
  const change = update('a.txt', 'one\ntwo\nthree\nfour\nfive\n', 'ONE\ntwo\nTHREE\nfour\nFIVE\n');

  it('leaves the others excluded, each with the reason that was given for it, else with that of the file', () => {
    const review = addReview(pending, [change, create('b.txt', 'b')]);
    const choices: HunkExclusion[] = [];
    const subscription = review.onDidExcludeHunks((choice) => void choices.push(choice));
    try {
      excludeRows([{ kind: 'hunk', review, change, hunk: 0 }], 'Keep the old name');
      const place = { start: 0, end: 1 };
      const hunks = (['excluded', 'included', 'included'] as const).map((state) => ({ ...place, state }));
      review.setCurrent({ ...review.current(), hunks: new Map([[change, hunks]]) });
      excludeRows([{ kind: 'change', review, change }], 'Not now');
      includeRows([{ kind: 'hunk', review, change, hunk: 2 }]);
      assert.deepEqual(
        choices.slice(1).map(({ indices, isExcluded }) => [indices, isExcluded]),
        [
          [[0], true],
          [[1], true],
          [[2], false],
        ],
      );
      assert.deepEqual(
        [0, 1, 2].map((hunk) => review.reasonOf(change, hunk)),
        ['Keep the old name', 'Not now', undefined],
      );
      assert.deepEqual(excludedPaths(review), []);
    } finally {
      subscription.dispose();
      review.answer({ approve: false, surface: 'editor' });
    }
  });
});
