import assert from 'node:assert/strict';
import { phrase } from '../../../src/core/wording/phrase.ts';
import { StalePlan } from '../../../src/core/wording/errors.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { runTool, type Outcome } from '../../../src/tools/pipeline/run.ts';
import type { Applier, Call } from '../../../src/tools/ports/ports.ts';
import type { Verdict } from '../../../src/core/rules/judge.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const text = 'one\ntwo\n';
const edits = ['a.txt', 'b.txt'].map((filePath) => ({ filePath, oldString: 'two', newString: 'TWO' }));

/** Runs an edit of two files whose plan is stale after the user excluded `b.txt`, and whose verdict is then another one. */
async function run(world: MemoryWorld, then: Partial<Verdict>): Promise<{ outcome: Outcome; applied: Call[] }> {
  const applied: Call[] = [];
  world.decide = ({ changes }) => {
    world.verdict = { ...world.verdict, reason: phrase('As it is now.'), rememberable: false, ...then };
    return {
      approved: true,
      changes: changes.filter(({ at }) => at.path === 'a.txt'),
      amended: false,
      excludedPaths: [{ path: 'b.txt' }],
    };
  };
  const { applier: own, ...others } = world.world();
  const applier: Applier = {
    apply(changes, title, call) {
      applied.push(call);
      if (applied.length === 1) throw new StalePlan('a.txt');
      return own.apply(changes, title, call);
    },
  };
  const outcome = await runTool(multiEdit, { edits }, world.call, { ...others, applier });
  return { outcome, applied };
}

describe('a call that is planned again after its review', () => {
  for (const then of [
    { action: 'allow', approvedBefore: true },
    { action: 'allow' },
    { action: 'later' },
    { action: 'ask' },
  ] as const) {
    it(`is reviewed again if it may by now be made by ${JSON.stringify(then)}`, async () => {
      const world = new MemoryWorld({ 'a.txt': text, 'b.txt': text });
      const { outcome, applied } = await run(world, then);
      assert.deepEqual(
        world.asked.map(({ verdict }) => verdict.action),
        ['ask', 'ask'],
      );
      assert.deepEqual([world.text('a.txt'), world.text('b.txt')], ['one\nTWO\n', text]);
      assert.match(outcome.ok ? outcome.text : '', /The user excluded: b\.txt\./);
      assert.equal(applied[1]?.later, undefined);
      const [{ verdict, answers } = {}] = world.records;
      assert.deepEqual([verdict?.action, answers?.length], ['ask', 2]);
    });
  }

  it('is refused, not asked about, if it is denied by now', async () => {
    const world = new MemoryWorld({ 'a.txt': text, 'b.txt': text });
    const { outcome } = await run(world, { action: 'deny' });
    assert.equal(!outcome.ok && outcome.error.code, 'PERMISSION_DENIED');
    assert.deepEqual([world.asked.length, world.text('a.txt')], [1, text]);
  });
});
