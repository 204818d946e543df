import assert from 'node:assert/strict';
import type { FileContent } from '../../../src/core/change/change.ts';
import { joinMs } from '../../../src/vscode/endpoint/edits/hookedReview.ts';
import { approve, files, HookWindow, pause } from './hookWindow.ts';

/** A window whose user writes this text into each file and chooses to remember the approval, to be counted in `remembered`. */
function remembering(text?: string): { window: HookWindow; remembered: number[]; send: SendEdit } {
  const window = new HookWindow(files);
  const remembered: number[] = [];
  window.decide = async ({ changes }) => {
    const after: FileContent | undefined = text === undefined ? undefined : await window.memory.encode(text);
    const amend = after === undefined ? {} : { after };
    return {
      approved: true,
      changes: changes.map((change) => (change.kind === 'update' ? { ...change, ...amend } : change)),
      amended: after !== undefined,
      excludedPaths: [],
      remember: async () => void remembered.push(window.asked.length),
    };
  };
  // Qwen Code ignores a changed input.
  const send: SendEdit = (file, newText) =>
    window.call('qwen', 'edit', { file_path: `/ws/${file}`, old_string: files['a.txt'], new_string: newText });
  return { window, remembered, send };
}

type SendEdit = (file: string, newText: string) => ReturnType<HookWindow['call']>;

describe("an approval of an agent's own edits that the user chose to remember", () => {
  it('is remembered once the agent sends what was approved, if it ignores a changed input', async () => {
    const { window, remembered, send } = remembering('amended\n');
    assert.equal((await send('a.txt', 'one\n').answer).decision, 'deny');
    assert.deepEqual(remembered, []);
    await send('a.txt', 'amended\n').write();
    assert.deepEqual([remembered, window.asked.length, window.memory.text('a.txt')], [[1], 1, 'amended\n']);
  });

  it('is remembered once for several of them, sent together or one after the other', async () => {
    for (const isTogether of [true, false]) {
      const { window, remembered, send } = remembering('amended\n');
      await Promise.all([send('a.txt', 'one\n'), send('b.txt', 'two\n')].map(({ answer }) => answer));
      const first = send('a.txt', 'amended\n');
      if (!isTogether) await first.write();
      if (!isTogether) await pause(joinMs + 50);
      const second = send('b.txt', 'amended\n');
      await Promise.all([first.write(), second.write()]);
      await Promise.all([first.end(), second.end()]);
      assert.deepEqual([remembered, window.asked.length], [[1], 1]);
    }
  });

  it('is remembered once if the agent writes, without the agent waiting for that', async () => {
    const { window, remembered } = remembering();
    const given = window.decide;
    window.decide = async (request) => {
      const decision = await given(request);
      const remember = async (): Promise<void> => {
        remembered.push(0);
        await new Promise<never>(() => undefined);
      };
      return decision.approved ? { ...decision, remember } : decision;
    };
    const edit = window.edit('a.txt', 'two', '2');
    assert.equal(await Promise.race([edit.answer.then(() => 'answered'), pause(2000)]), 'answered');
    assert.deepEqual(remembered, [0]);
  });

  it('is remembered once and a failure of that reported once, when the edit has ended', async () => {
    const { window } = remembering();
    let calls = 0;
    window.decide = (request) => {
      const decision = approve(request);
      const remember = async (): Promise<void> => {
        calls++;
        throw new Error('The storage is full.');
      };
      return decision.approved ? { ...decision, remember } : decision;
    };
    const edit = window.edit('a.txt', 'two', '2');
    await edit.write();
    await edit.end();
    await pause(50);
    assert.deepEqual([calls, window.memory.unexpected.length, window.history.length], [1, 1, 1]);
  });
});

describe('edits that are sent once more beside one whose hook ends', () => {
  it('are not asked about if nobody saw the three', async () => {
    const { window, send } = remembering('amended\n');
    await Promise.all([send('a.txt', 'one\n'), send('b.txt', 'two\n')].map(({ answer }) => answer));
    const again = [send('a.txt', 'amended\n'), send('b.txt', 'amended\n')];
    const third = send('c.txt', 'three\n');
    const { verdict } = window.memory;
    Object.defineProperty(window.memory, 'verdict', {
      get: () => {
        third.kill();
        return verdict;
      },
    });
    for (const edit of again) await edit.write();
    assert.deepEqual([window.asked.length, window.memory.text('b.txt')], [1, 'amended\n']);
  });
});
