import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { inEnglish, phrase, type Phrase } from '../../../src/core/wording/phrase.ts';
import { titleAfterReview } from '../../../src/core/change/reviewTexts.ts';
import { remove } from './changes.ts';

const file = (path: string): Change => remove(path, 'x');
const four = ['a', 'b', 'c', 'd'].map(file);
const edit = phrase('Edit {0} files', 4);

const cases: readonly (readonly [title: Phrase, count: number, amended: boolean, said: string])[] = [
  [edit, 4, false, 'Edit 4 files'],
  [edit, 2, false, 'Edit 2 of 4 files'],
  [edit, 4, true, 'Edit 4 files (amended)'],
  [edit, 1, true, 'Edit 1 of 4 files (amended)'],
  [phrase('Patch {0} files', 4), 3, false, 'Patch 3 of 4 files'],
  [phrase('Delete {0} and everything in it', 'old'), 3, false, 'Delete old and everything in it (3 of 4 files)'],
];

describe('the title of the part of a call that the user accepted', () => {
  for (const [title, count, amended, said] of cases) {
    it(said, () => {
      assert.equal(
        inEnglish(titleAfterReview(title, { planned: four, accepted: four.slice(0, count), amended })),
        said,
      );
    });
  }

  it('tells excluded parts from own edits', () => {
    const [planned, without, edited] = ['a', 'a', 'a'].map(file);
    assert.ok(planned !== undefined && without !== undefined && edited !== undefined);
    const said = (accepted: Change, from: Change): string =>
      inEnglish(
        titleAfterReview(edit, { planned: [planned], accepted: [accepted], amended: true, amendedFrom: [from] }),
      );
    assert.equal(said(without, without), 'Edit 4 files (parts excluded)');
    assert.equal(said(edited, without), 'Edit 4 files (amended, parts excluded)');
    assert.equal(said(edited, planned), 'Edit 4 files (amended)');
  });
});
