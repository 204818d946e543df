import assert from 'node:assert/strict';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeReview } from '../tea.ts';

describe('when a person likes to review', () => {
  const host = useHost({ isOwnWindow: true, settings: { 'redline.review.when': undefined } });
  const question = 'You approved several changes in a row';

  const chosen = (): Promise<unknown> =>
    host().evaluate((vscode) =>
      Promise.resolve(vscode.workspace.getConfiguration('redline').inspect('review.when')?.globalValue ?? null),
    );
  const isAsked = async (): Promise<boolean> =>
    (await host().person.notifications()).some((text) => text.includes(question));

  /** Has the agent brew green tea for some minutes more, and approves it. */
  async function approved(from: number): Promise<void> {
    const { chat, person } = host();
    const edit = { filePath: brew, oldString: `  green: ${from},`, newString: `  green: ${from + 1},` };
    const sent = await chat.send(`brew for ${from + 1}`, [calls(tool('redline_edit_file', edit)), says('Done.')]);
    await seeReview(host(), 'brew.js');
    await person.approve();
    await sent.finished();
  }

  it('is asked after the third approval in a row, and never after the answer', async function () {
    this.timeout(180_000);
    const { chat, page, person, workspace } = host();
    await approved(2);
    await approved(3);
    assert.equal(await isAsked(), false);
    await approved(4);
    await waitFor('the question', isAsked);
    await picture(host(), 'choose-when');
    await person.answerNotification(question, 'All at the End');
    await waitFor('the setting', async () => (await chosen()) === 'after');
    const edit = { filePath: brew, oldString: '  green: 5,', newString: '  green: 6,' };
    const sent = await chat.send('brew for 6', [calls(tool('redline_edit_file', edit)), says('Done.')]);
    await sent.finished();
    assert.match(await workspace.read(brew), /green: 6/);
    // A protected file waits nonetheless.
    const own = { filePath: 'package.json', content: '{}' };
    const asked = await chat.send('name it', [calls(tool('redline_write_file', own)), says('Done.')]);
    await seeReview(host(), 'package.json');
    await person.reject();
    await asked.finished();
    assert.equal(await workspace.exists('package.json'), false);
    await host().evaluate((vscode) =>
      vscode.commands.executeCommand('redline.toReview.chooseWhen', 'approvals').then(() => null),
    );
    assert.equal(await isAsked(), false);
    await page.keyboard.press('Escape');
  });

  it('is chosen in a list by the command of the walkthrough', async () => {
    const { person } = host();
    await person.command('Redline: Choose When to Review…');
    await person.quickInput.getByText('All at the End').waitFor();
    await picture(host(), 'choose-when-list');
    await person.pick('Each Before It Is Made');
    await waitFor('the setting', async () => (await chosen()) === 'before');
  });
});
