import assert from 'node:assert/strict';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { commentByKeys } from '../commenting.ts';
import { brew, brewGreenLonger, withLongerGreen } from '../tea.ts';

describe('a comment on what is to be reviewed', () => {
  const host = useHost({ isOwnWindow: true, settings: { 'redline.review.when': 'after' } });

  it('is told to the agent with its next answer, once, unless it is taken back, and changes nothing', async () => {
    const { chat, page, person, workspace, evaluate } = host();
    const original = await workspace.read(brew);
    const edit = await chat.send('brew it longer, and I comment later', [calls(brewGreenLonger), says('Done.')]);
    await edit.finished();
    await evaluate((vscode) => vscode.commands.executeCommand('redline.toReview.show').then(() => null));
    const row = page.locator('.sidebar .monaco-list-row').filter({ hasText: 'brew.js' }).first();
    await waitFor('the diff', async () => {
      // A list that is drawn again at this moment may take the click for a selection alone.
      await row.click();
      await page.locator('.part.editor .monaco-diff-editor').first().waitFor({ timeout: 3000 });
      return true;
    });
    // What is listed has its own keys, and these icons, once Redline has seen the tab.
    await person.titleAction('Keep').waitFor();
    await commentByKeys(host(), 'green: 3', 'Two minutes would do.');
    await page.getByText('The agent gets this with its next answer').first().waitFor();
    await picture(host(), 'comment-to-review');
    await commentByKeys(host(), 'black: 4', 'Never mind.');
    const taken = page.locator('.review-comment').filter({ hasText: 'Never mind.' });
    await taken.hover();
    await taken.getByLabel('Delete Comment').click();
    await taken.waitFor({ state: 'detached' });
    const read = tool('redline_path_info', { path: brew });
    const next = await chat.send('look at it', [calls(read), calls(read), says('Seen.')]);
    const answer = await next.answer(0);
    await next.finished();
    assert.match(
      answer,
      /src\/brew\.js: Line 4 of the file as it is now:\n {3}4 \| {3}green: 3,\n {3}> Two minutes would do\./,
    );
    assert.doesNotMatch(`${answer}${await next.answer(1)}`, /Never mind/);
    assert.doesNotMatch(await next.answer(1), /Two minutes/);
    await page.getByText('The agent was told this').first().waitFor();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
  });
});
