import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, once, seeNoReview, seeReview } from '../tea.ts';

const token = `ghp_${'aB3dE6gH9'.repeat(4)}`;

/** Two parts of one file, a new file that another one imports, and a token. */
const patchText = `*** Begin Patch
*** Add File: src/cold.js
+export const iced = 6;
*** Update File: ${brew}
@@
-  green: 2,
+  green: 3,
@@
 export function brewingTime(tea) {
-  return minutes[tea] * 60;
+  return minutes[tea] * sixty;
*** Update File: src/main.js
@@
 import { brewingTime } from './brew.js';
+import { iced } from './cold.js';
 
 const tea = process.argv[2] ?? 'green';
-console.log(\`\${tea}: \${brewingTime(tea)} seconds\`);
+console.log(\`\${tea}: \${brewingTime(tea)} seconds\`, '${token}');
*** End Patch
`;
const patch = tool('redline_apply_patch', { patchText });

const two = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  black: 4,', newString: '  black: 5,' },
    { filePath: brew, oldString: 'return minutes[tea] * 60;', newString: 'return minutes[tea] * sixty;' },
  ],
});

describe('hunks in the view', () => {
  const host = useHost();
  const row = (text: string): Locator => host().page.locator('.sidebar .monaco-list-row').filter({ hasText: text });
  const box = (text: string): Locator => row(text).locator('.monaco-checkbox, .custom-checkbox').first();
  const rowLabels = (): Promise<string[]> =>
    host()
      .page.locator('.sidebar .monaco-list-row')
      .evaluateAll((rows) => rows.map((each) => each.getAttribute('aria-label') ?? ''));

  it('of a single file are excluded by the mouse, and the model is told which', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('edit two places of a file', once(two));
    await chat.card();
    await person.command('Redline: Focus on Waiting for Review View');
    await box('sixty').click();
    await row('sixty').filter({ hasText: 'excluded' }).waitFor();
    await row('(parts excluded)').waitFor();
    assert.equal(await row('(parts excluded)').filter({ hasText: 'amended' }).count(), 0);
    await waitFor('the card', async () => !(await chat.card()).includes('sixty'));
    await waitFor('a label for screen readers', async () =>
      (await rowLabels()).some((label) => label.startsWith('Line 9, lines added: 1, removed: 1, excluded, ')),
    );
    await picture(host(), 'hunks-one-file');
    await chat.allow();
    const answer = await sent.answer();
    await sent.finished();
    assert.equal(await workspace.read(brew), original.replace('black: 4', 'black: 5'));
    assert.match(answer, /^Edited 1 file: 1 replacement\.\n1\. src\/brew\.js: 1 replacement.*line 3\n/);
    assert.match(answer, /\n2\. src\/brew\.js: not written\n/);
    assert.match(answer, /The user excluded these parts of your proposal; they were not written:/);
    assert.match(answer, /src\/brew\.js, line 9 of your proposal:\n-.*60;\n\+.*sixty;/);
    assert.doesNotMatch(answer, /The user amended/);
    await seeNoReview(host());
  });

  it('of several files are chosen by the keyboard; what cannot stand alone is told before', async () => {
    const { chat, page, person, workspace } = host();
    const original = await workspace.read(brew);
    const main = await workspace.read('src/main.js');
    const sent = await chat.send('apply a patch, of which I take parts', once(patch));
    await chat.card();
    await person.command('Redline: Focus on Waiting for Review View');
    await row('access token of GitHub').waitFor();
    await box('cold.js').click();
    await row('imports src/cold.js, which is excluded').waitFor();
    // The diff of the other files takes the focus for a moment.
    await person.tab('(Redline, 1 excluded) (2 files)').waitFor();
    await waitFor('the focus in the view', async () => (await person.focus()) === 'list');
    await page.keyboard.press('Home');
    await waitFor('the row of the file', async () => {
      if ((await page.locator('.sidebar .monaco-list-row.focused').filter({ hasText: 'brew.js' }).count()) === 1)
        return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    await picture(host(), 'hunks-missing');
    await page.keyboard.press('ArrowRight');
    await row('Line 4').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await row('Line 4').filter({ hasText: 'excluded' }).waitFor();
    await picture(host(), 'hunks-excluded');
    await person.approve();
    const answer = await sent.answer();
    await sent.finished();
    assert.equal(await workspace.read(brew), original.replace('* 60', '* sixty'));
    assert.equal(
      await workspace.read('src/main.js'),
      main.replace(' seconds`', ` seconds\`, '${token}'`).replace('\n', `\nimport { iced } from './cold.js';\n`),
    );
    assert.equal(await workspace.exists('src/cold.js'), false);
    assert.match(answer, /\nsrc\/brew\.js: updated \(line 4 not written, line 9 exact\)\n/);
    assert.doesNotMatch(answer, /cold\.js: added/);
    assert.match(answer, /src\/brew\.js, line 4 of your proposal:\n- {2}green: 2,\n\+ {2}green: 3,/);
    assert.match(answer, /The user excluded: src\/cold\.js/);
    await seeNoReview(host());
  });

  it('are warned of in plain text, whatever the name of a file that is excluded looks like', async () => {
    const { chat, page, person } = host();
    // A link that runs a command, were it not escaped in the message.
    const name = 'cold[tea](command:redline.approve).js';
    const named = tool('redline_apply_patch', { patchText: patchText.replaceAll('cold.js', name) });
    const sent = await chat.send('apply a patch with an odd name', once(named));
    await seeReview(host(), '(Redline, protected) (3 files)');
    await person.command('Redline: Focus on Waiting for Review View');
    await box('cold[tea]').click();
    await waitFor('the warning', async () =>
      (await person.notifications()).some((text) => text.includes('which is excluded')),
    );
    assert.equal(await page.locator('.notifications-toasts a', { hasText: 'tea' }).count(), 0);
    await person.reject();
    await sent.answer();
    await sent.finished();
    await seeNoReview(host());
  });
});
