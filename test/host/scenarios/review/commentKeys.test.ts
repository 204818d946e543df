import assert from 'node:assert/strict';
import type { Host } from '../../driver/host.ts';
import { calls, says, tool, type ToolCall } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { addComment } from '../commenting.ts';
import { approveByKey, approveKey, brew, seeNoReview } from '../tea.ts';

const requestChanges = 'Mod+Alt+Shift+R';

const edits = (green: number): ToolCall =>
  tool('redline_multi_edit', {
    edits: [
      { filePath: brew, oldString: '  green: 2,', newString: `  green: ${green},` },
      { filePath: brew, oldString: 'minutes[tea] * 60', newString: 'minutes[tea] * 61' },
    ],
  });

const twoFiles: ToolCall = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
  ],
});

describe('a review with comments, by keys alone and as a screen reader tells it', () => {
  const host = useHost();

  it('goes from the chat to the line, to the list, and to the answer, twice', async () => {
    const { chat, page, person, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('comment on it with keys alone', [calls(edits(3)), calls(edits(5)), says('Done.')]);
    await chat.card();
    await toDiff(host());
    await toLine(host(), 4);
    await person.press(addComment);
    await write(host(), 'Five, please.');
    await seeComment(host(), 'Five, please.');
    await page.getByRole('button', { name: /Request Changes \(1\)/ }).waitFor();
    await page.getByRole('button', { name: /Approve with Comments \(1\)/ }).waitFor();
    await picture(host(), 'comment-keys');
    await toList(host());
    await seeRow(host(), 1, /^Edit src\/brew\.js, lines added: 2, removed: 2, waiting for your review, comments: 1$/);
    await person.press('ArrowDown');
    await person.press('ArrowDown');
    await seeRow(host(), 2, /^Line 9, lines added: 1, removed: 1, included, return minutes\[tea\] \* 61;$/);
    await person.press('Space');
    await seeRow(host(), 2, /^Line 9, .*excluded/);
    await person.press('Space');
    await seeRow(host(), 2, /^Line 9, .*included/);
    await person.press('Enter');
    await waitFor('the focus in the diff', async () => (await person.focus()) === 'editor');
    await person.press(requestChanges);
    assert.match(
      await sent.answer(),
      /^\[REJECTED\].*by 1 comment on 1 file.*\n {3}4 \| {3}green: 3,\n {3}> Five, please\.$/s,
    );
    await page.getByText('Answered here').first().waitFor();
    await approveByKey(host(), sent, 2);
    assert.match(await sent.answer(1), /^Edited/);
    await sent.finished();
    assert.notDeepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });

  it('goes from file to file in a diff of several, by the key and by the palette', async () => {
    const { chat, page, person, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('comment on two files with keys alone', [calls(twoFiles), says('Done.')]);
    await chat.card();
    await person.tab('brew.js and more (Redline)').waitFor();
    await toDiff(host());
    await toLine(host(), 4);
    await person.press(addComment);
    await write(host(), 'Five, please.');
    await person.press('Alt+F5');
    await seeFileInFront(host(), 'main.js');
    await person.press('Home');
    await person.press('Shift+ArrowUp');
    await person.press('Shift+ArrowUp');
    await page.locator('.monaco-editor.focused .comment-range-glyph').first().waitFor({ state: 'attached' });
    await person.press(addComment);
    await write(host(), 'Say it in words.');
    await person.press('Mod+Home');
    await runInPalette(host(), 'Comment on This Line');
    await write(host(), 'Import nothing else.');
    await picture(host(), 'comment-keys-several');
    await person.press(requestChanges);
    const answer = await sent.answer();
    await sent.finished();
    assert.match(answer, /^\[REJECTED\].*by 3 comments on 2 files/);
    assert.match(
      answer,
      /\nsrc\/brew\.js:\n1\. Line 4 of your proposal:\n {3}4 \| {3}green: 3,\n {3}> Five, please\.\n/,
    );
    assert.match(answer, /\nsrc\/main\.js:\n2\. Line 1 .*:\n {3}1 \| import .*\n {3}> Import nothing else\.\n/);
    assert.match(answer, /\n3\. Lines 2 to 3 .*:\n {3}2 \| \n {3}3 \| const tea .*\n {3}> Say it in words\.$/);
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });
});

/** Waits until the cursor is in a file of the diff. */
async function seeFileInFront({ page }: Host, name: string): Promise<void> {
  await page.locator(`.monaco-editor.focused[data-uri*="${name}"]`).first().waitFor();
}

/** Runs a command of Redline's by the palette, with keys alone. */
async function runInPalette({ page, person }: Host, title: string): Promise<void> {
  await person.press('F1');
  await person.quickInput.waitFor();
  await page.keyboard.type(`Redline: ${title}`);
  await person.quickInput.locator('.monaco-list-row.focused').getByText(title).first().waitFor();
  await person.press('Enter');
}

/** Goes to the diff from wherever the focus is: the key only goes there at first. */
async function toDiff({ page, person }: Host): Promise<void> {
  await person.press(approveKey);
  await page.locator('.monaco-diff-editor .monaco-editor.focused').first().waitFor();
}

/** Puts the cursor on a line of the text in front, where it can be commented on. */
async function toLine({ page, person }: Host, line: number): Promise<void> {
  await person.press('Mod+Home');
  for (let each = 1; each < line; each++) await person.press('ArrowDown');
  await page.locator('.monaco-editor.focused .comment-range-glyph').first().waitFor({ state: 'attached' });
}

/** Writes a comment into the box that has come up, and adds it. */
async function write({ page, person }: Host, words: string): Promise<void> {
  const box = page.locator('.review-widget .monaco-editor.focused');
  await box.waitFor();
  await page.keyboard.type(words);
  await waitFor('the comment', async () => {
    // The key does nothing until VS Code knows that the box is not empty.
    if ((await box.count()) > 0) await person.press('Mod+Enter');
    await page.getByRole('treeitem', { name: `You, ${words}` }).waitFor({ state: 'attached', timeout: 2000 });
    return true;
  });
  await waitFor('the focus in the diff', async () => (await person.focus()) === 'editor');
}

/** A comment with its author, what can be done with it, and the box to say more. */
async function seeComment({ page }: Host, words: string): Promise<void> {
  const comment = page.getByRole('treeitem', { name: `You, ${words}` });
  await comment.getByText('Draft', { exact: true }).waitFor();
  for (const name of ['Edit Comment', 'Delete Comment']) await comment.getByRole('button', { name }).waitFor();
  for (const name of ['Delete All Comments Here', 'Comment for the agent'])
    await page.getByRole('button', { name }).first().waitFor();
  await page.getByText('The agent gets this with your answer').first().waitFor();
}

/** Goes to the first row of the list, by the palette. */
async function toList(host: Host): Promise<void> {
  const { page, person } = host;
  await waitFor('the focus in the list', async () => {
    await runInPalette(host, 'Focus on Waiting for Review View');
    await page
      .getByRole('treeitem', { name: /waiting for your review/ })
      .first()
      .waitFor();
    return (await person.focus()) === 'list';
  });
  await person.press('Home');
}

/** The row that has the focus, on its level of the tree, as it is read. */
async function seeRow({ page }: Host, level: number, label: RegExp): Promise<void> {
  await page.getByRole('treeitem', { name: label, level }).and(page.locator('.focused')).waitFor();
}
