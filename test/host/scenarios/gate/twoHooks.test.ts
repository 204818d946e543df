import assert from 'node:assert/strict';
import path from 'node:path';
import { calls, says, tool } from '../../driver/model-script.ts';
import { useGatedHost } from './gated.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

// As where a person has connected it, and has a file of the same hook written by hand.
describe('the gate before VS Code where two files have its hook', () => {
  const host = useGatedHost({}, undefined, ['redline.json', 'redline-vscode.json']);

  it('asks about an edit once, and the editor writes it', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const filePath = path.join(workspace.root, brew);
    const edit = tool('replace_string_in_file', { filePath, oldString: '  green: 2,', newString: '  green: 3,' });
    const sent = await chat.send('edit with two hooks', [calls(edit), says('Done.')]);
    await seeReview(host(), 'brew.js (Redline, VS Code)');
    await person.approve();
    assert.match(await sent.answer(), /successfully edited/);
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
  });
});
