import assert from 'node:assert/strict';
import { link, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Sent } from '../../driver/chat.ts';
import { calls, tool, says } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import type { HostOptions } from '../../driver/host.ts';
import { waitFor } from '../../driver/wait.ts';
import { seeCount, seeNoReview } from '../tea.ts';

/** `asked`: in Redline's own review, without a card. `read`: before it is read. `refused`: with that code. */
type Deed = readonly [ends: 'asked' | 'read' | `refused: ${string}`, name: string, input: object];

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`;
const hunk = ['@@ -1,3 +1,3 @@', ' {', '-  "tea": 1', '+  "tea": 2', ' }'];
const patch = (...text: readonly string[]): object => ({ patchText: lines(...text) });

const deeds: readonly Deed[] = [
  ['asked', 'write_file', { filePath: 'package.json', content: '{}\n' }],
  ['asked', 'write_file', { filePath: 'package.json', content: '\n', mode: 'append' }],
  ['asked', 'write_file', { filePath: '.env.local', content: 'A=1\n' }],
  ['asked', 'write_file', { filePath: '.ENV.', content: 'A=1\n' }],
  ['asked', 'write_file', { filePath: 'pack\u200bage.json', content: '{}\n' }],
  ['asked', 'write_file', { filePath: 'innocent.md', content: '{}\n' }],
  ['asked', 'write_file', { filePath: 'other-name.txt', content: '{}\n' }],
  ['refused: OUTSIDE_WORKSPACE', 'write_file', { filePath: 'outward/new.txt', content: 'x\n' }],
  ['refused: OUTSIDE_WORKSPACE', 'write_file', { filePath: '../new.txt', content: 'x\n' }],
  ['refused: VALIDATION_ERROR', 'write_file', { filePath: '%2e%2e/new.txt', content: 'x\n' }],
  ['asked', 'edit_file', { filePath: 'package.json', oldString: '1', newString: '2' }],
  [
    'asked',
    'multi_edit',
    {
      edits: [
        { filePath: 'README.md', oldString: '# ', newString: '## ' },
        { filePath: 'src/../package.json', oldString: '1', newString: '2' },
      ],
    },
  ],
  [
    'asked',
    'replace_lines',
    { filePath: 'package.json', startLine: 2, endLine: 2, expectedText: '  "tea": 1', newContent: '  "tea": 2' },
  ],
  ['asked', 'delete_lines', { filePath: 'package.json', startLine: 2, endLine: 2, expectedText: '  "tea": 1' }],
  ['asked', 'apply_patch', patch('--- a/package.json', '+++ b/package.json', ...hunk)],
  ['asked', 'apply_patch', patch('--- /dev/null', '+++ b/.github/workflows/x.yml', '@@ -0,0 +1 @@', '+on: push')],
  [
    'asked',
    'apply_patch',
    patch(
      'diff --git a/README.md b/.husky/pre-push',
      'similarity index 100%',
      'rename from README.md',
      'rename to .husky/pre-push',
    ),
  ],
  [
    'asked',
    'apply_patch',
    patch('*** Begin Patch', '*** Delete File: package.json', '*** Add File: ok.txt', '+x', '*** End Patch'),
  ],
  ['asked', 'create_directory', { dirPath: '.git/hooks' }],
  ['asked', 'delete', { path: 'package.json' }],
  ['asked', 'delete', { path: 'mixed', recursive: true }],
  ['asked', 'move', { from: 'package.json', to: 'package.txt' }],
  ['asked', 'move', { from: 'README.md', to: '.npmrc' }],
  ['asked', 'copy', { from: 'README.md', to: '.vscode/tasks.json' }],
  ['read', 'copy', { from: '.env', to: 'public.txt' }],
  ['read', 'read_file', { filePath: 'env-link' }],
  ['read', 'search_text', { query: 'TOKEN', path: '.env' }],
  ['refused: OUTSIDE_WORKSPACE', 'read_file', { filePath: 'outward/secret.txt' }],
];

function holds(title: string, options: HostOptions, some: readonly Deed[], first?: 'Allow in this Session'): void {
  describe(title, () => {
    const host = useHost(options);

    /** Waits until the n-th call has ended or asks, answers no, and says which it was; nothing of its question is left. */
    async function ending(sent: Sent, call: number): Promise<string> {
      const { chat, page, person } = host();
      const question = page
        .locator('.notifications-toasts .notification-list-item')
        .filter({ hasText: 'The agent will see' });
      const reject = person.titleAction('Reject').first();
      let asks = '';
      await waitFor('an answer or a question', async () => {
        if ((await question.count()) > 0) asks = 'read';
        else if ((await reject.count()) > 0) asks = 'asked';
        return asks !== '' || sent.answers().length > call;
      });
      assert.equal(await chat.button('Allow Once').count(), 0, 'there is no card');
      if (asks === 'read') await person.answerNotification('The agent will see', "Don't Allow");
      // In a diff of several files, a press too soon after the last answer does not count, and is repeated.
      if (asks === 'asked')
        await waitFor('the rejection to count', async () => {
          if ((await reject.count()) > 0) await reject.click();
          return waitFor('an answer', () => sent.answers().length > call, 3000).catch(() => false);
        });
      const answer = await sent.answer(call);
      assert.doesNotMatch(answer, /4711/);
      await seeNoReview(host());
      await seeCount(question, 0);
      if (asks === '') return `refused: ${/\[([A-Z_]+)\]/.exec(answer)?.[1] ?? answer}`;
      assert.match(answer, /^\[REJECTED\]/);
      return asks;
    }

    /** Has the model do all of it in one turn, each when the one before is over. */
    async function turn(part: readonly Deed[], query: string): Promise<void> {
      const { chat, workspace } = host();
      const over = part.map(() => Promise.withResolvers<void>());
      const before = await workspace.hashes();
      const sent = await chat.send(query, async (since) => {
        const done = since.filter(({ role }) => role === 'tool').length;
        await over[done - 1]?.promise;
        const [, name, input] = part[done] ?? [];
        return name === undefined ? says('That is all.') : calls(tool(`redline_${name}`, input));
      });
      const failures: string[] = [];
      for (const [index, [ends, name, input]] of part.entries()) {
        const found = await ending(sent, index);
        if (found !== ends) failures.push(`${name} ${JSON.stringify(input)}: ${found}`);
        assert.deepEqual(await workspace.hashes(), before, JSON.stringify(input));
        over[index]?.resolve();
      }
      await sent.finished();
      assert.deepEqual(failures, []);
    }

    it(`${some.length} deeds on what is guarded are asked or refused, each by itself`, async function () {
      this.timeout(600_000);
      const { chat, workspace } = host();
      const at = (name: string): string => path.join(workspace.root, name);
      await workspace.write('package.json', lines('{', '  "tea": 1', '}'));
      await workspace.write('mixed/package.json', '{}\n');
      await workspace.write('.env', 'TOKEN=SECRET-4711\n');
      await workspace.write('../guard-outward/secret.txt', 'SECRET-4711\n');
      await symlink('package.json', at('innocent.md'));
      await symlink('.env', at('env-link'));
      await symlink('../guard-outward', at('outward'));
      await link(at('package.json'), at('other-name.txt'));
      if (first !== undefined) {
        const sent = await chat.send('begin', [
          calls(tool('redline_write_file', { filePath: 'one.txt', content: '1\n' })),
          calls(tool('redline_write_file', { filePath: 'two.txt', content: '2\n' })),
          says('That is all.'),
        ]);
        await chat.card();
        await chat.allow(first);
        await sent.finished();
        // An ordinary change goes through from then on.
        assert.equal(await workspace.read('two.txt'), '2\n');
      }
      // Fewer than the requests after which the chat asks whether to go on.
      for (let at = 0; at < some.length; at += 14) await turn(some.slice(at, at + 14), `${title} from ${at}.`);
      assert.equal(await workspace.read('../guard-outward/secret.txt'), 'SECRET-4711\n');
      assert.equal(await workspace.exists('../guard-outward/new.txt'), false);
      await seeNoReview(host());
    });
  });
}

holds(
  'with "Bypass Approvals"',
  { settings: { 'chat.permissions.default': 'autoApprove', 'chat.tools.global.autoApprove': true } },
  deeds,
);
holds(
  'after "Allow in this Session"',
  { settings: { 'chat.tools.eligibleForAutoApproval': { 'redline-tools.redline/redlineConfirm': true } } },
  deeds.filter(([, name], index) => deeds.findIndex(([, other]) => other === name) === index),
  'Allow in this Session',
);
