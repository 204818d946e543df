// Shows the changes to review, for a picture.

import { calls, says } from '../../test/host/driver/model-script.ts';
import { careful } from './proposals.ts';
import { command, reviewAfter, type Scene } from './stage.ts';

/** The list of what is to be reviewed, and one of its changes open in the gutter. */
export const toReviewScene: Scene = {
  show: async (host) => {
    await reviewAfter(host, true);
    const sent = await host.chat.send('Refuse to brew what is no tea', [calls(careful), says('Done.')]);
    await sent.finished();
    await command(host, 'redline.toReview.show');
    await host.evaluate((vscode) => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      if (folder === undefined) return null;
      return vscode.commands
        .executeCommand('vscode.open', vscode.Uri.joinPath(folder.uri, 'src/brew.js'))
        .then(() => null);
    });
    await host.page.locator('.dirty-diff-modified, .dirty-diff-glyph').first().waitFor();
    await command(host, 'editor.action.dirtydiff.next');
    await host.page.locator('.zone-widget a.action-label[aria-label*="Revert This Change"]').first().waitFor();
  },
  clear: async (host) => {
    await command(host, 'closeQuickDiff');
    await command(host, 'redline.toReview.keepAll');
    await reviewAfter(host, false);
    await command(host, 'workbench.view.explorer');
  },
};
