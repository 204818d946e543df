import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { phrase } from '../../../src/core/wording/phrase.ts';
import type { Call } from '../../../src/tools/ports/ports.ts';
import type { World } from '../../../src/tools/ports/world.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const said = /It was applied at once\. The user reviews it later and may take it back/;

/** Runs an edit of `a.txt`, and tells with which calls it was applied. */
async function edit(world: MemoryWorld, input: object = {}): Promise<{ text: string; applied: Call[] }> {
  const applied: Call[] = [];
  const inner = world.world();
  const watched: World = {
    ...inner,
    applier: {
      apply: (changes: readonly Change[], title, call) => {
        applied.push(call);
        return inner.applier.apply(changes, title, call);
      },
    },
  };
  const given = { filePath: 'a.txt', oldString: 'one', newString: 'ONE', ...input };
  const outcome = await runTool(editFile, given, world.call, watched);
  return { text: outcome.ok ? outcome.text : outcome.error.message, applied };
}

function worldWith(action: 'allow' | 'later' | 'ask', text = 'one\n'): MemoryWorld {
  const world = new MemoryWorld({ 'a.txt': text });
  world.verdict = { action, reason: phrase('As it is set.'), protected: false, rememberable: false };
  return world;
}

describe('a change that is reviewed later', () => {
  it('is applied without a review, marked and recorded, and the model is informed', async () => {
    const world = worldWith('later');
    const { text, applied } = await edit(world);
    assert.equal(world.text('a.txt'), 'ONE\n');
    assert.equal(world.asked.length, 0);
    assert.deepEqual(
      applied.map(({ later }) => later),
      [true],
    );
    assert.match(text, said);
    assert.equal(world.records[0]?.verdict?.action, 'later');
  });

  for (const action of ['allow', 'ask'] as const) {
    it(`does not include one with the verdict ${action}`, async () => {
      const { text, applied } = await edit(worldWith(action));
      assert.deepEqual(
        applied.map(({ later }) => later),
        [undefined],
      );
      assert.doesNotMatch(text, said);
    });
  }

  it('is reviewed before if it has a caution that requires approval', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1} of the file`).join('\n');
    const world = worldWith('later', lines);
    await edit(world, { oldString: lines, newString: 'line 1 of the file\n// ... rest of the code ...\n' });
    assert.equal(world.asked.length, 1);
    assert.equal(world.asked[0]?.verdict.action, 'ask');
    assert.equal(world.asked[0]?.verdict.mustBeSeen, true);
  });

  it('says so in a dry run, and writes nothing', async () => {
    const world = worldWith('later');
    const { text } = await edit(world, { dryRun: true });
    assert.match(text, /The call would be applied at once, for the user to review later\. As it is set\./);
    assert.equal(world.text('a.txt'), 'one\n');
  });
});
