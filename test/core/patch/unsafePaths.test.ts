import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { findForeignPath } from '../../../src/core/patch/files/prefixRules.ts';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import { planPatch } from '../../../src/core/patch/files/planPatch.ts';
import type { PatchWorkspace } from '../../../src/core/patch/files/patchedFiles.ts';
import { memoryWorkspace } from './memoryWorkspace.ts';
import { envelope, gitRename } from './patchTexts.ts';

const text = 'one\ntwo\n';
const tree = { 'a.txt': text, 'src/a.txt': text, 'secret/a.txt': text };
const hunk = ['@@ -1,2 +1,2 @@', '-one', '+1', ' two', ''].join('\n');
const pair = (from: string, to = from): string => `--- ${from}\n+++ ${to}\n${hunk}`;
const git = (path: string): string => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunk}`;
const update = (path: string): string => envelope(`*** Update File: ${path}`, '@@', '-one', '+1', ' two');

/** A world that lets nobody out, nor into `secret`, where the user said no. */
function closed(): PatchWorkspace {
  const world = memoryWorkspace(tree);
  const check = (path: string): void => {
    if (/^\/|^(?:\.\/)*\.\./.test(path)) throw new ToolError('OUTSIDE_WORKSPACE', path);
    if (path.includes('%2f') || path.startsWith('untitled:')) throw new ToolError('VALIDATION_ERROR', path);
    if (path.startsWith('secret/')) throw new ToolError('REJECTED', path);
  };
  return {
    ...world,
    identify: async (path) => (check(path), world.identify(path)),
    read: async (path) => (check(path), world.read(path)),
  };
}

/** The code, or what is changed. */
async function planned(patch: string, strip?: number): Promise<string> {
  try {
    const outcomes = await planPatch(parsePatch(patch), closed(), { strip });
    return outcomes.map(({ path }) => path).join();
  } catch (error) {
    if (error instanceof ToolError) return error.code;
    throw error;
  }
}

/** Each of these ends as a file of the workspace does, once enough of it is dropped. */
const odd = [
  '../a.txt',
  '../out/a.txt',
  'src/../../a.txt',
  'x/../a.txt',
  'https://evil.example/a.txt',
  'file:///etc/a.txt',
  'untitled:/a.txt',
  'redline-proposal://r1/a.txt',
  '~/a.txt',
  '$HOME/a.txt',
  '${env:HOME}/a.txt',
  '%2e%2e/a.txt',
  '%252e%252e/a.txt',
  '\uff0e\uff0e/a.txt',
  '.\u200b./a.txt',
  '.../a.txt',
  '. /a.txt',
  'x\u0007/a.txt',
  'x\u2028/a.txt',
];
const refusals = ['OUTSIDE_WORKSPACE', 'VALIDATION_ERROR', 'PATCH_INVALID', 'NOT_FOUND'];

describe('names in a patch of which nothing may be dropped', () => {
  for (const path of odd) {
    const forms = {
      plain: pair(path),
      prefixed: pair(`a/${path}`, `b/${path}`),
      'on one side': pair('a/a.txt', `b/${path}`),
      'on the other side': pair(`a/${path}`, 'b/a.txt'),
      git: git(path),
      'git alone': git(path).split('\n').slice(0, 1).join('') + '\nold mode 100644\nnew mode 100755\n',
      rename: gitRename('a.txt', path),
      envelope: update(path),
    };
    for (const [form, patch] of Object.entries(forms)) {
      // Nothing is dropped in an envelope, so that `x/../a.txt` is the very file it says.
      const isFile = form === 'envelope' && path === 'x/../a.txt';
      it(`${JSON.stringify(path)}, ${form}`, async () => {
        const ending = await planned(patch);
        assert.ok(isFile || refusals.includes(ending), ending);
      });
    }
    it(`${JSON.stringify(path)}, with strip`, async () => {
      for (const strip of [1, 2, 3]) assert.ok(refusals.includes(await planned(pair(path), strip)));
    });
  }

  for (const path of [
    'a/a.txt',
    'old/a.txt',
    'src/a.txt',
    './a.txt',
    'x/y/a.txt',
    '/home/me/a.txt',
    'C:\\work\\a.txt',
  ]) {
    it(`goes on to take ${path}`, async () => {
      assert.match(await planned(pair(path)), /^(?:\.\/|src\/)?a\.txt$/);
    });
  }

  it('takes the other name only where the one is none that must not be used', async () => {
    for (const path of ['..%2fout%2fa.txt', 'untitled:a.txt']) {
      assert.equal(await planned(pair('a/a.txt', `b/${path}`)), 'VALIDATION_ERROR');
    }
    assert.equal(await planned(pair('a/a.txt', 'b/a.txt.new')), 'a.txt');
  });

  it('takes no other file where the user does not let the one be read that is meant', async () => {
    assert.equal(await planned(pair('secret/a.txt')), 'REJECTED');
  });

  it('tells the name of another machine, whose end is all that counts', async () => {
    const named = (patch: string): Promise<string | undefined> => findForeignPath(parsePatch(patch).files, closed());
    assert.equal(await named(pair('/home/me/a.txt')), '/home/me/a.txt');
    assert.equal(await named(pair('/dev/null', '/home/me/a.txt')), '/home/me/a.txt');
    assert.equal(await named(update('/a.txt')), '/a.txt');
    assert.equal(await named(pair('a/a.txt', 'b//etc/passwd')), '/etc/passwd');
    assert.equal(await named(pair('a/a.txt', 'b/a.txt')), undefined);
  });
});
