import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import { createRejection } from '../../../src/tools/pipeline/rejection.ts';
import { runTool, type Outcome } from '../../../src/tools/pipeline/run.ts';
import type { World } from '../../../src/tools/ports/world.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const edit = { filePath: 'a.txt', oldString: 'one', newString: '1' };

/** The permissions that the pipeline requested, in order, and how the call ended. */
async function disclosuresOf(
  input: object,
  refuse = false,
): Promise<{ requests: unknown[]; outcome: Outcome; files: MemoryWorld }> {
  const memory = new MemoryWorld({ 'a.txt': 'one\n' });
  const requests: unknown[] = [];
  const ports = memory.world();
  const world: World = {
    ...ports,
    workspaceFor: (call) => ({
      ...ports.workspaceFor(call),
      requireDisclosure: async (next) => {
        requests.push(typeof next === 'string' ? next : next.map(({ kind }) => kind));
        if (refuse) throw createRejection();
      },
    }),
    review: {
      ask: async (...all) => {
        requests.push('review');
        return ports.review.ask(...all);
      },
    },
  };
  return { requests, outcome: await runTool(editFile, input, memory.call, world), files: memory };
}

describe('files outside the workspace that a plan has read', () => {
  it('are disclosed by the review; permission is requested right before it', async () => {
    const { requests, outcome } = await disclosuresOf(edit);
    assert.deepEqual([outcome.ok, requests], [true, [['update'], 'review']]);
  });

  it('are disclosed with permission in a dry run', async () => {
    assert.deepEqual((await disclosuresOf({ ...edit, dryRun: true })).requests, ['tried']);
  });

  it('are disclosed with permission if the plan fails', async () => {
    const { requests, outcome } = await disclosuresOf({ ...edit, oldString: 'two' });
    assert.deepEqual(requests, ['failed']);
    assert.equal(outcome.ok ? '' : outcome.error.code, 'NO_MATCH');
  });

  it('are never disclosed without permission: the call ends like a rejected review', async () => {
    for (const input of [
      edit,
      { ...edit, dryRun: true },
      { ...edit, oldString: 'two' },
      { ...edit, filePath: 'b.txt' },
    ]) {
      const { outcome, files } = await disclosuresOf(input, true);
      assert.ok(!outcome.ok && outcome.error instanceof ToolError);
      assert.equal(outcome.error.message, createRejection().message);
      assert.equal(String(files.files.get('a.txt')), String(new TextEncoder().encode('one\n')));
    }
  });

  it('need no further permission in a query, which asks when it reads', async () => {
    const memory = new MemoryWorld({ 'a.txt': 'one\n' });
    await runTool(readFile, { filePath: 'a.txt' }, memory.call, memory.world());
    assert.deepEqual(memory.disclosures, []);
  });
});
