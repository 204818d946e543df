import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';
import { diffOfA, lines, updateOfA } from './patchTexts.ts';

/** A file of two functions, whose second lines are given. */
const loaders = (user: string, team: string): string =>
  lines('function loadUser() {', '  check();', user, '}', '', 'function loadTeam() {', '  check();', team, '}');
const [cached, stored, none] = ['  return cache.get(id);', '  return db.get(id);', '  return undefined;'];
const change = [`-${cached}`, '+  return cache.getTeam(id);'];

/** Name, the file, and the patch. */
const refused: readonly (readonly [string, string, string])[] = [
  ['an anchor', loaders(cached, stored), updateOfA('@@ function loadTeam() {', ...change)],
  ['the beginning of an anchor', loaders(cached, stored), updateOfA('@@ function loadTeam', ...change)],
  ['an outer anchor', loaders(cached, stored), updateOfA('@@ function loadTeam() {', '@@ check();', ...change)],
  [
    'a section heading',
    loaders(cached, stored),
    diffOfA('@@ -7,3 +7,3 @@ function loadTeam() {', '   check();', ...change, ' }'),
  ],
  [
    'a section heading, on the line of the header',
    loaders(cached, stored),
    diffOfA('@@ -2,3 +2,3 @@ function loadTeam() {', '   check();', ...change, ' }'),
  ],
  [
    'an anchor, where some context is gone',
    loaders(cached, stored),
    updateOfA('@@ function loadTeam() {', ' gone();', '   check();', ...change, ' }'),
  ],
  [
    'an anchor, of a result that looks applied',
    loaders(none, '  return null;'),
    updateOfA('@@ function loadTeam() {', `-${stored}`, `+${none}`),
  ],
];

/** What a hunk without context makes stands only in the other function. */
const resultElsewhere: readonly (readonly [string, string, string])[] = [
  ['its anchor', loaders('  return null;', none), updateOfA('@@ function loadUser() {', `-${cached}`, `+${none}`)],
  [
    'its heading',
    loaders('  return null;', none),
    diffOfA('@@ -3 +3 @@ function loadUser() {', `-${cached}`, `+${none}`),
  ],
  [
    'its anchor, with a brace below',
    loaders('  return null;', none),
    updateOfA('@@ function loadUser() {', `-${cached}`, `+${none}`, ' }'),
  ],
];

describe('a hunk that looks applied below the function', () => {
  for (const [name, before, patch] of resultElsewhere) {
    it(`of ${name} is refused`, async () => {
      await assert.rejects(applyTo({ a: before }, patch), { code: 'PATCH_CONFLICT', message: /with what it makes/ });
    });
  }

  const applied: readonly (readonly [string, string])[] = [
    ['in the function of its anchor', updateOfA('@@ function loadTeam() {', `-${stored}`, `+${none}`)],
    ['below a statement', updateOfA('@@ check();', `-${stored}`, `+${none}`)],
    ['without an anchor', updateOfA('@@', `-${stored}`, `+${none}`)],
    ['under its heading', diffOfA('@@ -8 +8 @@ function loadTeam() {', `-${stored}`, `+${none}`)],
  ];
  for (const [name, patch] of applied) {
    it(`is left alone ${name}`, async () => {
      const before = loaders(cached, none);
      assert.deepEqual(await applyTo({ a: before }, patch), { a: before });
    });
  }
});

describe('a hunk whose lines are only above the line', () => {
  for (const [name, before, patch] of refused) {
    it(`of ${name} is refused`, async () => {
      await assert.rejects(applyTo({ a: before }, patch), { code: 'PATCH_CONFLICT' });
    });
  }

  it('that its anchor names is told so', async () => {
    const patch = updateOfA('@@ function loadTeam() {', ...change);
    await assert.rejects(applyTo({ a: loaders(cached, stored) }, patch), /fits only at line 3, above .* or correct/);
  });

  it('of an anchor that is there twice is applied', async () => {
    const patch = updateOfA('@@ check();', '-function loadUser() {', '+function loadUsers() {');
    const after = loaders(cached, stored).replace('loadUser', 'loadUsers');
    assert.deepEqual(await applyTo({ a: loaders(cached, stored) }, patch), { a: after });
  });
});
