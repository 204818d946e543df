import assert from 'node:assert/strict';
import { calls, says, tool, type ToolCall } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { seeNoReview, seeReview } from '../tea.ts';

const deeds: readonly { readonly title: string; readonly review: string; readonly call: ToolCall }[] = [
  {
    title: 'a new workflow',
    review: 'ci.yml (Redline, protected',
    call: tool('redline_write_file', { filePath: '.github/workflows/ci.yml', content: 'on: push\n' }),
  },
  {
    title: 'the editor\u2019s settings',
    review: 'settings.json (Redline, protected',
    call: tool('redline_write_file', { filePath: '.vscode/settings.json', content: '{}\n' }),
  },
  {
    title: 'a move onto a hook',
    review: 'pre-commit (Redline, protected',
    call: tool('redline_move', { from: 'README.md', to: '.husky/pre-commit' }),
  },
  {
    title: 'a text that abbreviates',
    review: 'notes.js',
    call: tool('redline_write_file', { filePath: 'notes.js', content: 'a();\n// ... existing code ...\n' }),
  },
];

describe('with "Bypass Approvals" in the host and the card in the chat', () => {
  const host = useHost({
    settings: { 'chat.permissions.default': 'autoApprove', 'chat.tools.global.autoApprove': true },
  });

  it('an ordinary change goes through, as the person chose; what is guarded is still asked about', async () => {
    const { chat, person, workspace } = host();
    await workspace.write('.env', 'TOKEN=SECRET-4711\n');
    const ordinary = tool('redline_write_file', { filePath: 'notes.txt', content: 'mine\n' });
    const secret = tool('redline_read_file', { filePath: '.env' });
    const sent = await chat.send('bypass what you can', [
      ...[ordinary, ...deeds.map(({ call }) => call), secret].map((call) => calls(call)),
      says('That is all.'),
    ]);
    assert.match(await sent.answer(0), /^Created notes\.txt/);
    assert.equal(await workspace.read('notes.txt'), 'mine\n');
    const before = await workspace.hashes();
    for (const [index, { title, review }] of deeds.entries()) {
      await seeReview(host(), review);
      assert.equal(sent.answers().length, index + 1, title);
      assert.deepEqual(await workspace.hashes(), before, title);
      await person.reject();
      assert.match(await sent.answer(index + 1), /^\[REJECTED\]/, title);
      assert.deepEqual(await workspace.hashes(), before, title);
    }
    await person.answerNotification('The agent will see its contents.', "Don't Allow");
    assert.doesNotMatch(await sent.answer(deeds.length + 1), /4711/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });
});
