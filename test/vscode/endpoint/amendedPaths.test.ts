import assert from 'node:assert/strict';
import { HookWindow } from './hookWindow.ts';

/** Patches that Codex' tool would read otherwise than exactly, so that they are planned by Redline's own and written anew. */
const rows: readonly (readonly [name: string, patch: readonly string[], shown: string, amended: string])[] = [
  [
    'a blank line before the chunk',
    ['*** Begin Patch', '*** Update File: a.txt', '', '@@', '-two', '+2', '*** End Patch'],
    'sub/a.txt',
    '*** Begin Patch\n*** Update File: /ws/sub/a.txt\n@@\n one\n-two\n+2\n*** End Patch\n',
  ],
  [
    'a new file among blank lines',
    ['*** Begin Patch', '', '*** Add File: new ä.txt', '+x', '*** End Patch'],
    'sub/new ä.txt',
    '*** Begin Patch\n*** Add File: /ws/sub/new ä.txt\n+x\n*** End Patch\n',
  ],
  // The agents' own tools would write the file, and then delete it.
  [
    'a move of a file to itself',
    ['*** Begin Patch', '*** Update File: a.txt', '*** Move to: a.txt', '@@', '-two', '+2', '*** End Patch'],
    'sub/a.txt',
    '*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n*** End Patch\n',
  ],
  // Redline reads it below the workspace, as the person is shown.
  [
    'a patch of another kind',
    ['--- a/a.txt', '+++ b/a.txt', '@@ -1,2 +1,2 @@', ' one', '-two', '+2'],
    'a.txt',
    '*** Begin Patch\n*** Update File: /ws/a.txt\n@@\n one\n-two\n+2\n*** End Patch\n',
  ],
];

describe('an amended patch of an agent that works below the workspace folder', () => {
  for (const [name, patch, shown, amended] of rows) {
    it(`names the file that was shown: ${name}`, async () => {
      const window = new HookWindow({ 'a.txt': 'one\ntwo\n', 'sub/a.txt': 'one\ntwo\n' });
      const call = window.call('codex', 'apply_patch', { command: patch.join('\n') }, { cwd: '/ws/sub' });
      const { decision, input } = await call.answer;
      assert.deepEqual([decision, input], ['allow', { command: amended }]);
      assert.deepEqual(Object.keys(window.asked[0]?.files ?? {}), [shown]);
    });
  }

  it('is refused where it moves a file to itself by two paths', async () => {
    const window = new HookWindow({ 'sub/a.txt': 'one\ntwo\n' });
    const patch = '*** Begin Patch\n*** Update File: a.txt\n*** Move to: ../sub/a.txt\n@@\n-two\n+2\n*** End Patch';
    const call = window.call('codex', 'apply_patch', { command: patch }, { cwd: '/ws/sub' });
    const { decision, reason } = await call.answer;
    assert.deepEqual([decision, window.asked.length], ['deny', 0]);
    assert.match(reason ?? '', /are the same place here\. Nothing was changed/);
  });
});
