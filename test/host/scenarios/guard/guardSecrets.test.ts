import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { once, seeNoReview, seeReview, setRules } from '../tea.ts';

const content = 'TOKEN=SECRET-4711\n';
const readSecret = tool('redline_read_file', { filePath: '.env' });

describe('what is guarded, as the person meets it', () => {
  const host = useHost();
  const question = (path: string) =>
    host()
      .page.locator('.notifications-toasts .notification-list-item')
      .filter({ hasText: `${path} may contain secrets. The agent will see its contents.` });
  // The history, below, may list the file as well.
  const row = (path: string) =>
    host()
      .page.locator('.sidebar .monaco-list-row')
      .filter({ hasText: path })
      .filter({ hasText: 'wants to read this' });

  it('reading a secret asks beside what the person does, and no key answers', async () => {
    const { chat, editors, evaluate, page, person, workspace } = host();
    await workspace.write('.env', content);
    await editors.open('README.md');
    const sent = await chat.send('read a secret in vain', once(readSecret));
    await page.locator('.interactive-session .monaco-editor').filter({ visible: true }).last().click();
    await question('.env').waitFor();
    assert.deepEqual(await question('.env').locator('.monaco-button').allInnerTexts(), [
      "Don't Allow",
      'Allow Once',
      'Allow in This Session',
    ]);
    await page.locator('.statusbar-item').filter({ hasText: 'Read .env?' }).waitFor();
    await page.keyboard.type('y n ');
    await person.press('Shift+Enter');
    await person.press('Space');
    assert.equal(await person.focus(), 'chat');
    await evaluate((vscode) => vscode.commands.executeCommand('redline.pending.focus').then(() => null));
    await row('.env').waitFor();
    await picture(host(), 'secret');
    assert.deepEqual(sent.answers(), []);
    await person.answerNotification('.env', "Don't Allow");
    const answer = await sent.answer();
    assert.match(answer, /^\[REJECTED\]/);
    assert.doesNotMatch(answer, /4711/);
    await sent.finished();
    assert.equal(await page.locator('.statusbar-item').filter({ hasText: 'Read .env?' }).count(), 0);
  });

  it('the row of the view and the status bar answer as well', async () => {
    const { chat, page, person, workspace } = host();
    await workspace.write('.env', content);
    const status = page.locator('.statusbar-item').filter({ hasText: 'Read .env?' });
    const readBy = async (surface: string, answer: () => Promise<void>, expected: RegExp): Promise<void> => {
      const sent = await chat.send(`read a secret by ${surface}`, once(readSecret));
      await question('.env').waitFor();
      await answer();
      assert.match(await sent.answer(), expected);
      await sent.finished();
      // What is still shown of this question would be clicked for the next one.
      await status.waitFor({ state: 'hidden' });
      await row('.env').waitFor({ state: 'hidden' });
    };
    const no = row('.env').locator(`a.action-label[aria-label^="Don't Allow"]`);
    const clickNo = async (): Promise<void> => {
      await person.command('Redline: Focus on Waiting for Review View');
      await waitFor('the icons of the row', async () => {
        await row('.env').hover();
        return no.isVisible();
      });
      await no.click();
    };
    const pickOnce = (place: Locator) => async (): Promise<void> => {
      await place.click();
      await person.pick('Allow Once');
    };
    await readBy('the icon of the row', clickNo, /^\[REJECTED\]/);
    await readBy('the status bar', pickOnce(status), /SECRET-4711/);
    await readBy('the row', pickOnce(row('.env')), /SECRET-4711/);
    await person.command('Redline: Show Audit Log');
    await person.tab('Redline Audit Log').waitFor();
    const lines = page.locator('.editor-instance .view-line').filter({ hasText: /\.env/ });
    for (const how of ['rejected.\\(view\\)', 'approved.\\(status.bar\\)', 'approved.\\(view\\)'])
      await lines
        .filter({ hasText: new RegExp(how) })
        .first()
        .waitFor();
    await picture(host(), 'audit-read-answers');
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
    await person.answerNotification('.env', 'Allow Once');
    await waitFor('the first answer', () => sent.answers().length === 1);
    await person.answerNotification('.env', 'Allow in This Session');
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
    await question(secret)
      .filter({ hasText: 'The agent wants to change this file. You will be asked about the change next.' })
      .waitFor();
    await person.answerNotification(secret, "Don't Allow");
    assert.match(await untold.answer(), /^\[REJECTED\].*did not allow/);
    await untold.finished();
    const told = await chat.send('overwrite a secret', once(call));
    await person.answerNotification(secret, 'Allow Once');
    await seeReview(host(), '.env.local (Redline');
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
    await seeReview(host(), 'package.json (Redline');
    assert.equal(await chat.button('Allow Once').count(), 0);
    await person.reject();
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    assert.equal(await workspace.read('package.json'), '{}\n');
    await seeNoReview(host());
  });

  it('a rule that cannot be read shuts what it may mean, says so, and leads to the setting', async () => {
    const { chat, person, page, workspace } = host();
    const before = await workspace.hashes();
    await setRules(host(), [{ operations: ['create'], paths: ['!docs/**'], action: 'deny' }]);
    try {
      await waitFor('the notification', async () =>
        (await person.notifications()).some((text) => text.includes('Rule 1 in redline.rules cannot be used')),
      );
      const call = tool('redline_write_file', { filePath: 'new.txt', content: 'mine\n' });
      const sent = await chat.send('write although a rule is broken', once(call));
      assert.match(
        await sent.answer(),
        /^\[WRITES_DISABLED\] Rule 1 in redline\.rules cannot be used: .*"except": \["docs/,
      );
      await sent.finished();
      await page.locator('.notifications-toasts .monaco-button').getByText('Open Setting').click();
      await page.locator('.settings-editor').waitFor();
      assert.deepEqual(await workspace.hashes(), before);
    } finally {
      await setRules(host(), null);
    }
  });
});
