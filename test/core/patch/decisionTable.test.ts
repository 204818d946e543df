import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { patchesPage } from '../../../scripts/generate/patches-page.ts';
import { blobName } from '../../../src/core/patch/files/changeContent.ts';
import type { DecisionTable, NarrowingTable } from '../../../src/core/patch/place/choose/decide.ts';
import {
  changedContext,
  onePlace,
  perhapsApplied,
  severalPlaces,
} from '../../../src/core/patch/place/choose/decisionTable.ts';
import { encodeUtf8 } from '../../../src/core/text/encoding.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { repositoryRoot } from '../../host/driver/paths.ts';
import { readCases } from './cases.ts';
import { applyTo } from './memoryWorkspace.ts';
import { diffOfA, lines, updateOfA } from './patchTexts.ts';

/** A patch for which one row decides. */
interface RowCase {
  readonly table: string;
  /** The evidence of the row. */
  readonly row: string;
  readonly before: Readonly<Record<string, string>>;
  readonly patch: string;
  /** Absent where the row refuses. */
  readonly after?: Readonly<Record<string, string>>;
}

const twice = lines('first:', '  // the same', '  return old();', '', '  // the same', '  return old();');
const loaders = 'function loadUser() {\n  return cache.get(id);\n}\n\nfunction loadTeam() {\n  return db.get(id);\n}\n';
const teamChange = ['-  return cache.get(id);', '+  return cache.getTeam(id);'];

const written: readonly RowCase[] = [
  {
    table: 'severalPlaces',
    row: 'endsFile',
    before: { a: lines('x', '}', 'y', '}') },
    patch: updateOfA('@@', ' }', '+last', '*** End of File'),
    after: { a: lines('x', '}', 'y', '}', 'last') },
  },
  {
    table: 'severalPlaces',
    row: 'inNamedBlock',
    before: { a: lines('def f():', '    pass', '', 'def g():', '    pass') },
    patch: updateOfA('@@ def g():', '-    pass', '+    return'),
    after: { a: lines('def f():', '    pass', '', 'def g():', '    return') },
  },
  {
    table: 'severalPlaces',
    row: 'atFileEdge',
    before: { a: lines('a', 'b', '}', 'c', '', 'a', 'b', '}') },
    patch: diffOfA('@@ -30,3 +30,4 @@', ' a', ' b', ' }', '+last'),
    after: { a: lines('a', 'b', '}', 'c', '', 'a', 'b', '}', 'last') },
  },
  {
    table: 'onePlace',
    row: 'isBase',
    before: { a: twice },
    patch: lines(
      'diff --git a/a b/a',
      `index ${await blobName(encodeUtf8(twice))}..${'0'.repeat(40)} 100644`,
      '--- a/a',
      '+++ b/a',
      '@@ -1,3 +1,3 @@',
      ' ',
      '   // the same',
      '-  return old();',
      '+  return fresh();',
    ),
    after: { a: twice.replace(/old(?![^]*old)/, 'fresh') },
  },
  {
    table: 'onePlace',
    row: 'aboveItsAnchor',
    before: { a: loaders },
    patch: updateOfA('@@ function loadTeam() {', ...teamChange),
  },
  {
    table: 'onePlace',
    row: 'outsideItsBlock',
    before: { a: loaders },
    patch: updateOfA('@@ function loadUser() {', '-  return user;', '+  return db.get(id);'),
  },
  {
    table: 'onePlace',
    row: 'no hasNumbers',
    before: { a: lines('one', 'two', 'three') },
    patch: lines('diff --git a/a b/a', 'index 1111111..2222222', '--- a/a', '+++ b/a', '@@', ' two', '+added'),
    after: { a: lines('one', 'two', 'added', 'three') },
  },
  {
    table: 'perhapsApplied',
    row: 'othersUnapplied, repeatsText, no onlyOldExpected',
    before: { a: lines('import os', 'import sys', '', 'def f():', '    return old()') },
    patch: updateOfA('@@', ' import os', '+import sys', '@@', ' def f():', '-    return old()', '+    return new()'),
  },
];

const cases = [...written, ...readCases<RowCase>('decisions.jsonl')];

async function outcomeOf({ before, patch }: RowCase): Promise<unknown> {
  try {
    return await applyTo(before, patch);
  } catch (error) {
    if (error instanceof ToolError) return error.code;
    throw error;
  }
}

type Table = DecisionTable<string, string> | NarrowingTable<string>;

/** Does something while a table lacks one of its rows. */
async function without<T>(table: Table, at: number, work: () => Promise<T>): Promise<T> {
  const { rows } = table;
  Object.assign(table, { rows: rows.toSpliced(at, 1) });
  try {
    return await work();
  } finally {
    Object.assign(table, { rows });
  }
}

describe('each row of the decision table', () => {
  const tables: Readonly<Record<string, Table>> = {
    severalPlaces,
    onePlace,
    changedContext,
    perhapsApplied,
  };
  for (const [name, table] of Object.entries(tables)) {
    for (const [at, row] of table.rows.entries()) {
      const key =
        'evidence' in row ? row.evidence : [...row.yes, ...(row.no ?? []).map((each) => `no ${each}`)].join(', ');
      if (key === '') continue;
      it(`${name}, ${key}: decides a case, which comes out otherwise without it`, async () => {
        const found = cases.find((each) => each.table === name && each.row === key);
        assert.ok(found !== undefined, 'there is no case');
        assert.deepEqual(await outcomeOf(found), found.after ?? 'PATCH_CONFLICT');
        assert.notDeepEqual(await without(table, at, () => outcomeOf(found)), found.after ?? 'PATCH_CONFLICT');
      });
    }
  }
});

describe('docs/patches.md', () => {
  it('is up to date; `npm run patches` writes it', () => {
    assert.equal(readFileSync(path.join(repositoryRoot, 'docs/patches.md'), 'utf8'), patchesPage());
  });
});
