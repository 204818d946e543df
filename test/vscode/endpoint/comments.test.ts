import assert from 'node:assert/strict';
import type { LineComment } from '../../../src/core/comments/lineComment.ts';
import { approve, files, HookWindow } from './hookWindow.ts';

const comment = (path: string, words: string): LineComment => ({
  path,
  side: 'after',
  lines: { start: 2, end: 2 },
  fate: 'same',
  quoted: ['2'],
  words,
});

describe('comments on what agents write by their own tools', () => {
  it('deny each call with those on its own file, with the reason', async () => {
    const window = new HookWindow(files);
    window.decide = () => ({
      approved: false,
      reason: 'Not yet.',
      comments: [comment('a.txt', 'Of a.'), comment('b.txt', 'Of b.'), comment('b.txt', 'More of b.')],
    });
    const edits = ['a.txt', 'b.txt', 'c.txt'].map((file) => window.edit(file, 'two', '2'));
    const [a, b, c] = await Promise.all(edits.map(({ answer }) => answer));
    assert.match(
      a?.reason ?? '',
      /by 1 comment on 1 file\. Their reason: Not yet\..*\na\.txt:\n1\. Line 2.*\n.*\n   > Of a\.$/s,
    );
    assert.match(b?.reason ?? '', /by 2 comments on 1 file.*\nb\.txt:\n.*> Of b\.\n.*> More of b\.$/s);
    assert.match(c?.reason ?? '', /^\[REJECTED\] The user rejected the change\. Their reason: Not yet\./);
    assert.doesNotMatch(c?.reason ?? '', /Of [ab]/);
    assert.deepEqual(window.history, []);
  });

  it('go with the permission to write, each with its own call', async () => {
    const window = new HookWindow(files);
    const comments = [comment('a.txt', 'Of a.')];
    window.decide = ({ changes }) => ({ ...approve({ changes }), comments });
    const [a, b] = [window.edit('a.txt', 'two', '2'), window.edit('b.txt', 'two', '2')];
    assert.match((await a.answer).reason, /^The user approved with 1 comment on 1 file\..*> Of a\.$/s);
    assert.deepEqual(await b.answer.then(({ decision, reason }) => ({ decision, reason })), {
      decision: 'allow',
      reason: '',
    });
    for (const edit of [a, b]) await edit.write();
    for (const edit of [a, b]) await edit.end();
    assert.equal(window.memory.text('a.txt'), 'one\n2\nthree\n');
  });

  it('stand behind what Redline says of a file that was left out', async () => {
    const window = new HookWindow(files);
    window.decide = ({ changes }) => ({
      ...approve({ changes: changes.slice(0, 1) }),
      excludedPaths: [{ path: 'b.txt' }],
      comments: [comment('b.txt', 'Not this one.')],
    });
    const [a, b] = [window.edit('a.txt', 'two', '2'), window.edit('b.txt', 'two', '2')];
    assert.equal((await a.answer).decision, 'allow');
    assert.match((await b.answer).reason, /That was the whole call\. Nothing was written\..*\n   > Not this one\.$/s);
  });

  it('are told Gemini CLI after its tool, once, since it reads nothing before, and not by a hook that has ended', async () => {
    const window = new HookWindow(files);
    window.decide = ({ changes }) => ({ ...approve({ changes }), comments: [comment('a.txt', 'Of a.')] });
    const fields = { session_id: 's', cwd: '/ws', tool_name: 'replace' };
    const input = { file_path: '/ws/a.txt', old_string: 'two', new_string: '2' };
    const { signal } = new AbortController();
    const before = { ...fields, hook_event_name: 'BeforeTool', tool_input: input };
    await window.hooks.answer('gemini', before, signal);
    window.memory.files.set('a.txt', new TextEncoder().encode('one\n2\nthree\n'));
    const after = { ...fields, hook_event_name: 'AfterTool', tool_input: input };
    assert.equal((await window.hooks.answer('gemini', after, AbortSignal.abort())).stdout, '');
    const { stdout } = await window.hooks.answer('gemini', after, signal);
    assert.match(
      JSON.parse(stdout).hookSpecificOutput.additionalContext,
      /^The user approved with 1 comment.*> Of a\.$/s,
    );
    assert.equal((await window.hooks.answer('gemini', after, signal)).stdout, '');
  });
});
