import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { judgeRealPath, type JudgedPath, type LinkHandling } from '../../../src/core/path/judgeRealPath.ts';
import { absolutePathOf } from '../../../src/core/path/locatePath.ts';
import { resolvePath } from '../../core/path/resolvePath.ts';
import { user } from '../../core/rules/policies.ts';
import type { Flavour } from '../../../src/core/path/pathParts.ts';
import { judge } from '../../../src/core/rules/judge.ts';
import type { Operation } from '../../../src/core/rules/operation.ts';
import { subjectOf, withNewLink } from '../../../src/core/rules/subject.ts';
import { hardLinkFolders } from '../../../src/core/rules/hardLinkFolders.ts';
import { nodeRealPaths } from '../../../src/node/disk/realPath.ts';
import { LinkFarm } from './linkFarm.ts';

const flavour: Flavour = { isWindows: false, ignoreCase: false };
const real = nodeRealPaths();

/** Everything allowed that can be: what is left is what no rule can open. */
const open = user(['all', '**', 'allow']);

/**
 * Asked, where it really is (`outside`, `invalid`, or relative), then what an all-allowing rule gets for reading,
 * updating and deleting.
 */
type Row = readonly [asked: string, real: string, verdicts: string];

const rows: readonly Row[] = [
  ['a.txt', 'a.txt', 'allow allow allow'],
  ['src/app.ts', 'src/app.ts', 'allow allow allow'],
  ['missing.txt', 'missing.txt', 'allow allow allow'],
  ['missing/deep/x', 'missing/deep/x', 'allow allow allow'],
  ['.env', '.env', 'ask ask ask'],
  ['.git/config', '.git/config', 'ask ask ask'],
  ['.git/hooks/pre-commit', '.git/hooks/pre-commit', 'allow ask ask'],
  ['.git/hooks/new', '.git/hooks/new', 'allow ask ask'],
  ['package.json', 'package.json', 'allow ask ask'],
  ['in-file', 'a.txt', 'allow allow allow'],
  ['in-file-abs', 'a.txt', 'allow allow allow'],
  ['in-dir', 'src', 'allow allow allow'],
  ['in-dir/app.ts', 'src/app.ts', 'allow allow allow'],
  ['in-dir/new.ts', 'src/new.ts', 'allow allow allow'],
  ['in-dir/new/deep.ts', 'src/new/deep.ts', 'allow allow allow'],
  ['in-chain', 'src/deep/b.ts', 'allow allow allow'],
  ['in-self/a.txt', 'a.txt', 'allow allow allow'],
  ['in-self/in-self/in-self/a.txt', 'a.txt', 'allow allow allow'],
  ['in-parent/app.ts', 'src/app.ts', 'allow allow allow'],
  ['in-new', 'not-yet.txt', 'allow allow allow'],
  ['in-new-deep', 'src/not/yet/there.txt', 'allow allow allow'],
  ['src/up/a.txt', 'a.txt', 'allow allow allow'],
  ['src/up/src/up/src/app.ts', 'src/app.ts', 'allow allow allow'],
  ['out-back', 'src', 'allow allow allow'],
  ['out-back/app.ts', 'src/app.ts', 'allow allow allow'],
  ['out-file', 'outside', 'deny deny allow'],
  ['out-file-abs', 'outside', 'deny deny allow'],
  ['out-dir', 'outside', 'deny deny allow'],
  ['out-dir/secret.txt', 'outside', 'deny deny deny'],
  ['out-dir/new.txt', 'outside', 'deny deny deny'],
  ['out-dir/new/deep.txt', 'outside', 'deny deny deny'],
  ['out-dir-abs/y.txt', 'outside', 'deny deny deny'],
  ['out-top/etc/passwd', 'outside', 'deny deny deny'],
  ['out-etc/passwd', 'outside', 'deny deny deny'],
  ['out-etc/new', 'outside', 'deny deny deny'],
  ['out-twin/x.txt', 'outside', 'deny deny deny'],
  ['out-twin', 'outside', 'deny deny allow'],
  ['out-parent', 'outside', 'deny deny allow'],
  ['out-parent/out/secret.txt', 'outside', 'deny deny deny'],
  ['out-parent/ws/a.txt', 'a.txt', 'allow allow allow'],
  ['out-parent/ws/.env', '.env', 'ask ask ask'],
  ['out-parent/ws-evil/x.txt', 'outside', 'deny deny deny'],
  ['out-new', 'outside', 'deny deny allow'],
  ['out-new-abs', 'outside', 'deny deny allow'],
  ['out-new-deep', 'outside', 'deny deny allow'],
  ['out-chain', 'outside', 'deny deny allow'],
  ['out-chain-2', 'outside', 'deny deny allow'],
  ['out-via-dir', 'outside', 'deny deny allow'],
  ['out-and-out/y.txt', 'outside', 'deny deny deny'],
  ['src/out-up', 'outside', 'deny deny allow'],
  ['in-dir/out-up', 'outside', 'deny deny allow'],
  ['out-dots', 'outside', 'deny deny allow'],
  ['out-slashes', 'outside', 'deny deny allow'],
  ['out-link-dots', 'outside', 'deny deny allow'],
  ['out-proc', 'outside', 'deny deny allow'],
  ['dev-null', 'invalid', '- - allow'],
  ['dev-zero', 'invalid', '- - allow'],
  ['fifo', 'invalid', '- - allow'],
  ['to-fifo', 'invalid', '- - allow'],
  ['socket', 'invalid', '- - allow'],
  ['loop', 'invalid', '- - allow'],
  ['loop-a', 'invalid', '- - allow'],
  ['loop-a/x', 'invalid', '- - -'],
  ['loop-dir', 'invalid', '- - allow'],
  ['loop-dir/x/y', 'invalid', '- - -'],
  ['broken', 'invalid', '- - allow'],
  ['broken-dots', 'invalid', '- - allow'],
  ['a.txt/x', 'invalid', '- - -'],
  ['a.txt/x/y', 'invalid', '- - -'],
  ['long-10', 'a.txt', 'allow allow allow'],
  ['long-39', 'a.txt', 'allow allow allow'],
  ['long-40', 'invalid', '- - allow'],
  ['long-45', 'invalid', '- - allow'],
  ['git-dir', '.git', 'allow ask allow'],
  ['git-dir/config', '.git/config', 'ask ask ask'],
  ['git-dir/hooks/new', '.git/hooks/new', 'allow ask ask'],
  ['git-file', '.git/config', 'ask ask allow'],
  ['git-hook', '.git/hooks/pre-commit', 'allow ask allow'],
  ['git-new-hook', '.git/hooks/post-checkout', 'allow ask allow'],
  ['env-file', '.env', 'ask ask allow'],
  ['env-chain', '.env', 'ask ask allow'],
  ['env-new', '.env.local', 'ask ask allow'],
  ['in-self/.env', '.env', 'ask ask ask'],
  ['src/up/.git/config', '.git/config', 'ask ask ask'],
  ['vscode-dir/settings.json', '.vscode/settings.json', 'allow ask ask'],
  ['vscode-dir/tasks.json', '.vscode/tasks.json', 'allow ask ask'],
  ['innocent.md', 'package.json', 'allow ask allow'],
  ['hard', 'hard', 'allow ask allow'],
  ['hard-env.txt', 'hard-env.txt', 'allow ask allow'],
  ['x'.repeat(300), 'invalid', '- - -'],
];

describe('real paths', function () {
  if (process.platform === 'win32') return;
  let farm: LinkFarm;
  before(async () => void (farm = await LinkFarm.make()));
  after(() => farm[Symbol.asyncDispose]());

  async function look(asked: string, meaning: LinkHandling = 'target', folder = 'ws'): Promise<JudgedPath> {
    const root = { name: 'ws', path: farm.path(folder), uri: `file://${farm.path(folder)}` };
    const at = resolvePath(asked, { roots: [root], flavour });
    const realRoot = await real.inspect(root.path);
    const roots = [{ root, real: realRoot.real ?? root.path }];
    return judgeRealPath(at, await real.inspect(absolutePathOf(at, false)), roots, flavour, meaning);
  }

  async function where(asked: string, folder?: string): Promise<string> {
    try {
      return (await look(asked, 'target', folder)).relative ?? 'outside';
    } catch (error) {
      assert.ok(error instanceof ToolError && error.code === 'VALIDATION_ERROR', String(error));
      assert.ok(!error.message.includes(farm.base) && !error.message.includes('secret'), error.message);
      return 'invalid';
    }
  }

  async function verdict(asked: string, operation: Operation): Promise<string> {
    try {
      const judged = await look(asked, operation === 'delete' ? 'link' : 'target');
      const { action, ...verdict } = judge(operation, subjectOf(judged), open);
      const reason = inEnglish(verdict.reason);
      assert.ok(!reason.includes(farm.base), reason);
      assert.ok(asked.includes('secret') || !reason.includes('secret.txt'), reason);
      return action;
    } catch (error) {
      assert.ok(error instanceof ToolError);
      return '-';
    }
  }

  for (const [asked, place, verdicts] of rows) {
    it(`${asked.slice(0, 40)} is ${place}: ${verdicts}`, async () => {
      assert.equal(await where(asked), place);
      const found = await Promise.all(
        (['read', 'update', 'delete'] as const).map((operation) => verdict(asked, operation)),
      );
      assert.equal(found.join(' '), verdicts);
    });
  }

  for (const folder of ['link', 'link-2', 'out/../link', 'ws/in-self', 'ws/out-parent/ws']) {
    it(`a workspace folder that is a link (${folder}) holds what is in it`, async () => {
      assert.equal(await where('a.txt', folder), 'a.txt');
      assert.equal(await where('new/x', folder), 'new/x');
      assert.equal(await where('in-dir/app.ts', folder), 'src/app.ts');
      assert.equal(await where('out-file', folder), 'outside');
      assert.equal((await look('a.txt', 'target', folder)).isLinked, false);
    });
  }

  it('guards a workspace folder that is a link to a guarded one, and one that is the top of the tree', async () => {
    const hook = subjectOf(await look('hooks/x', 'target', 'ws/git-dir'));
    assert.deepEqual([hook.isLinked, judge('update', hook, open).action], [false, 'ask']);
    const top = { name: 'top', path: '/', uri: 'file:///' };
    const at = resolvePath(farm.path('ws/.env'), { roots: [top], flavour });
    const judged = judgeRealPath(at, await real.inspect(farm.path('ws/.env')), [{ root: top, real: '/' }], flavour);
    assert.deepEqual([judged.isLinked, judge('read', subjectOf(judged), open).action], [false, 'ask']);
  });

  it('asks before a link is made, whatever is allowed', async () => {
    const subject = withNewLink(subjectOf(await look('new-link')));
    const { action, reason } = judge('create', subject, open);
    assert.equal(action, 'ask');
    assert.match(inEnglish(reason), /becomes a symbolic link/);
  });

  it('tells a link from what it leads to', async () => {
    const link = await real.inspect(farm.path('ws/out-file'));
    assert.equal(link.entry, 'link');
    assert.equal(link.target, 'file');
    assert.equal(link.real, farm.path('out/secret.txt'));
    assert.equal(link.entryPath, farm.path('ws/out-file'));
    const dangling = await real.inspect(farm.path('ws/out-new'));
    assert.deepEqual(
      [dangling.entry, dangling.target, dangling.real],
      ['link', 'missing', farm.path('out/not-yet.txt')],
    );
    assert.deepEqual([(await real.inspect(farm.path('ws/nope'))).entry], ['missing']);
  });

  it('counts hard links, and finds which names are the same file', async () => {
    assert.equal((await real.inspect(farm.path('ws/hard'))).hardLinks, 2);
    assert.equal((await real.inspect(farm.path('ws/a.txt'))).hardLinks, 1);
    const folders = hardLinkFolders('hard-env.txt').map((folder) => farm.path(`ws/${folder}`));
    assert.deepEqual(await real.otherHardLinks(farm.path('ws/hard-env.txt'), folders), [farm.path('ws/.env')]);
    assert.deepEqual(await real.otherHardLinks(farm.path('ws/a.txt'), folders), []);
    assert.deepEqual(await real.otherHardLinks(farm.path('ws/none'), folders), []);
    const judged = await look('hard-env.txt');
    assert.equal(judge('read', subjectOf(judged, { otherNames: ['.env'] }), open).action, 'ask');
  });

  it('says outside also where a rule may allow to ask, and never lets a rule open it', async () => {
    const asking = { ...open, externalPaths: 'ask' } as const;
    for (const path of ['out-file', 'out-dir/new.txt', 'out-etc/passwd']) {
      const subject = subjectOf(await look(path));
      for (const operation of ['read', 'update'] as const) {
        const { action, protected: own } = judge(operation, subject, asking);
        assert.deepEqual([action, own], ['ask', true], path);
      }
    }
  });
});
