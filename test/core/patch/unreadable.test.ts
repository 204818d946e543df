import assert from 'node:assert/strict';
import { ToolError, type ErrorCode } from '../../../src/core/wording/errors.ts';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import { planPatch } from '../../../src/core/patch/files/planPatch.ts';
import { memoryWorkspace, type Tree } from './memoryWorkspace.ts';

/** Two files with the same text, of which the patch names one; the other is its name without the first folder. */
const tree: Tree = { 'lib/a': 'x\n', a: 'x\n' };
const patch = parsePatch('--- lib/a\n+++ lib/a\n@@ -1 +1 @@\n-x\n+y\n');

/** What comes of the patch where reading the file that it names fails. */
async function outcomeOf(code: ErrorCode, files: Tree = tree): Promise<string> {
  const world = memoryWorkspace(files);
  const read = async (path: string): ReturnType<typeof world.read> => {
    if (path === 'lib/a') throw new ToolError(code, 'No.');
    return world.read(path);
  };
  try {
    const outcomes = await planPatch(patch, { ...world, read });
    return outcomes.map(({ path }) => path).join();
  } catch (error) {
    return error instanceof ToolError ? error.code : String(error);
  }
}

describe('a patch of a file that cannot be read now', () => {
  const kept: readonly ErrorCode[] = ['IO_ERROR', 'STALE', 'TOO_LARGE', 'ENCODING', 'PERMISSION_DENIED', 'REJECTED'];
  for (const code of kept) {
    it(`is not taken for another file's: ${code}`, async () => assert.equal(await outcomeOf(code), code));
  }

  it('is looked for under another prefix where the name can be no file', async () => {
    assert.equal(await outcomeOf('OUTSIDE_WORKSPACE', { a: 'x\n' }), 'a');
    assert.equal(await outcomeOf('NOT_FOUND', { a: 'x\n' }), 'a');
  });

  it('is looked for nowhere else where its folder is there', async () => {
    assert.equal(await outcomeOf('NOT_FOUND'), 'NOT_FOUND');
  });
});
