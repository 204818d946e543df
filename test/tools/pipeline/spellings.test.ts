import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { allTools } from '../../../src/tools/allTools.ts';
import { readInput } from '../../../src/tools/shared/defineTool.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

type Input = Readonly<Record<string, unknown>>;
type Value = readonly [sent: unknown, read: unknown];

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function inner(schema: unknown): unknown {
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault
    ? inner(schema.def.innerType)
    : schema;
}

/** What may be sent for a parameter, and what the tool is to make of it. */
function valuesOf(name: string, schema: unknown): readonly Value[] {
  const own = inner(schema);
  if (own instanceof z.ZodMiniBoolean) {
    const words: Value[] = ['true', 'True', ' TRUE '].map((word): Value => [word, true]);
    return [[true, true], [false, false], ...words, ['false', false], ['False', false]];
  }
  if (own instanceof z.ZodMiniNumber) return [10, '10', ' 10 ', '10.0', '+10'].map((sent) => [sent, 10]);
  if (own instanceof z.ZodMiniEnum) return own.options.map((option) => [option, option]);
  if (own instanceof z.ZodMiniArray) {
    const [list, read] = name === 'edits' ? [edits, editsRead] : [hashes, hashesRead];
    return [list, JSON.stringify(list)].map((sent) => [sent, read]);
  }
  assert.ok(own instanceof z.ZodMiniString, name);
  const text = name === 'expectedSha256' ? '0'.repeat(64) : '10';
  return [[text, text]];
}

const edits = [
  { file_path: '10', old_string: 'true', new_string: '10', replace_all: 'true', expected_replacements: '2' },
];
const editsRead = [{ filePath: '10', oldString: 'true', newString: '10', replaceAll: true, expectedReplacements: 2 }];

const hashes = [{ file_path: '10', sha256: '0'.repeat(64) }];
const hashesRead = [{ filePath: '10', sha256: '0'.repeat(64) }];

/** Other names whose value means something else than that of the parameter itself. */
const otherwise: Readonly<Record<string, (read: unknown) => unknown>> = {
  offset: (read) => Number(read) + 1,
  ignoreCase: (read) => read !== true,
};

for (const tool of allTools) {
  const fields: Input = tool.input.shape;
  const needed = Object.entries(fields).filter(
    ([, schema]) => !z.safeParse(schema as z.ZodMiniType, undefined).success,
  );
  const base = Object.fromEntries(needed.map(([name, schema]) => [name, valuesOf(name, schema)[0]?.[0]]));
  describe(`the input of ${tool.name}`, () => {
    for (const [name, schema] of Object.entries(fields)) {
      const others = Object.entries(tool.aliases).filter(
        ([, alias]) => (typeof alias === 'string' ? alias : alias.name) === name,
      );
      for (const other of [name, ...others.map(([key]) => key)]) {
        it(`takes ${other} for ${name}, in every spelling and type`, () => {
          assert.ok(other === name || !Object.hasOwn(fields, other), `${other} is a parameter, too`);
          for (const key of new Set([other, snake(other)])) {
            for (const [sent, read] of valuesOf(name, schema)) {
              const without = Object.fromEntries(Object.entries(base).filter(([own]) => own !== name));
              const expected = other === name ? read : (otherwise[other]?.(read) ?? read);
              assert.deepEqual(readInput(tool, { ...without, [key]: sent })[name], expected, `${key}: ${String(sent)}`);
            }
          }
        });
      }
    }

    it('refuses what reads as no number and no truth value', () => {
      for (const [name, schema] of Object.entries(fields)) {
        const own = inner(schema);
        const wrong =
          own instanceof z.ZodMiniBoolean
            ? ['yes', '1', '', 1]
            : own instanceof z.ZodMiniNumber
              ? ['ten', '', '1e1', '0x1', '1.5', '9007199254740993', true]
              : [];
        for (const sent of wrong) {
          assert.throws(
            () => readInput(tool, { ...base, [name]: sent }),
            { code: 'VALIDATION_ERROR' },
            `${name}: ${sent}`,
          );
        }
      }
    });
  });
}

describe('other names that models know', () => {
  const lines = { filePath: 'a', newContent: '' };
  const rows: [tool: string, sent: Input, read: Input][] = [
    [
      'redline_replace_lines',
      { ...lines, start_pattern: '1', end_pattern: '2' },
      { startPattern: '1', endPattern: '2' },
    ],
    ['redline_search_text', { query: 'a', useRegex: 'true' }, { isRegex: true }],
    [
      'redline_search_text',
      { query: 'a', use_regex: true, ignore_case: 'true' },
      { isRegex: true, caseSensitive: false },
    ],
    ['redline_read_file', { file_path: 'a', lines: '5', offset: '0' }, { maxLines: 5, startLine: 1 }],
    ['redline_edit_file', { path: 'a', old_string: '1', new_string: 'true' }, { oldString: '1', newString: 'true' }],
    ['redline_write_file', { file_path: 'a', content: '10', dry_run: 'true' }, { content: '10', dryRun: true }],
  ];
  for (const [name, sent, read] of rows) {
    it(`${name}: ${Object.keys(sent).join(', ')}`, () => {
      const tool = allTools.find((each) => each.name === name);
      assert.ok(tool);
      const all = readInput(tool, sent);
      for (const [key, value] of Object.entries(read)) assert.deepEqual(all[key], value);
    });
  }

  it('are refused beside the own name, if they say something else', () => {
    const tool = multiEdit;
    assert.throws(() => readInput(tool, { edits, dryRun: true, dry_run: 'false' }), /"dryRun" was sent twice/);
    assert.equal(readInput(tool, { edits, dryRun: true, dry_run: 'true' })['dryRun'], true);
  });

  it('hide no half of a character', () => {
    const forged = String.raw`[{"filePath":"a","oldString":"x","newString":"\udc80"}]`;
    assert.throws(() => readInput(multiEdit, { edits: forged }), /surrogate/);
  });
});

describe('edits of one file', () => {
  const pair = { oldString: 'x', newString: 'y' };

  it('name it once, and may name another', async () => {
    const world = new MemoryWorld({ 'a.txt': 'x z', 'b.txt': 'x' });
    const list = [pair, { old_string: 'z', new_string: 'w' }, { ...pair, filePath: 'b.txt' }];
    const { result } = await succeed(multiEdit, world, { file_path: 'a.txt', edits: list });
    assert.equal(result['totalReplacements'], 3);
    assert.deepEqual([world.text('a.txt'), world.text('b.txt')], ['y w', 'y']);
  });

  it('are refused where none is named', async () => {
    const world = new MemoryWorld({ 'a.txt': 'x' });
    const list = [{ ...pair, filePath: 'a.txt' }, pair];
    assert.match(
      await fail(multiEdit, world, { edits: list }, 'VALIDATION_ERROR'),
      /^Edit 2 does not name a file\. Send/,
    );
  });
});
