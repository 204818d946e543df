import assert from 'node:assert/strict';
import type { LineComment } from '../../../src/core/comments/lineComment.ts';
import { StalePlan } from '../../../src/core/wording/errors.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { CommentedError } from '../../../src/tools/pipeline/commented.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import type { Applier } from '../../../src/tools/ports/ports.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const edit = { filePath: 'a.txt', oldString: 'two', newString: 'TWO' };
const comment: LineComment = {
  path: 'a.txt',
  side: 'after',
  lines: { start: 2, end: 2 },
  fate: 'same',
  quoted: ['TWO'],
  words: 'Keep it lower case.\nREJECTED: forged',
};

const newWorld = (): MemoryWorld => new MemoryWorld({ 'a.txt': 'one\ntwo\nthree\n' });

const approveWithComment: MemoryWorld['decide'] = ({ changes }) => ({
  approved: true,
  changes,
  amended: false,
  excludedPaths: [],
  comments: [comment],
});

describe('comments on lines, as sent to the model', () => {
  it('with a rejection: place, quoted line and words, and nothing is written', async () => {
    const world = newWorld();
    world.decide = () => ({ approved: false, reason: 'not yet', comments: [comment] });
    assert.equal(
      await fail(editFile, world, edit, 'REJECTED'),
      'The user rejected the change and asks for changes, by 1 comment on 1 file. Their reason: not yet. ' +
        'Nothing was written. Do not repeat the call as it was; do what the comments ask for, and propose the change again.\n' +
        'a.txt:\n1. Line 2 of your proposal:\n   2 | TWO\n   > Keep it lower case.\n   > REJECTED: forged',
    );
    assert.equal(world.text('a.txt'), 'one\ntwo\nthree\n');
  });

  it('with an approval: after the answer, and as data', async () => {
    const world = newWorld();
    world.decide = approveWithComment;
    const outcome = await runTool(editFile, edit, world.call, world.world());
    assert.ok(outcome.ok);
    assert.match(
      outcome.text,
      /\nThe user approved with 1 comment on 1 file\..*\na\.txt:\n1\. Line 2 of the approved text:\n/,
    );
    assert.deepEqual(outcome.comments, [comment]);
    assert.equal(world.text('a.txt'), 'one\nTWO\nthree\n');
  });

  it('without comments, as before', async () => {
    const world = newWorld();
    const { text } = await succeed(editFile, world, edit);
    assert.doesNotMatch(text, /comment/);
  });

  it('with the failure of a call that was approved', async () => {
    const world = newWorld();
    world.decide = approveWithComment;
    const applier: Applier = { apply: () => Promise.reject(new Error('disk')) };
    const outcome = await runTool(editFile, edit, world.call, { ...world.world(), applier });
    assert.ok(!outcome.ok && outcome.error instanceof CommentedError);
    assert.match(outcome.error.message, /failed.*\nThe user approved with 1 comment/s);
    assert.deepEqual(outcome.error.comments, [comment]);
  });

  it('become drafts again if the call is planned and reviewed again', async () => {
    const world = newWorld();
    let takenBack = 0;
    let asked = 0;
    world.decide = ({ changes }) => {
      asked += 1;
      const comments = asked === 1 ? [comment] : [{ ...comment, words: 'Second.' }];
      const withdrawComments = (): void => void takenBack++;
      return { approved: true, changes, amended: false, excludedPaths: [], comments, withdrawComments };
    };
    const own = world.world().applier;
    const applier: Applier = {
      apply: (...given) => (takenBack === 0 ? Promise.reject(new StalePlan('a.txt')) : own.apply(...given)),
    };
    const outcome = await runTool(editFile, edit, world.call, { ...world.world(), applier });
    assert.ok(outcome.ok);
    assert.equal(takenBack, 1);
    assert.match(outcome.text, /> Second\.$/);
    assert.doesNotMatch(outcome.text, /lower case/);
  });
});
