import assert from 'node:assert/strict';
import { changeOperations } from '../../../../src/core/rules/operation.ts';
import {
  onlyFolder,
  patternFor,
  rulePathOf,
  type NamedKind,
  type RuleScope,
} from '../../../../src/core/rules/parse/newRule.ts';
import { parseRules } from '../../../../src/core/rules/parse/rule.ts';

describe('a rule that a user adds', () => {
  const places: readonly (readonly [place: RuleScope, means: readonly string[], not: readonly string[]])[] = [
    [{ kind: 'everything' }, ['a.ts', 'src/deep/a.ts'], []],
    [{ kind: 'file', path: 'src/[id].ts' }, ['src/[id].ts'], ['src/i.ts', 'lib/src/[id].ts']],
    [{ kind: 'folder', path: 'a{b}' }, ['a{b}/c.ts', 'a{b}/c/d.ts'], ['ab/c.ts', 'x/a{b}/c.ts']],
    [{ kind: 'folder', path: 'a [b]' }, ['a [b]/c.ts'], ['a b/c.ts', 'a [b/c.ts']],
    [{ kind: 'folder', path: '.' }, ['a.ts', 'src/a.ts'], []],
    [{ kind: 'folder', path: '' }, ['a.ts', 'src/a.ts'], []],
    [{ kind: 'folder', path: 'src/' }, ['src/a.ts', 'src/deep/a.ts'], ['lib/src/a.ts']],
    [{ kind: 'file', path: 'src/a.ts/' }, ['src/a.ts'], ['src/b.ts']],
    [{ kind: 'type', extension: 'ts' }, ['a.ts', 'src/a.ts'], ['a.tsx', 'ts']],
    [{ kind: 'pattern', pattern: 'docs/**' }, ['docs/a.md'], ['src/a.md']],
  ];
  for (const [place, means, not] of places) {
    it(`means ${JSON.stringify(place)} and nothing else`, () => {
      const rule = { operations: changeOperations, paths: [patternFor(place)], action: 'deny' };
      const { rules, faults, problem } = parseRules([rule], 'redline.rules');
      assert.deepEqual([faults, problem], [undefined, undefined]);
      for (const path of means) assert.ok(rules[0]?.tightens(path), path);
      for (const path of not) assert.ok(rules[0]?.tightens(path) === false, path);
    });
  }

  for (const path of ['/src', '/', 'C:/src', 'c:\\src', '\\\\server\\src', '~', '~/src'])
    it(`cannot be about ${path}`, () => assert.deepEqual(rulePathOf(path, 'folder', ['app']), { refusal: 'absolute' }));
  for (const path of ['src', './src', '.', '~src', 'a/~', 'ab:c'])
    it(`can be about ${path}`, () => assert.ok('path' in rulePathOf(path, 'folderOrWorkspace', ['app'])));

  const several = ['app', 'lib', 'lib/inner'];
  const picks: readonly (readonly [
    picked: string,
    NamedKind,
    folders: readonly string[],
    ReturnType<typeof rulePathOf>,
  ])[] = [
    ['src', 'folder', ['app'], { path: 'src' }],
    ['./src/', 'folderOrWorkspace', ['app'], { path: 'src' }],
    ['app', 'folder', ['app'], { path: 'app' }],
    ['.', 'folderOrWorkspace', ['app'], { path: '.' }],
    ['.', 'folder', ['app'], { refusal: 'wholeWorkspace' }],
    ['./', 'folder', ['app'], { refusal: 'wholeWorkspace' }],
    ['.', 'file', [], { refusal: 'wholeWorkspace' }],
    ['app/src', 'folder', several, { path: 'src' }],
    ['./app/src', 'folder', several, { path: 'src' }],
    ['./app', 'folder', several, { refusal: 'oneOfSeveral' }],
    ['lib/inner/a.ts', 'file', several, { path: 'a.ts' }],
    ['application/a.ts', 'file', several, { path: 'application/a.ts' }],
    ['app', 'folder', several, { refusal: 'oneOfSeveral' }],
    ['lib/inner/', 'folder', several, { refusal: 'oneOfSeveral' }],
    ['.', 'folder', several, { refusal: 'oneOfSeveral' }],
    ['/home/me', 'folderOrWorkspace', several, { refusal: 'absolute' }],
  ];
  for (const [picked, kind, folders, expected] of picks)
    it(`names ${picked} as ${JSON.stringify(expected)}, picked as a ${kind} in ${folders.join(', ')}`, () =>
      assert.deepEqual(rulePathOf(picked, kind, folders), expected));

  it('lets one folder alone be written', () => {
    const { rules, faults } = parseRules([onlyFolder('src')], 'redline.rules');
    assert.equal(faults, undefined);
    assert.equal(rules[0]?.action, 'deny');
    for (const path of ['a.ts', 'lib/src/a.ts', 'srcs/a.ts']) assert.ok(rules[0]?.tightens(path), path);
    assert.equal(rules[0]?.tightens('src/deep/a.ts'), false);
  });
});
