import assert from 'node:assert/strict';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, brewGreenLonger, once, seeReview, setRules } from '../tea.ts';

describe('a person adds a rule', () => {
  const host = useHost();

  it('by saying which folder alone may be written: agents are refused elsewhere', async () => {
    const { chat, person } = host();
    await person.command('Redline: Add Rule…');
    await person.quickInput.getByText('Allow writing in one folder only').waitFor();
    await picture(host(), 'add-rule');
    await person.pick('Allow writing in one folder only');
    await person.pick('src');
    await person.pick('In all my workspaces');
    await waitFor('what was added', async () =>
      (await person.notifications()).includes('Rule added: Agents may only write in src.'),
    );
    await picture(host(), 'rule-added');
    const outside = await chat.send(
      'write outside of src',
      once(tool('redline_write_file', { filePath: 'x.txt', content: 'x' })),
    );
    assert.match(await outside.answer(), /A rule in redline\.rules forbids/);
    await outside.finished();
    const inside = await chat.send('write in src', once(brewGreenLonger));
    await seeReview(host(), 'brew.js');
    await person.reject();
    await inside.finished();
    await setRules(host(), null);
  });

  it('by what, where and how, in words', async () => {
    const { chat, editors, evaluate, person } = host();
    await editors.open(brew);
    await person.command('Redline: Add Rule…');
    await person.pick('Edit existing files');
    await person.pick('One file');
    await person.pick('active editor');
    await person.quickInput.getByText('Edit existing files · src/brew.js').waitFor();
    await person.pick('Allow');
    await waitFor('what was added', async () =>
      (await person.notifications()).includes('Rule added: Edit existing files · src/brew.js · Allow'),
    );
    const rules = await evaluate(
      (vscode) => vscode.workspace.getConfiguration('redline').inspect('rules')?.globalValue,
    );
    assert.deepEqual(rules, [{ operations: ['update'], paths: ['/src/brew.js'], action: 'allow' }]);
    const sent = await chat.send('edit what is allowed', once(brewGreenLonger));
    assert.match(await sent.answer(), /^Edited/);
    await sent.finished();
    await setRules(host(), null);
  });
});
