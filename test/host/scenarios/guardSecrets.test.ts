import assert from 'node:assert/strict';
import { calls, says, tool } from '../driver/model-script.ts';
import { useHost } from '../driver/use-host.ts';
import type { VSCode } from '../driver/vscode-api.ts';
import { waitFor } from '../driver/wait.ts';
import { once, seeNoReview, seeReview } from './tea.ts';

const content = 'TOKEN=SECRET-4711\n';
const readSecret = tool('redline_read_file', { filePath: '.env' });

describe('what is guarded, as the person meets it', () => {
  const host = useHost();
  const dialog = () => host().page.locator('.monaco-dialog-box').filter({ visible: true });

  it('reading a secret asks in a dialog, and a no tells the agent nothing', async () => {
    const { chat, person, workspace } = host();
    await workspace.write('.env', content);
    const sent = await chat.send('read a secret in vain', once(readSecret));
    await dialog().waitFor();
    assert.match(await dialog().innerText(), /wants to read \.env/);
    await person.answerDialog('Cancel');
    const answer = await sent.answer();
    assert.match(answer, /^\[REJECTED\]/);
    assert.doesNotMatch(answer, /4711/);
    await sent.finished();
  });

  it('a yes is for one call, unless it is for the session', async () => {
    const { chat, person, workspace } = host();
    await workspace.write('.env', content);
    const sent = await chat.send('read a secret thrice', [
      calls(readSecret),
      calls(readSecret),
      calls(readSecret),
      says('That is all.'),
    ]);
    await dialog().waitFor();
    await person.answerDialog('Allow Once');
    await waitFor('the first answer', () => sent.answers().length === 1);
    await dialog().waitFor();
    await person.answerDialog('Allow in This Session');
    await sent.finished();
    assert.deepEqual(
      sent.answers().map((answer) => answer.includes('SECRET-4711')),
      [true, true, true],
    );
  });

  it('changing a secret asks whether its content may be told, which is said, and then about the change', async () => {
    const { chat, person, workspace } = host();
    // Not the one that may be read until the window closes, since the test before said so.
    const secret = '.env.local';
    await workspace.write(secret, content);
    const call = tool('redline_write_file', { filePath: secret, content: 'TOKEN=mine\n' });
    const untold = await chat.send('overwrite a secret untold', once(call));
    await dialog().waitFor();
    assert.match(await dialog().innerText(), /wants to read \.env\.local[^]*wants to change it[^]*asked about next/);
    await person.answerDialog('Cancel');
    assert.match(await untold.answer(), /^\[REJECTED\].*did not allow/);
    await untold.finished();
    const told = await chat.send('overwrite a secret', once(call));
    await dialog().waitFor();
    await person.answerDialog('Allow Once');
    await seeReview(host(), 'Overwrite .env.local');
    assert.equal(await chat.button('Allow Once').count(), 0);
    assert.equal(await workspace.read(secret), content);
    await person.approve();
    assert.match(await told.answer(), /^Overwrote \.env\.local/);
    await told.finished();
    assert.equal(await workspace.read(secret), 'TOKEN=mine\n');
  });

  it('changing a protected file asks in the editor, never by the card', async () => {
    const { chat, person, workspace } = host();
    await workspace.write('package.json', '{}\n');
    const call = tool('redline_write_file', { filePath: 'package.json', content: '{ "scripts": {} }\n' });
    const sent = await chat.send('change what runs', once(call));
    await seeReview(host(), 'Overwrite package.json');
    assert.equal(await chat.button('Allow Once').count(), 0);
    await person.reject();
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    assert.equal(await workspace.read('package.json'), '{}\n');
    await seeNoReview(host());
  });

  it('a rule that cannot be read shuts all changes, says so, and leads to the setting', async () => {
    const { chat, evaluate, person, page, workspace } = host();
    const before = await workspace.hashes();
    await evaluate(setRules, [{ operations: ['update'], paths: ['**'], action: 'alow' }]);
    try {
      await waitFor('the notification', async () =>
        (await person.notifications()).some((text) => text.includes('redline.rules cannot be used')),
      );
      const call = tool('redline_write_file', { filePath: 'new.txt', content: 'mine\n' });
      const sent = await chat.send('write although a rule is broken', once(call));
      assert.match(await sent.answer(), /^\[WRITES_DISABLED\] The setting redline\.rules cannot be used/);
      await sent.finished();
      await page.locator('.notifications-toasts .monaco-button').getByText('Open Setting').click();
      await page.locator('.settings-editor').waitFor();
      assert.deepEqual(await workspace.hashes(), before);
    } finally {
      await evaluate(setRules, null);
    }
  });
});

function setRules(vscode: VSCode, rules: unknown): PromiseLike<null> {
  const target = vscode.ConfigurationTarget.Global;
  return vscode.workspace
    .getConfiguration('redline')
    .update('rules', rules ?? undefined, target)
    .then(() => null);
}
