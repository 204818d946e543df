import assert from 'node:assert/strict';
import path from 'node:path';
import { calls, says, tool } from '../../driver/model-script.ts';
import { seeReview } from '../tea.ts';
import { useGatedHost } from './gated.ts';

describe("line endings that a language's settings choose", () => {
  const host = useGatedHost({ '[markdown]': { 'files.eol': '\r\n' } });

  for (const [name, written] of [
    ['notes.md', 'one\r\ntwo\r\n'],
    ['notes.txt', 'one\ntwo\n'],
  ] as const) {
    it(`are those that VS Code's agent is shown to write, and writes: ${name}`, async () => {
      const { chat, page, person, workspace } = host();
      const filePath = path.join(workspace.root, name);
      const create = tool('create_file', { filePath, content: 'one\ntwo\n' });
      const sent = await chat.send(`create ${name}`, [calls(create), says('Done.')]);
      await seeReview(host(), `${name} (Redline, VS Code, new)`);
      await person.approve();
      await sent.answer();
      await sent.finished();
      assert.equal(await workspace.read(name), written);
      // As approved, and not pointed out as something else.
      await page.locator('.statusbar-item').filter({ hasText: 'Redline applied: VS Code' }).waitFor();
      assert.deepEqual(await person.notifications(), []);
    });
  }
});
