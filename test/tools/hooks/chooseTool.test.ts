import assert from 'node:assert/strict';
import { toAbsolutePath } from '../../../src/tools/hooks/chooseTool.ts';

describe('paths of agents', () => {
  // `link/..` is the folder above the target for OpenCode and Qwen Code, which pass the path on to the system.
  for (const path of [
    'link/../a',
    '/p/link/../a',
    '/p/link/./..//a',
    'a/b/..',
    '../link/../a',
    'file:///p/link/../a',
    'C:\\p\\..\\a',
  ])
    it(`are refused where a link decides where they lead: ${path}`, () => {
      assert.throws(() => toAbsolutePath(path, '/p'), { code: 'VALIDATION_ERROR' });
    });

  for (const [path, absolute] of [
    ['a', '/p/a'],
    ['./a', '/p/./a'],
    ['../a', '/p/../a'],
    ['.././../a', '/p/.././../a'],
    ['a../..b', '/p/a../..b'],
    ['/../a', '/../a'],
    ['/q/a', '/q/a'],
  ] as const)
    it(`start at the agent's folder: ${path}`, () => {
      assert.equal(toAbsolutePath(path, '/p'), absolute);
    });
});
