import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { editFile } from '../../../src/tools/change/editFile.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import { createRejection } from '../../../src/tools/pipeline/rejection.ts';
import { runTool, type Outcome } from '../../../src/tools/pipeline/run.ts';
import type { World } from '../../../src/tools/ports/world.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const edit = { filePath: 'a.txt', oldString: 'one', newString: '1' };

/** What the pipeline asked leave for, in order, and how the call ended. */
async function leavesOf(
  input: object,
  refuse = false,
): Promise<{ asked: unknown[]; outcome: Outcome; files: MemoryWorld }> {
  const memory = new MemoryWorld({ 'a.txt': 'one\n' });
  const asked: unknown[] = [];
  const ports = memory.world();
  const world: World = {
    ...ports,
    workspaceFor: (call) => ({
      ...ports.workspaceFor(call),
      requireDisclosure: async (next) => {
        asked.push(typeof next === 'string' ? next : next.map(({ kind }) => kind));
        if (refuse) throw createRejection();
      },
    }),
    review: {
      ask: async (...all) => {
        asked.push('review');
        return ports.review.ask(...all);
      },
    },
  };
  return { asked, outcome: await runTool(editFile, input, memory.call, world), files: memory };
}

describe('what a plan has read outside the workspace is told', () => {
  it('by the review, which it is settled right before', async () => {
    const { asked, outcome } = await leavesOf(edit);
    assert.deepEqual([outcome.ok, asked], [true, [['update'], 'review']]);
  });

  it('with leave where a change is only tried', async () => {
    assert.deepEqual((await leavesOf({ ...edit, dryRun: true })).asked, ['tried']);
  });

  it('with leave where the plan fails', async () => {
    const { asked, outcome } = await leavesOf({ ...edit, oldString: 'two' });
    assert.deepEqual(asked, ['failed']);
    assert.equal(outcome.ok ? '' : outcome.error.code, 'NO_MATCH');
  });

  it('never without: each way of ending is a rejected review', async () => {
    for (const input of [
      edit,
      { ...edit, dryRun: true },
      { ...edit, oldString: 'two' },
      { ...edit, filePath: 'b.txt' },
    ]) {
      const { outcome, files } = await leavesOf(input, true);
      assert.ok(!outcome.ok && outcome.error instanceof ToolError);
      assert.equal(outcome.error.message, createRejection().message);
      assert.equal(String(files.files.get('a.txt')), String(new TextEncoder().encode('one\n')));
    }
  });

  it('by a query, which asks when it reads', async () => {
    const memory = new MemoryWorld({ 'a.txt': 'one\n' });
    await runTool(readFile, { filePath: 'a.txt' }, memory.call, memory.world());
    assert.deepEqual(memory.disclosures, []);
  });
});
