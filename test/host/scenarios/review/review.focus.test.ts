import assert from 'node:assert/strict';
import type { Host } from '../../driver/host.ts';
import { held, tool, type ToolCall } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { approveByKey, brew, brewGreenLonger, once, seeNoReview, withLongerGreen } from '../tea.ts';

const two: ToolCall = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
  ],
});

const proposals: readonly { readonly what: string; readonly call: ToolCall; readonly title: string }[] = [
  { what: 'one file', call: brewGreenLonger, title: 'brew.js (Redline)' },
  { what: 'several files', call: two, title: 'brew.js and more (Redline)' },
];

/** Long enough that the diff opens somewhere in the middle of it. */
const words = 'the quick brown fox jumps over the lazy dog while the kettle sings its song and the leaves unfold';

describe('a diff that opens while somebody types', () => {
  const host = useHost();

  /** Lets the model call while the keys go down, one after the other, and checks that the diff came in between. */
  async function typeThrough(start: () => void, title: string): Promise<void> {
    const { page, person } = host();
    const half = words.length / 2;
    await page.keyboard.type(words.slice(0, 5));
    start();
    await page.keyboard.type(words.slice(5, half), { delay: 15 });
    // However slow the machine is: some keys come before the diff is there, some after.
    await person.tab(title).waitFor();
    await page.keyboard.type(words.slice(half), { delay: 15 });
  }

  for (const { what, call, title } of proposals) {
    it(`of ${what}: in the chat, every key arrives there`, async () => {
      const { chat, editors, page, workspace } = host();
      const original = await workspace.read(brew);
      const go = Promise.withResolvers<void>();
      await editors.open('README.md');
      const sent = await chat.send(`propose ${what} while I type here`, held(go.promise, once(call)));
      await page.locator('.interactive-session .monaco-editor').filter({ visible: true }).last().click();
      await typeThrough(go.resolve, title);
      await waitFor('the words in the chat', async () => (await chatInput(host())) === words);
      assert.equal(await host().person.focus(), 'chat');
      assert.deepEqual(await amendedProposals(host()), []);
      await picture(host(), `focus-chat-${what.replace(' ', '-')}`);
      await host().person.approve();
      assert.doesNotMatch(await sent.answer(), /amended/);
      await sent.finished();
      assert.equal(await workspace.read(brew), withLongerGreen(original));
      await seeNoReview(host());
    });

    it(`of ${what}: in an editor, every key arrives there and the diff stands beside it`, async () => {
      const { chat, editors, person, workspace } = host();
      const readme = await workspace.read('README.md');
      const go = Promise.withResolvers<void>();
      await editors.open('README.md');
      const sent = await chat.send(`propose ${what} while I write there`, held(go.promise, once(call)));
      await person.typeAfter('Tea timer', ' ');
      await typeThrough(go.resolve, title);
      const typed = readme.replace('Tea timer', `Tea timer ${words}`);
      await waitFor('the words in the editor', async () => (await editors.text('README.md')) === typed);
      assert.equal(await person.focus(), 'editor');
      assert.deepEqual(await amendedProposals(host()), []);
      const diff = (await editors.tabs()).find(({ label }) => label.startsWith(title));
      assert.equal(diff?.preview, false, 'a preview tab is replaced by the next file that opens');
      await chat.card();
      await picture(host(), `focus-editor-${what.replace(' ', '-')}`);
      // ✓ of a diff that is not the active editor takes one click as well.
      await person.approve();
      await sent.finished();
      assert.match(sent.answers()[0] ?? '', /src\/brew\.js/);
      assert.equal(await editors.text('README.md'), typed);
      assert.equal(await editors.dirty('README.md'), true);
      assert.equal(await workspace.read('README.md'), readme);
      await seeNoReview(host());
      assert.deepEqual(
        (await editors.tabs()).map(({ label }) => label),
        ['README.md'],
      );
    });

    it(`of ${what}: with the chat closed, no key amends it, and the status bar leads to it`, async () => {
      const { chat, editors, page, person, evaluate, workspace } = host();
      const original = await workspace.read(brew);
      const go = Promise.withResolvers<void>();
      const sent = await chat.send(`propose ${what} behind a closed chat`, held(go.promise, once(call)));
      await evaluate((vscode) => vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar').then(() => null));
      go.resolve();
      await person.tab(title).waitFor();
      await page.keyboard.type('stray');
      await page.locator('.statusbar-item').filter({ hasText: 'Redline: 1' }).click();
      await waitFor('the focus in the diff', async () => (await person.focus()) === 'editor');
      assert.deepEqual(await amendedProposals(host()), []);
      assert.equal((await editors.tabs()).filter(({ label }) => label.includes('(Redline')).length, 1);
      await approveByKey(host(), sent);
      await sent.finished();
      assert.doesNotMatch(await sent.answer(), /amended/);
      assert.equal(await workspace.read(brew), withLongerGreen(original));
      await seeNoReview(host());
      await evaluate((vscode) => vscode.commands.executeCommand('workbench.action.chat.open').then(() => null));
    });
  }

  it('keeps its tab when other files are opened', async () => {
    const { chat, editors, evaluate, person, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('propose several, then I look around', once(two));
    await person.tab('brew.js and more (Redline)').waitFor();
    for (const file of ['README.md', 'src/main.js']) {
      await evaluate(
        (vscode, name) => vscode.window.showTextDocument(vscode.Uri.file(name), { preview: true }).then(() => null),
        `${workspace.root}/${file}`,
      );
    }
    assert.equal((await editors.tabs()).filter(({ label }) => label.includes('(Redline')).length, 1);
    assert.deepEqual(sent.answers(), [], 'it is still asked');
    await person.closeTab('brew.js and more (Redline)');
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });
});

/** The text in the chat's input. */
function chatInput({ evaluate }: Host): Promise<string> {
  return evaluate((vscode) =>
    vscode.workspace.textDocuments
      .filter(({ uri }) => uri.scheme === 'chatSessionInput')
      .map((document) => document.getText())
      .join(''),
  );
}

/** The proposals that hold anything typed by the person. */
function amendedProposals({ evaluate }: Host): Promise<readonly string[]> {
  return evaluate((vscode) =>
    vscode.workspace.textDocuments
      .filter((document) => document.uri.scheme === 'redline-proposal' && document.version > 1)
      .map((document) => document.getText()),
  );
}
