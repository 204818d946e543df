import assert from 'node:assert/strict';
import { HookWindow } from '../hookWindow.ts';

const text = `${'one\n'.repeat(200)}two\n`;

describe('an edit after which VS Code would take the file for binary, and show nothing of it', () => {
  const rows: readonly (readonly [tool: string, input: Readonly<Record<string, string>>])[] = [
    ['Write', { file_path: '/ws/new.txt', content: 'a\0b\n' }],
    ['Write', { file_path: '/ws/new.txt', content: `hello\0 ${text}` }],
    ['Write', { file_path: '/ws/new.txt', content: 'a\0b\0' }],
    ['Write', { file_path: '/ws/a.txt', content: '\0' }],
    ['Edit', { file_path: '/ws/b.txt', old_string: 'two', new_string: 'TWO\0' }],
  ];
  for (const [tool, input] of rows)
    it(`is refused, and nobody is asked: ${tool} ${JSON.stringify(input).slice(0, 80)}`, async () => {
      const window = new HookWindow({ 'a.txt': text, 'b.txt': 'one\ntwo\n' });
      const { decision, reason } = await window.call('claude', tool, input).answer;
      assert.deepEqual([decision, window.asked.length], ['deny', 0]);
      assert.match(reason, /\[ENCODING\] The new text has a NUL .* Send it without that\./);
    });

  it('is shown where the NUL comes so late that VS Code shows it', async () => {
    const window = new HookWindow({ 'a.txt': text });
    const call = window.call('claude', 'Edit', { file_path: '/ws/a.txt', old_string: 'two', new_string: 'TWO\0' });
    assert.equal((await call.answer).decision, 'allow');
    assert.deepEqual(Object.keys(window.asked[0]?.files ?? {}), ['a.txt']);
  });
});
