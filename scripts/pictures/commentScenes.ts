// Shows comments, the parts of a call and warnings, for pictures.

import { calls, says, tool, type ToolCall } from '../../test/host/driver/model-script.ts';
import type { Host } from '../../test/host/driver/host.ts';
import { waitFor } from '../../test/host/driver/wait.ts';
import { addComment, commentByKeys, commentByMouse } from '../../test/host/scenarios/commenting.ts';
import { brew, careful } from './proposals.ts';
import { command, reviewAfter, type Scene } from './stage.ts';

/** Two hunks of one file, and one of another. */
const hunks: ToolCall = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    {
      filePath: brew,
      oldString: 'return minutes[tea] * 60;',
      newString: 'return 60 * (minutes[tea] ?? minutes.green);',
    },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
  ],
});

/** A change with all that reviewers are warned of; the list names the line of each. */
const doubtful: ToolCall = tool('redline_multi_edit', {
  edits: [
    {
      filePath: brew,
      oldString: '  return minutes[tea] * 60;',
      newString: `  const token = 'ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}';\n  // ... rest of the code ...\n  return minut\u0435s[tea] * 60;`,
    },
    { filePath: 'src/main.js', oldString: 'seconds', newString: `seconds${' '.repeat(300)}, and more` },
  ],
});

async function propose(host: Host, query: string, call: ToolCall): Promise<void> {
  await host.chat.send(query, [says('Please look at the diff.', call), says('Done.')]);
  // Does not wait for the card, which does not appear for a change that must be seen.
  await host.person.titleAction('Approve').waitFor();
  await host.person.look();
}

async function rejectAll(host: Host): Promise<void> {
  await command(host, 'redline.rejectAll');
  await host.chat.idle();
}

/** Opens all rows in the list of waiting calls. */
async function openAllRows(host: Host): Promise<void> {
  await host.person.command('Redline: Focus on Waiting for Review View');
  const rows = host.page.locator('.sidebar .monaco-list-row');
  await rows.nth(1).waitFor();
  await waitFor('all rows to be open', async () => {
    for (const row of await rows.and(host.page.locator('[aria-expanded="false"]')).all()) {
      if (!(await row.innerText()).includes('.js')) continue;
      await row.click();
      await host.page.keyboard.press('ArrowRight');
      return false;
    }
    return true;
  });
}

/** The scenes by name: comments, the list of a call's parts, and its warnings. */
export const commentScenes: Readonly<Record<string, Scene>> = {
  comments: {
    show: async (host) => {
      await propose(host, 'Refuse teas that nobody knows', careful);
      await commentByKeys(host, 'minutes[tea] * 60;', 'Seconds, or minutes? Name the unit.');
      await commentByKeys(host, 'white: 3,', 'Both alike, please:\nwe sell them together.', ['Home', 'Shift+ArrowUp']);
      await host.person.typeAfter('black: 4', '');
      await host.person.press(addComment);
      await host.page.locator('.review-widget .monaco-editor.focused').waitFor();
      await host.page.keyboard.type('Is this still');
    },
    clear: async (host) => {
      await host.page.keyboard.press('Escape');
      await rejectAll(host);
    },
  },
  commentsOfSeveral: {
    show: async (host) => {
      await propose(host, 'Longer green tea, and say moments', hunks);
      await commentByMouse(host, 'moments', 'Seconds are right.');
      await commentByMouse(host, 'green: 3', 'Why three?');
    },
    clear: rejectAll,
  },
  parts: {
    show: async (host) => {
      await propose(host, 'Longer green tea, in parts', hunks);
      await openAllRows(host);
      const row = host.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'Line 4' }).first();
      await row.locator('.monaco-checkbox, .custom-checkbox').first().click();
      await row.filter({ hasText: 'excluded' }).waitFor();
    },
    clear: rejectAll,
  },
  warnings: {
    show: async (host) => {
      await propose(host, 'Brew it with a token', doubtful);
      // Without a card, the chat shows that it waits, which says nothing here.
      await command(host, 'workbench.action.closeAuxiliaryBar');
      await openAllRows(host);
    },
    clear: rejectAll,
  },
  commentsToReview: {
    show: async (host) => {
      await reviewAfter(host, true);
      const sent = await host.chat.send('Refuse to brew what is unknown', [calls(careful), says('Done.')]);
      await sent.finished();
      await command(host, 'redline.toReview.show');
      await host.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'brew.js' }).first().click();
      await host.person.titleAction('Keep').waitFor();
      await commentByKeys(host, 'new RangeError', 'Say which teas there are.');
    },
    clear: async (host) => {
      await command(host, 'redline.toReview.keepAll');
      await reviewAfter(host, false);
    },
  },
};
