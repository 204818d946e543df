import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { calls, held, says, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import {
  brew,
  brewGreenLonger,
  once,
  seeCount,
  seeEnd,
  seeNoReview,
  seeNoTabs,
  seeReview,
  sha256,
  statusItem,
  withLongerGreen,
} from '../tea.ts';
import { waitFor } from '../../driver/wait.ts';

describe('an approved edit', () => {
  const host = useHost();

  /** What must be so after the edit, whichever way it was approved. */
  async function seeEdited(original: string, answer: string, where = 'editor'): Promise<void> {
    const written = await host().workspace.read(brew);
    assert.equal(written, withLongerGreen(original));
    assert.match(answer, /^Edited src\/brew\.js: 1 replacement/);
    assert.ok(answer.includes(`SHA-256 ${sha256(original)} → ${sha256(written)}`), answer);
    assert.ok(answer.includes('     4→  green: 3,'), answer);
    await seeNoReview(host());
    await seeEnd(host(), `✓ Approved in the ${where}: Edit src/brew.js`);
    await seeNoTabs(host());
  }

  it('by Allow Once on the card in the chat', async () => {
    const { chat, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('brew green tea longer (card)', once(brewGreenLonger));
    const card = await chat.card();
    await seeReview(host(), 'brew.js (Redline');
    assert.ok(card.includes('src/brew.js') && card.includes('green: 3'), card);
    await seeCount(chat.button('Allow Once'), 1);
    await seeCount(chat.button('Skip'), 1);
    assert.equal(await workspace.read(brew), original, 'nothing is written before the answer');
    await picture(host(), 'review');
    await chat.allow();
    const answer = await sent.answer();
    await sent.finished();
    await seeEdited(original, answer, 'chat');
  });

  it('by ✓ in the title bar of the diff', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('brew green tea longer (tick)', once(brewGreenLonger));
    await chat.card();
    await person.approve();
    const answer = await sent.answer();
    await sent.finished();
    await seeEdited(original, answer);
  });

  it('by the command palette', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('brew green tea longer (palette)', once(brewGreenLonger));
    await chat.card();
    await person.look();
    await person.command('Redline: Approve');
    const answer = await sent.answer();
    await sent.finished();
    await seeEdited(original, answer);
  });

  it('by the view of waiting changes, which counts them as the status bar does', async () => {
    const { chat, page, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('brew green tea longer (view)', once(brewGreenLonger));
    await chat.card();
    await statusItem(host()).filter({ hasText: 'Redline: 1' }).waitFor();
    // Until it is opened, the view's entry in the activity bar is named with the badge's words.
    const row = page.locator('.sidebar .monaco-list-row').filter({ hasText: 'Edit src/brew.js' }).first();
    // A click is lost where the badge is drawn anew at that moment, and one on what is open closes it.
    await waitFor('the view', async () => {
      if (!(await page.locator('.sidebar .pane-header').filter({ hasText: 'Waiting For Review' }).isVisible()))
        await activity(page, 'Redline - 1 change is waiting for your review').click({ timeout: 5000 });
      await row.waitFor({ timeout: 5000 });
      return true;
    });
    const approve = row.locator('a.action-label[aria-label^="Approve"]');
    await picture(host(), 'waiting');
    // The icons of a row show while the mouse is over it, and a row that is drawn anew notices the mouse when it moves.
    await waitFor('the icons of the row', async () => {
      await row.hover();
      return approve.isVisible();
    });
    await host().person.look();
    await approve.click();
    const answer = await sent.answer();
    await sent.finished();
    await seeEdited(original, answer);
    await activity(page, 'Explorer').click();
  });

  it('leaves the keyboard focus and the typing of the person where they are', async () => {
    const { chat, editors, person, workspace } = host();
    const start = Promise.withResolvers<void>();
    await editors.open('README.md');
    const sent = await chat.send('brew green tea longer (while I type)', held(start.promise, once(brewGreenLonger)));
    await person.typeAfter('Tea timer', ' and');
    start.resolve();
    await chat.card();
    // The diff stands beside what the person works in; its ✓ and ✗ show once it is the active editor.
    await person.tab('brew.js (Redline)').waitFor();
    assert.equal(await person.focus(), 'editor');
    await person.press('!');
    await chat.allow();
    await sent.finished();
    assert.equal(
      await editors.text('README.md'),
      (await workspace.read('README.md')).replace('Tea timer', 'Tea timer and!'),
    );
    assert.equal(await editors.dirty('README.md'), true);
    assert.ok((await workspace.read(brew)).includes('green: 3'));
  });

  it('of a new file makes its folders', async () => {
    const { chat, workspace } = host();
    const content = 'export const teas = [];\n';
    const sent = await chat.send(
      'write a nested file',
      once(tool('redline_write_file', { filePath: 'src/data/cold/teas.js', content })),
    );
    await chat.card();
    await seeReview(host(), 'teas.js (Redline');
    assert.equal(await workspace.exists('src/data'), false);
    await chat.allow();
    const answer = await sent.answer();
    await sent.finished();
    assert.equal(await workspace.read('src/data/cold/teas.js'), content);
    assert.ok(answer.includes('src/data/cold/teas.js') && answer.includes(sha256(content)), answer);
    await seeNoReview(host());
  });

  it('comes twice in one turn, and each is asked on what the one before left', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const second = tool('redline_edit_file', { filePath: brew, oldString: 'white: 3,', newString: 'white: 5,' });
    const sent = await chat.send('brew green and white tea longer', [
      calls(brewGreenLonger, second),
      says('Both done.'),
    ]);
    await chat.card();
    await person.approve();
    await waitFor('the second card', async () => (await chat.card()).includes('white: 5'));
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await person.approve();
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original).replace('white: 3', 'white: 5'));
    assert.equal(sent.answers().length, 2);
    for (const answer of sent.answers()) assert.match(answer, /^Edited src\/brew\.js/);
    await seeNoReview(host());
  });
});

/** An entry of the activity bar, by the beginning of its label. */
function activity(page: Page, label: string): Locator {
  return page.locator('.activitybar .action-item').filter({ has: page.locator(`a[aria-label^="${label}"]`) });
}
