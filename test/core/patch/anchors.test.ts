import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';

const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const envelope = (...lines: readonly string[]): string =>
  text('*** Begin Patch', '*** Update File: a', ...lines, '*** End Patch');
const unified = (...lines: readonly string[]): string => text('--- a/a', '+++ b/a', ...lines);

/** A file of two functions, whose second lines are given. */
const loaders = (user: string, team: string): string =>
  text('function loadUser() {', '  check();', user, '}', '', 'function loadTeam() {', '  check();', team, '}');
const [cached, stored, none] = ['  return cache.get(id);', '  return db.get(id);', '  return undefined;'];
const change = [`-${cached}`, '+  return cache.getTeam(id);'];

/** Name, the file, and the patch. */
const refused: readonly (readonly [string, string, string])[] = [
  ['an anchor', loaders(cached, stored), envelope('@@ function loadTeam() {', ...change)],
  ['the beginning of an anchor', loaders(cached, stored), envelope('@@ function loadTeam', ...change)],
  ['an outer anchor', loaders(cached, stored), envelope('@@ function loadTeam() {', '@@ check();', ...change)],
  [
    'a section heading',
    loaders(cached, stored),
    unified('@@ -7,3 +7,3 @@ function loadTeam() {', '   check();', ...change, ' }'),
  ],
  [
    'a section heading, on the line of the header',
    loaders(cached, stored),
    unified('@@ -2,3 +2,3 @@ function loadTeam() {', '   check();', ...change, ' }'),
  ],
  [
    'an anchor, where some context is gone',
    loaders(cached, stored),
    envelope('@@ function loadTeam() {', ' gone();', '   check();', ...change, ' }'),
  ],
  [
    'an anchor, of a result that looks applied',
    loaders(none, '  return null;'),
    envelope('@@ function loadTeam() {', `-${stored}`, `+${none}`),
  ],
];

describe('a hunk whose lines are only above the line', () => {
  for (const [name, before, patch] of refused) {
    it(`of ${name} is refused`, async () => {
      await assert.rejects(applyTo({ a: before }, patch), { code: 'PATCH_CONFLICT' });
    });
  }

  it('that its anchor names is told so', async () => {
    const patch = envelope('@@ function loadTeam() {', ...change);
    await assert.rejects(applyTo({ a: loaders(cached, stored) }, patch), /fits only at line 3, above .* or correct/);
  });

  it('of an anchor that is there twice is applied', async () => {
    const patch = envelope('@@ check();', '-function loadUser() {', '+function loadUsers() {');
    const after = loaders(cached, stored).replace('loadUser', 'loadUsers');
    assert.deepEqual(await applyTo({ a: loaders(cached, stored) }, patch), { a: after });
  });
});
