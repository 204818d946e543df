import assert from 'node:assert/strict';
import type { RangeEdit } from '../../../src/tools/ports/languagePorts.ts';
import { renameSymbol } from '../../../src/tools/change/renameSymbol.ts';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import { fail, succeed } from '../call.ts';
import { edit, service, worldWith } from '../languageService.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const input = { filePath: 'a.ts', symbol: 'tea', newName: 'chai', line: 1 };

describe('redline_rename_symbol', () => {
  it('says so where there are more places than it looks at', async () => {
    const world = worldWith(
      { 'a.ts': 'let tea;\n', 'b.md': 'tea\n'.repeat(1000) },
      service({ 'a.ts': [edit(0, 4, 3, 'chai')] }),
    );
    const { text } = await succeed(renameSymbol, world, input);
    assert.match(text, /Only the first 1000 places with tea were looked at; it may stay at others\./);
  });

  it('edits every place of every file as one change, in any line ending, and says where the name stays', async () => {
    const files = { 'a.ts': 'let tea;\r\n// tea\r\ntea = { tea };\r\n', 'b.ts': '\rtea();', 'c.md': 'tea' };
    const told = service({
      'a.ts': [edit(2, 8, 3, 'tea: chai'), edit(0, 4, 3, 'chai'), edit(2, 0, 3, 'chai')],
      'b.ts': [edit(1, 0, 3, 'chai')],
    });
    const world = worldWith(files, told);
    const { text, result } = await succeed(renameSymbol, world, input);
    assert.equal(world.text('a.ts'), 'let chai;\r\n// tea\r\nchai = { tea: chai };\r\n');
    assert.equal(world.text('b.ts'), '\rchai();');
    assert.equal(world.text('c.md'), 'tea');
    assert.match(text, /^Renamed tea to chai in 2 files: 4 places\./);
    assert.match(text, /tea also stands, and was left, at: a\.ts:2, c\.md:1\./);
    assert.deepEqual(result['unchanged'], ['a.ts:2', 'c.md:1']);
    assert.deepEqual(told.asked, [
      {
        uri: 'file:///ws/a.ts',
        at: { line: 0, column: 4 },
        newName: 'chai',
        known: ['file:///ws/a.ts', 'file:///ws/b.ts', 'file:///ws/c.md'],
      },
    ]);
    const cautions = world.asked[0]?.changes.flatMap((change) => change.cautions ?? []) ?? [];
    assert.deepEqual(
      cautions.map(({ message }) => inEnglish(message)),
      ['tea also stands, and stays, at: a.ts:2, c.md:1'],
    );
  });

  it('takes the symbol by its whole name, and asks for the column where it stands twice', async () => {
    const told = service({ 'a.ts': [edit(0, 15, 3, 'chai')] });
    const world = worldWith({ 'a.ts': 'steam = teapot.tea + tea_;\ntea.tea\n$tea tea$' }, told);
    await succeed(renameSymbol, world, input);
    assert.equal(world.text('a.ts'), 'steam = teapot.chai + tea_;\ntea.tea\n$tea tea$');
    assert.match(await fail(renameSymbol, world, { ...input, line: 2 }, 'AMBIGUOUS_MATCH'), /column 1, 5\./);
    assert.match(await fail(renameSymbol, world, { ...input, line: 3 }, 'NO_MATCH'), /does not stand on line 3/);
    assert.match(await fail(renameSymbol, world, { ...input, line: 9 }, 'NO_MATCH'), /Read the file again/);
    await fail(renameSymbol, world, { ...input, newName: 'tea' }, 'NO_CHANGE');
    await fail(renameSymbol, world, { ...input, line: 2, column: 2 }, 'AMBIGUOUS_MATCH');
  });

  const stale: readonly (readonly [name: string, edits: readonly RangeEdit[]])[] = [
    ['another text', [edit(0, 3, 3, 'chai')]],
    ['a line that is not there', [edit(7, 0, 3, 'chai')]],
    ['the end of a line', [edit(0, 6, 3, 'chai')]],
    ['a negative column', [edit(0, -1, 3, 'chai')]],
    ['two edits at one place', [edit(0, 4, 3, 'chai'), edit(0, 4, 3, 'chai')]],
    ['a range that runs back', [{ start: { line: 0, column: 7 }, end: { line: 0, column: 4 }, text: 'chai' }]],
    ['no text, as a service that puts something in', [edit(0, 4, 0, 'chai')]],
  ];
  for (const [name, edits] of stale) {
    it(`refuses edits of ${name}, since the service has an older text`, async () => {
      const world = worldWith(
        { 'a.ts': 'let tea;\n', 'b.ts': 'tea' },
        service({ 'b.ts': [edit(0, 0, 3, 'chai')], 'a.ts': edits }),
      );
      assert.match(await fail(renameSymbol, world, input, 'STALE'), /older text of a\.ts/);
    });
  }

  it('takes no name that TypeScript cannot read, since its service takes any text', async () => {
    const told = service({ 'a.ts': [edit(0, 4, 3, 'x')], 'a.py': [edit(0, 0, 3, 'te-a')] });
    const files = { 'a.ts': 'let tea;\nclass A { #tea }\nx["te a"]\n', 'a.py': 'tea = 1\n' };
    for (const newName of ['two words', '1st', '', 'a.b', '#tea', 'té-a', '"x"'])
      await fail(renameSymbol, worldWith(files, told), { ...input, newName }, 'VALIDATION_ERROR');
    const own = { ...input, line: 2, symbol: '#tea' };
    await fail(renameSymbol, worldWith(files, told), { ...own, newName: 'tea' }, 'VALIDATION_ERROR');
    for (const newName of ['té', '$', '_1', '\u{20BB7}'])
      await succeed(renameSymbol, worldWith({ 'a.ts': 'let tea;\n' }, service({ 'a.ts': [edit(0, 4, 3, newName)] })), {
        ...input,
        newName,
      });
    const python = service({ 'a.py': [edit(0, 0, 3, 'te-a')] });
    await succeed(renameSymbol, worldWith(files, python), { ...input, filePath: 'a.py', newName: 'te-a' });
  });

  it('refuses what it cannot do in whole', async () => {
    const moves = [{ from: 'file:///ws/a.ts', to: 'file:///ws/b.ts' }];
    const edits = { 'a.ts': [edit(0, 4, 3, 'chai')] };
    for (const told of [service(edits, { moves }), service(edits, { createsOrDeletes: true })]) {
      await fail(renameSymbol, worldWith({ 'a.ts': 'let tea;' }, told), input, 'VALIDATION_ERROR');
    }
    await fail(renameSymbol, worldWith({ 'a.ts': 'let tea;' }, service({})), input, 'NO_CHANGE');
    await fail(renameSymbol, worldWith({ 'a.ts': 'let tea;' }, service({ 'gone.ts': [] })), input, 'NOT_FOUND');
    await fail(renameSymbol, new MemoryWorld({ 'a.ts': 'let tea;' }), input, 'VALIDATION_ERROR');
  });
});
