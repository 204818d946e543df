import assert from 'node:assert/strict';
import { inEnglish, phrase } from '../../src/core/wording/phrase.ts';
import type { Verdict } from '../../src/core/rules/judge.ts';
import { editFile } from '../../src/tools/change/edit/editFile.ts';
import { readFile } from '../../src/tools/read/readFile.ts';
import { runTool } from '../../src/tools/pipeline/run.ts';
import type { Tool } from '../../src/tools/shared/tool.ts';
import { MemoryWorld } from './memoryWorld.ts';

const deny: Verdict = {
  action: 'deny',
  reason: phrase('A rule forbids it.'),
  code: 'PERMISSION_DENIED',
  protected: false,
  rememberable: false,
};
const edit = { filePath: 'a.txt', oldString: 'SECRET', newString: 'INPUT' };

describe('what a user is told of calls that came to nothing', () => {
  const told = async (tool: Tool, input: unknown, change: (world: MemoryWorld) => void = () => {}) => {
    const world = new MemoryWorld({ 'a.txt': 'SECRET\nsecond\n' });
    change(world);
    await runTool(tool, input, world.call, world.world());
    assert.doesNotMatch(JSON.stringify(world.notDone), /SECRET|INPUT/);
    return world.notDone.map(({ what, why, denied, tool: name, chat }) => ({
      line: [name, what === undefined ? '' : inEnglish(what), typeof why === 'string' ? why : inEnglish(why)].join(
        ' | ',
      ),
      denied,
      chat,
    }));
  };

  it('names a change that a rule denies, and why', async () => {
    assert.deepEqual(await told(editFile, edit, (world) => (world.verdict = deny)), [
      { line: 'redline_edit_file | Editing a.txt | A rule forbids it.', denied: true, chat: false },
    ]);
  });

  it('names a change that failed, by the first sentence of the failure, which quotes no file', async () => {
    const [only, ...others] = await told(editFile, { ...edit, oldString: 'sceond' });
    assert.match(only?.line ?? '', /^redline_edit_file \| Editing a\.txt \| [^\n.[]+\.txt[^\n.]*\.$/);
    assert.deepEqual([only?.denied, others], [false, []]);
  });

  it('names the tool where its input cannot be read', async () => {
    const [only] = await told(editFile, { filePath: 'a.txt' });
    assert.match(only?.line ?? '', /^redline_edit_file \| {2}\| [^[]+$/);
  });

  it('is quiet about what was done, what the user rejected, and a query that finds nothing', async () => {
    assert.deepEqual(await told(editFile, edit), []);
    assert.deepEqual(
      await told(editFile, edit, (world) => {
        world.verdict = { ...deny, action: 'ask' };
        world.decide = () => ({ approved: false });
      }),
      [],
    );
    assert.deepEqual(await told(readFile, { filePath: 'none.txt' }), []);
  });

  it('names a query that leads out of the workspace', async () => {
    const [only] = await told(readFile, { filePath: '../none.txt' });
    assert.equal(only?.denied, true);
  });
});
