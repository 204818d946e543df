import assert from 'node:assert/strict';
import { tool, type ToolCall } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { once, seeNoReview, seeReview } from '../tea.ts';

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

  it('an ordinary change goes through, as the person chose', async () => {
    const { chat, workspace } = host();
    const call = tool('redline_write_file', { filePath: 'notes.txt', content: 'mine\n' });
    const sent = await chat.send('change what is ordinary', once(call));
    await sent.finished();
    assert.match(await sent.answer(), /^Created notes\.txt/);
    assert.equal(await workspace.read('notes.txt'), 'mine\n');
  });

  for (const { title, review, call } of deeds) {
    it(`${title} is still asked`, async () => {
      const { chat, person, workspace } = host();
      const before = await workspace.hashes();
      const sent = await chat.send(`bypass for ${title}`, once(call));
      await seeReview(host(), review);
      assert.deepEqual(sent.answers(), []);
      assert.deepEqual(await workspace.hashes(), before);
      await person.reject();
      assert.match(await sent.answer(), /^\[REJECTED\]/);
      await sent.finished();
      assert.deepEqual(await workspace.hashes(), before);
      await seeNoReview(host());
    });
  }

  it('a secret is still asked about before it is read', async () => {
    const { chat, person, workspace } = host();
    await workspace.write('.env', 'TOKEN=SECRET-4711\n');
    const sent = await chat.send('bypass for a secret', once(tool('redline_read_file', { filePath: '.env' })));
    await person.answerNotification('The agent will see its contents.', "Don't Allow");
    assert.doesNotMatch(await sent.answer(), /4711/);
    await sent.finished();
  });
});
