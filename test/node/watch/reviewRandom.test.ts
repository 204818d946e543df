import assert from 'node:assert/strict';
import { numbersFrom } from '../../random.ts';
import { FolderUnderReview } from './folderUnderReview.ts';
import { ReviewModel } from './reviewModel.ts';

/** Sequences (more by hand: REDLINE_SEQUENCES=500, from REDLINE_SEED on), and what happens in each. */
const [sequences, steps] = [Number(process.env['REDLINE_SEQUENCES'] ?? 20), 14];
const firstSeed = Number(process.env['REDLINE_SEED'] ?? 1);

describe('random sequences of what agents and the person do', () => {
  let review: FolderUnderReview;
  beforeEach(async () => (review = await FolderUnderReview.start()));
  afterEach(() => review.dispose());

  it(`list each file with what the person has seen of it, and Revert All brings that back, ${sequences} times`, async function () {
    this.timeout(0);
    for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
      const model = new ReviewModel(review, numbersFrom(seed));
      await model.start();
      for (let step = 0; step < steps; step++) await model.act();
      await model.scan();
      const told = (): string => `seed ${seed}: ${model.done.join('; ')}`;
      assert.deepEqual(await review.listed(), model.differing, told());
      assert.deepEqual(await model.revertAll(), model.seen, told());
      assert.deepEqual(await review.listed(), [], told());
    }
  });
});
