import { brew, once, seeNoReview } from '../tea.ts';
import { tool } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';

const indented = { filePath: brew, oldString: '  green: 2,', newString: '      green: 2,' };
const title = { filePath: 'README.md', oldString: '# Tea timer\n', newString: '# Tea timer   \n' };

describe('a change of white space alone', () => {
  const host = useHost();

  const calls = [
    ['the diff of one file', tool('redline_edit_file', indented), 1],
    ['the diff of several', tool('redline_multi_edit', { edits: [indented, title] }), 2],
  ] as const;
  for (const [what, call, files] of calls) {
    it(`is seen in ${what}, though the workspace has such changes hidden, and named`, async () => {
      const { chat, page, person } = host();
      const settings = (hidden: boolean | undefined): Promise<unknown> =>
        host().evaluate(async (vscode, value) => {
          await vscode.workspace
            .getConfiguration('diffEditor')
            .update('ignoreTrimWhitespace', value ?? undefined, vscode.ConfigurationTarget.Workspace);
          return null;
        }, hidden ?? null);
      await settings(true);
      const sent = await chat.send(`blanks in ${what}`, once(call));
      // What is named among the warnings has a mark in the title.
      await person.tab('⚠ (Redline').waitFor();
      const marks = page.locator('.modified .char-insert').filter({ visible: true });
      await waitFor('a mark in each file', async () => (await marks.count()) >= files);
      await settings(undefined);
      await host().evaluate(async (vscode) => {
        await vscode.commands.executeCommand('redline.reject');
        return null;
      });
      await sent.answer();
      await seeNoReview(host());
    });
  }
});
