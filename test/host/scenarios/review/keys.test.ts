import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultKeys, keyCode, type Keybinding } from '../../driver/default-keys.ts';
import type { Host } from '../../driver/host.ts';
import { tool, type ToolCall } from '../../driver/model-script.ts';
import { repositoryRoot } from '../../driver/paths.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { approveByKey, approveKey, brew, brewGreenLonger, once, seeNoReview } from '../tea.ts';

const two: ToolCall = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
  ],
});

const reject = 'Mod+Alt+Shift+Backspace';

describe('the keys of Redline', () => {
  it('are none that the pinned VS Code has a default binding for, on any platform', async () => {
    const taken = await defaultKeys();
    // The keys that Redline had: VS Code skips a tool with the one, and removes brackets with the other.
    assert.ok(taken.has(keyCode('ctrl+alt+enter')) && taken.has(keyCode('ctrl+alt+backspace')));
    assert.ok(taken.size > 300, `${taken.size} default keys were found`);
    const manifest: { contributes: { keybindings: readonly Keybinding[] } } = JSON.parse(
      await readFile(path.join(repositoryRoot, 'package.json'), 'utf8'),
    );
    const all = manifest.contributes.keybindings;
    // On the rows of Redline's own view a key of lists may mean what it means in a list.
    const elsewhere = all.filter(
      ({ when }) => !when.startsWith('redline.hasPending && focusedView == redline.pending'),
    );
    assert.ok(elsewhere.length > 0 && elsewhere.length < all.length);
    const colliding = elsewhere.flatMap(({ key, mac }) => [key, mac ?? key]).filter((key) => taken.has(keyCode(key)));
    assert.deepEqual(colliding, []);
  });
});

describe('a key pressed with the focus in the chat', () => {
  const host = useHost();

  for (const [what, call, title] of [
    ['one file', brewGreenLonger, 'brew.js (Redline)'],
    ['several files', two, 'brew.js and more (Redline)'],
  ] as const) {
    it(`only goes to the diff of ${what}; there it counts`, async () => {
      const { chat, editors, person, workspace } = host();
      const before = await workspace.hashes();
      await editors.open('README.md');
      const rejected = await chat.send(`propose ${what}, and I reject from the chat`, once(call));
      await chat.card();
      await person.tab(title).waitFor();
      await person.look();
      await fromChat(host(), reject);
      assert.deepEqual(rejected.answers(), [], 'the first press only goes there');
      await picture(host(), `keys-${what.replace(' ', '-')}`);
      await person.look();
      await person.press(reject);
      assert.match(await rejected.answer(), /^\[REJECTED\]/);
      await rejected.finished();
      await waitFor('the focus in the editor behind', async () => (await person.focus()) === 'editor');
      assert.deepEqual(await workspace.hashes(), before);
      const approved = await chat.send(`propose ${what} again, and I approve from the chat`, once(call));
      await chat.card();
      await person.look();
      await fromChat(host(), approveKey);
      assert.deepEqual(approved.answers(), [], 'the first press only goes there');
      await approveByKey(host(), approved);
      assert.match(await approved.answer(), /^Edited/);
      await approved.finished();
      await seeNoReview(host());
    });
  }
});

/** Presses a key in the chat's input, and waits until the focus is in the diff. */
async function fromChat({ page, person }: Host, keys: string): Promise<void> {
  await page.locator('.interactive-session .monaco-editor').filter({ visible: true }).last().click();
  await waitFor('the focus in the chat', async () => (await person.focus()) === 'chat');
  await person.press(keys);
  await waitFor('the focus in the diff', async () => (await person.focus()) === 'editor');
}
