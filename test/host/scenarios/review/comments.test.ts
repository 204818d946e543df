import assert from 'node:assert/strict';
import { paint, themes, type Theme } from '../../../../scripts/pictures/stage.ts';
import { calls, says, tool, type ToolCall } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, brewGreenLonger, once, seeCount, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';
import { addComment, commentByKeys, commentByMouse, threads } from '../commenting.ts';

const requestChanges = 'Mod+Alt+Shift+R';

const two: ToolCall = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
  ],
});

describe('comments on a proposal', () => {
  const host = useHost();

  it('by keys alone: the model gets the place, the line and the words, and nothing is written', async () => {
    const { chat, workspace, person } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('request changes by keys', once(brewGreenLonger));
    await chat.card();
    await seeReview(host(), 'brew.js (Redline');
    await person.look();
    await commentByKeys(host(), 'green: 3', 'Two minutes, please.');
    await host().page.getByText('Request Changes (1)').waitFor();
    await picture(host(), 'comment-draft');
    await commentByKeys(host(), 'white: 3', 'Both alike.', ['Home', 'Shift+ArrowDown', 'Shift+ArrowDown']);
    await person.typeAfter('green: 3', '');
    await person.press(requestChanges);
    const answer = await sent.answer();
    await sent.finished();
    assert.match(answer, /^\[REJECTED\] The user rejected the change and asks for changes, by 2 comments on 1 file\./);
    assert.match(
      answer,
      /\nsrc\/brew\.js:\n1\. Line 4 of your proposal:\n {3}4 \| {3}green: 3,\n {3}> Two minutes, please\.\n/,
    );
    assert.match(
      answer,
      /\n2\. Lines 5 to 6 of your proposal:\n {3}5 \| {3}white: 3,\n {3}6 \| .*\n {3}> Both alike\.$/,
    );
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
    await seeCount(threads(host()), 0);
  });

  it('show as answered on the lines that the next proposal changes, and are not sent again', async () => {
    const { chat, person, page } = host();
    const sent = await chat.send('comment, then propose again', [
      calls(brewGreenLonger),
      calls(tool('redline_edit_file', { filePath: brew, oldString: '  green: 2,', newString: '  green: 5,' })),
      says('Done.'),
    ]);
    await chat.card();
    await seeReview(host(), 'brew.js (Redline');
    await person.look();
    await commentByKeys(host(), 'green: 3', 'Five, please.');
    await commentByKeys(host(), 'black: 4', 'And this stays.');
    await chat.skip();
    await page.getByText('green: 5').first().waitFor();
    await page.getByText('Answered here').first().waitFor();
    await picture(host(), 'comment-answered');
    await person.look();
    await chat.card();
    await chat.allow();
    const answer = await sent.answer(1);
    await sent.finished();
    assert.match(answer, /^Edited/);
    assert.doesNotMatch(answer, /comment/);
  });

  it('move with their lines when the proposal is amended, and say so where their line is gone', async () => {
    const { chat, person, page, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('amend below a comment', once(brewGreenLonger));
    await chat.card();
    await seeReview(host(), 'brew.js (Redline');
    await person.look();
    // From below: a line that is scrolled out of view is not drawn.
    await commentByKeys(host(), 'minutes[tea]', 'Name the unit.');
    await commentByKeys(host(), 'white: 3', 'Keep this.');
    await person.typeAfter('black: 4,', '');
    await page.keyboard.press('Enter');
    await page.keyboard.type('// strong');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await person.press('Mod+Shift+K');
    await page.getByText('the line that you commented on is gone').first().waitFor();
    await picture(host(), 'comment-moved');
    await person.approve();
    const answer = await sent.answer();
    await sent.finished();
    assert.match(answer, /The user approved with 2 comments on 1 file/);
    assert.match(answer, /On lines that the approved text does not have.*\n.*white: 3,\n {3}> Keep this\./);
    const now = await workspace.read(brew);
    const line = now.split('\n').findIndex((each) => each.includes('minutes[tea]')) + 1;
    assert.match(
      answer,
      new RegExp(`\\. Line ${line} of the approved text:\\n   ${line} \\| .*\\n   > Name the unit\\.`),
    );
    assert.notEqual(now, withLongerGreen(original));
  });

  it('by mouse in a diff of several files: one reason for all', async () => {
    const { chat, person, page } = host();
    const sent = await chat.send('comment on two files by mouse', once(two));
    await chat.card();
    await person.tab('brew.js and more (Redline)').waitFor();
    await person.look();
    await commentByMouse(host(), 'moments', 'Seconds are right.');
    await commentByMouse(host(), 'green: 3', 'Why three?');
    for (const theme of Object.keys(themes) as Theme[]) {
      await paint(host(), theme);
      await picture(host(), `comment-several-${theme}`);
    }
    await paint(host(), 'light');
    await person.titleAction('Request Changes').click();
    const answer = await sent.answer();
    await sent.finished();
    assert.match(answer, /by 2 comments on 2 files/);
    assert.match(
      answer,
      /src\/main\.js:\n1\. Line 4 .*\n.*moments.*\n {3}> Seconds are right\.\nsrc\/brew\.js:\n2\. Line 4 .*\n.*green: 3.*\n {3}> Why three\?$/,
    );
    await seeCount(page.locator('.review-widget'), 0);
  });

  it('that are being written when the review ends are offered, and nothing is approved', async () => {
    const { chat, person, page, workspace } = host();
    const before = await workspace.hashes();
    await chat.send('stop while I write', once(brewGreenLonger));
    await chat.card();
    await seeReview(host(), 'brew.js (Redline');
    await person.look();
    await commentByKeys(host(), 'green: 3', 'A draft.');
    await person.typeAfter('black: 4', '');
    await person.press(addComment);
    await page.locator('.review-widget .monaco-editor.focused').waitFor();
    await page.keyboard.type('half a sent');
    await chat.stop();
    await chat.idle();
    await waitFor('the words that were being written', async () =>
      (await person.notifications()).some((text) => text.includes('while you were writing a comment')),
    );
    await waitFor('the draft', async () =>
      (await person.notifications()).some((text) => text.includes('your comments (1) were not sent')),
    );
    await picture(host(), 'comment-stopped');
    assert.deepEqual(await workspace.hashes(), before);
    const next = await chat.send('propose it again', once(brewGreenLonger));
    await chat.card();
    await seeReview(host(), 'brew.js (Redline');
    await page.getByText('A draft.').first().waitFor();
    await person.reject();
    assert.match(await next.answer(), /by 1 comment on 1 file.*> A draft\.$/s);
    await next.finished();
  });
});
