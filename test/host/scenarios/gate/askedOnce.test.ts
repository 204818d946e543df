import assert from 'node:assert/strict';
import path from 'node:path';
import { hookFacts } from '../../../../src/core/dialects/hookFacts.ts';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture } from '../../driver/use-host.ts';
import { brew, seeReview, withLongerGreen } from '../tea.ts';
import { useGatedHost } from './gated.ts';

const question = hookFacts.find(({ id }) => id === 'vscode')?.ownQuestion;

/** VS Code has a question of its own after each edit of its tools: to keep it or to undo it. */
describe("VS Code's own question about an edit that was approved", () => {
  for (const isSet of [false, true]) {
    describe(isSet ? `with ${question?.setting}` : 'without a setting', () => {
      const host = useGatedHost(isSet && question !== undefined ? { [question.setting]: question.value } : {});

      it(isSet ? 'does not stay' : 'is asked', async () => {
        const { chat, page, person, workspace } = host();
        const original = await workspace.read(brew);
        const texts = { oldString: '  green: 2,', newString: '  green: 3,' };
        const edit = tool('replace_string_in_file', { filePath: path.join(workspace.root, brew), ...texts });
        const sent = await chat.send('edit, to be asked about once', [calls(edit), says('Done.')]);
        await seeReview(host(), 'brew.js (Redline, VS Code)');
        const keep = page.locator('.interactive-session').getByText('Keep', { exact: true }).first();
        const asked = keep.waitFor();
        await person.approve();
        await sent.answer();
        await sent.finished();
        await asked;
        if (isSet) await keep.waitFor({ state: 'hidden' });
        await picture(host(), isSet ? 'gate-asked-once' : 'gate-asked-twice');
        assert.equal(await workspace.read(brew), withLongerGreen(original));
      });
    });
  }
});
