import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, set } from '../ground.ts';
import { apiCall, ending } from '../guard/data/calls.ts';
import { itNeeds } from '../place.ts';
import { onScreen } from '../screen.ts';
import { root } from './roots.ts';

const rulesNow = (): unknown => vscode.workspace.getConfiguration('redline').inspect('rules')?.globalValue;

describe('several folders: Add Rule…', function () {
  beforeEach(() => root('Handbook').put('drafts/a.txt', 'content\n'));
  afterEach(async () => {
    await set('redline.rules', undefined);
    root('Handbook').remove('drafts/a.txt');
  });

  itNeeds('a screen', 'says that the only folder is one of each workspace folder, and denies all others', async () => {
    void vscode.commands.executeCommand('redline.addRule');
    await onScreen({ pick: { title: 'Add a rule: what may agents do?', text: 'Allow writing in one folder only' } });
    await onScreen({ pick: { title: 'The only folder agents may write to', text: 'Handbook/drafts' } });
    await onScreen({ pick: { title: 'Where does the rule apply?', row: 0 } });
    await eventually('the rule', () => rulesNow() !== undefined);
    await vscode.commands.executeCommand('notifications.showList');
    await onScreen({ notification: 'Agents may only write in drafts in every workspace folder' });
    const write = (filePath: string): Promise<string> =>
      apiCall('write_file', { filePath, content: 'x\n', mode: 'append' }).then(ending);
    assert.match(await write('inner/elsewhere.txt'), /PERMISSION_DENIED/);
    await vscode.commands.executeCommand('notifications.clearAll');
  });
});
