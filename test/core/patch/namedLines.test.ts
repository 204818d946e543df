import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';
import { diffOfA, lines, updateOfA } from './patchTexts.ts';

const stores = lines('export class Foo {', '  one();', '}', 'class FooStore {', '  two();', '}');
const getters = lines('class A:', '    def get(self):', '        return 1', '', 'def get_config():', '    return 2');
const handler = lines('@app.get("/old")', 'def handler(request):', '    pass');

const twins = lines(
  'class A:',
  '    def run(self):',
  '        x = 1',
  '',
  'class B(A):',
  '    def run(self):',
  '        x = 1',
);
const tables = (...values: readonly string[]): string =>
  lines(...values.flatMap((value, at) => [`[table.${at}]`, `x = ${value}`, 'y = 2', '']));
const headings = (...texts: readonly string[]): string =>
  lines('Text', ...texts.flatMap((text, at) => [`## Part ${at}`, '', text, '']));

/** What the `@@` line names, the file before, the patch, and the file after it. */
const applied: readonly (readonly [string, string, string, string])[] = [
  [
    'is the beginning of the name of another line below',
    stores,
    updateOfA('@@ class Foo', '-  one();', '+  uno();'),
    stores.replace('one', 'uno'),
  ],
  [
    'is the beginning of the name of another function below',
    getters,
    updateOfA('@@ def get', '-        return 1', '+        return 3'),
    getters.replace('return 1', 'return 3'),
  ],
  [
    'is the function of the decorator above it',
    handler,
    updateOfA('@@ def handler(request):', '-@app.get("/old")', '+@app.get("/new")'),
    handler.replace('old', 'new'),
  ],
  [
    'is the beginning of the only heading above equal lines',
    twins,
    updateOfA('@@ class B', '     def run(self):', '-        x = 1', '+        x = 2'),
    twins.replace(/1\n$/, '2\n'),
  ],
  [
    'heads a table between equal ones',
    tables('1', '1', '1'),
    updateOfA('@@ [table.1]', '-x = 1', '+x = 5'),
    tables('1', '5', '1'),
  ],
  [
    'heads a part between equal ones',
    headings('TODO', 'TODO', 'TODO'),
    updateOfA('@@ ## Part 1', '-TODO', '+done'),
    headings('TODO', 'done', 'TODO'),
  ],
  [
    'heads a table, though another equal one is on the line of the header',
    tables('1', '1', '1'),
    diffOfA('@@ -2,2 +2,2 @@ [table.1]', '-x = 1', '+x = 5', ' y = 2'),
    tables('1', '5', '1'),
  ],
  [
    'heads a part, though another equal one is on the line of the header',
    headings('TODO', 'TODO'),
    diffOfA('@@ -3,3 +3,3 @@ ## Part 1', ' ', '-TODO', '+done', ' '),
    headings('TODO', 'done'),
  ],
  [
    'is a line of the hunk itself, of which another is gone',
    lines('/**', ' * Loads.', ' */', 'function loadTeam() {', '  other();', '}'),
    updateOfA(
      '@@ function loadTeam() {',
      ' /**',
      '- * Loads.',
      '+ * Loads a team.',
      '  */',
      ' function loadTeam() {',
      '   gone();',
    ),
    lines('/**', ' * Loads a team.', ' */', 'function loadTeam() {', '  other();', '}'),
  ],
];

/** What the `@@` line names is below the lines of the hunk, which belong to what is above. */
const refused: readonly (readonly [string, string, string])[] = [
  [
    'is below a comment at the end of the function above',
    lines('def f():', '    x()', '    # TODO: speed up', 'def g():', '    y()'),
    updateOfA('@@ def g():', '-    # TODO: speed up', '+    # TODO: make fast'),
  ],
  [
    'is below a pointer that is written in the function above',
    lines('void f(int *p) {', '    *p = first_value;', 'int g(int *p) {', '    return 1;'),
    updateOfA('@@ int g(int *p) {', '-    *p = first_value;', '+    *p = other_value;'),
  ],
  [
    'is below what its only hunk makes, whatever its numbers',
    lines('def f():', '    return compute(2)', '', 'def g():', '    return compute(7)'),
    diffOfA('@@ -2 +2 @@ def g():', '-    return compute(1)', '+    return compute(2)'),
  ],
  [
    'heads a table that has changed, between equal ones',
    tables('1', '3', '1'),
    updateOfA('@@ [table.1]', '-x = 1', '+x = 5'),
  ],
  [
    'heads a part that has changed, and an equal one is on the line of the header',
    headings('TODO', 'later', 'TODO'),
    diffOfA('@@ -3,3 +3,3 @@ ## Part 1', ' ', '-TODO', '+done', ' '),
  ],
  [
    'is nothing, of two additions that may have been appended',
    lines('x', 'function foo() {', '}'),
    updateOfA('@@', '+function foo() {', '@@', '+}'),
  ],
];

/** The same for patches that have been applied. */
const retried: readonly (readonly [string, string, string])[] = [
  [
    'is a heading with a blank line below it',
    lines('## Usage', '', 'Run it twice, please.'),
    updateOfA('@@ ## Usage', '-Run it.', '+Run it twice, please.'),
  ],
  [
    'is a line that the patch itself has put others below',
    lines('import os.path', 'import sys', '', "print('hello world')"),
    diffOfA(
      '@@ -1 +1,2 @@',
      '-import os',
      '+import os.path',
      '+import sys',
      '@@ -3 +4 @@ import os',
      "-print('hello')",
      "+print('hello world')",
    ),
  ],
  [
    'is nothing, beside lines that it adds at the end of the file',
    lines('top();', 'xlonger();', 'xlonger();', 'bar();', 'export default something;'),
    updateOfA('@@', '-xlonger();', '-xlonger();', '+xlonger();', ' bar();', '@@', '+export default something;'),
  ],
  [
    'is nothing, of an interpreter that the file names already',
    lines('#!/bin/sh', 'exit 0'),
    diffOfA('@@ -0,0 +1 @@', '+#!/bin/sh'),
  ],
];

describe('a hunk whose @@ line', () => {
  for (const [name, before, patch, after] of applied)
    it(`${name} is applied`, async () => assert.deepEqual(await applyTo({ a: before }, patch), { a: after }));
  for (const [name, before, patch] of refused)
    it(`${name} is refused`, async () => {
      await assert.rejects(applyTo({ a: before }, patch), { code: 'PATCH_CONFLICT' });
    });
  for (const [name, before, patch] of retried)
    it(`${name} is left alone at the second try`, async () => {
      assert.deepEqual(await applyTo({ a: before }, patch), { a: before });
    });
});
