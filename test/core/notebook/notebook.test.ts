import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { renderCells } from '../../../src/core/notebook/renderCells.ts';
import { parseNotebook, readNotebook } from '../../../src/core/notebook/notebook.ts';
import { odd, read, writers, type Made } from './corpus.ts';

const textOf = ({ source }: Made): string => (typeof source === 'string' ? source : source.join(''));

describe('a notebook', () => {
  it('is rendered in pages of so many bytes, not of so many characters', () => {
    const source = `${'漢'.repeat(100)}\n`;
    const notebook = read(writers['jupyter']?.(Array.from({ length: 30 }, () => ({ kind: 'markdown', source }))) ?? '');
    const { lines, next } = renderCells(notebook, 1, 30, 1, { maxLines: 1000, maxBytes: 4000, column: 0 });
    assert.ok(next !== undefined);
    assert.ok(Buffer.byteLength(lines.join('\n')) < 5000, `${Buffer.byteLength(lines.join('\n'))} bytes`);
  });

  for (const [name, write] of Object.entries(writers)) {
    it(`of ${name} is read as cells`, () => {
      const { cells, language, format } = read(write(odd));
      assert.deepEqual(
        cells.map(({ source }) => source.text),
        odd.map(textOf),
      );
      assert.deepEqual(
        cells.map(({ kind }) => kind),
        odd.map(({ kind }) => kind),
      );
      assert.deepEqual(
        cells.map(({ id }) => id),
        odd.map(({ id }) => id),
      );
      assert.deepEqual([language, format[0]], ['python', 4]);
      assert.match(cells[1]?.outputs.join('; ') ?? '', /^stdout 20 bytes; image\/png 12 bytes, text\/html 7 bytes$/);
    });
  }

  it('tells the bytes of an output, not of its JSON', () => {
    const outputs = [
      { output_type: 'stream', name: 'stdout', text: ['é\n', '"\ud800"'] },
      { output_type: 'stream', name: 'stderr', text: 'é' },
      { output_type: 'execute_result', data: { 'application/json': { é: [1] }, 'text/plain': [] }, metadata: {} },
    ];
    const cell = { cell_type: 'code', metadata: {}, source: '', outputs };
    assert.deepEqual(
      read(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] })).cells[0]?.outputs,
      ['stdout 8 bytes', 'stderr 2 bytes', 'application/json 10 bytes, text/plain 0 bytes'],
    );
  });

  it('of format 3 is read from its worksheets', () => {
    const { cells } = read(
      JSON.stringify({
        nbformat: 3,
        nbformat_minor: 0,
        metadata: { name: '' },
        worksheets: [
          {
            cells: [
              { cell_type: 'heading', level: 1, source: 'T' },
              { cell_type: 'code', input: ['a\n', 'b'], language: 'python', outputs: [], prompt_number: 3 },
            ],
          },
        ],
      }),
    );
    assert.deepEqual(
      cells.map(({ kind, source, executionCount, language }) => [kind, source.text, executionCount, language]),
      [
        ['heading', 'T', undefined, undefined],
        ['code', 'a\nb', 3, 'python'],
      ],
    );
  });

  const broken: readonly (readonly [string, RegExp])[] = [
    ['', /missing/],
    ['{}', /nbformat is neither/],
    ['{"nbformat":4}', /no cells/],
    ['{"nbformat":4,"cells":[]} x', /more text/],
    ['{"nbformat":4,"cells":[],"cells":[]}', /"cells" twice/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":"a","source":"b"}]}', /"source" twice/],
    ['{"nbformat":4,"cells":[{"cell_type":"code"}]}', /cell 1 has no source/],
    ['{"nbformat":4,"cells":[{"source":"a"}]}', /cell 1 has no cell_type/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":7}]}', /"\[" is missing/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":[1]}]}', /quotes is missing/],
    ['{"nbformat":4,\n<<<<<<< HEAD\n"cells":[]}', /quotes is missing/],
    ['{"nbformat":4,"cells":[],}', /quotes is missing/],
    ['{"nbformat":4,"cells":[,]}', /"\{" is missing/],
    ['{"nbformat":4,"cells":[] /* */}', /"," or "\}" is missing/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":"a\u0000b"}]}', /invalid character/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":"\\x41"}]}', /invalid character/],
    ['{"nbformat":4,"cells":[{"cell_type":"code","source":"a', /does not end/],
    ['{"nbformat":4,"cells":[],"metadata":[01]}', /invalid/],
    ['{"nbformat":4,"cells":[],"metadata":{"a":[1}}', /"," or "\]" is missing/],
    [`{"nbformat":4,"cells":[],"metadata":${'['.repeat(5000)}${']'.repeat(5000)}}`, /nested too deeply/],
    ['{"nbformat":5,"cells":[]}', /neither 3 nor 4/],
    ['{"nbformat":4,"cells":[],"worksheets":[{"cells":[]}]}', /not where format 4 has them/],
    ['{"nbformat":3,"cells":[],"worksheets":[{"cells":[]}]}', /not where format 3 has them/],
    ['{"nbformat":4,"worksheets":[{"cells":[]}]}', /not where format 4 has them/],
    ['\ufeff{"nbformat":4,"cells":[]}', /missing/],
  ];
  for (const [text, reason] of broken) {
    it(`is refused with words: ${JSON.stringify(text.slice(0, 70))}`, () => {
      const fault = parseNotebook(text);
      assert.ok('reason' in fault);
      assert.match(fault.reason, reason);
    });
  }

  it('is read in steps, however long its texts are', () => {
    const texts = ['a'.repeat(3_000_000), 'a"b'.repeat(1_000_000), 'a\n'.repeat(1_000_000).split(/(?<=\n)/)];
    for (const text of texts) {
      const cell = { cell_type: 'code', source: 'x', outputs: [{ data: { 'text/plain': text } }] };
      const steps = readNotebook(JSON.stringify({ nbformat: 4, nbformat_minor: 4, metadata: {}, cells: [cell] }));
      let count = 0;
      let last = steps.next();
      for (; last.done !== true; last = steps.next()) count++;
      assert.ok('cells' in last.value && count >= 3, `${count} steps`);
    }
  });

  it('names the line of a fault', () => {
    const fault = parseNotebook('{"nbformat":4,\n<<<<<<< HEAD\n"cells":[]}');
    assert.deepEqual('reason' in fault ? fault.line : undefined, 2);
  });

  it('is read exactly where JSON.parse reads it', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '"', '\\', '}', '0', ' ', '\n', '-', '{'),
        (json, at, bit) => {
          const mutated = json.slice(0, at % (json.length + 1)) + bit + json.slice((at % (json.length + 1)) + (at % 2));
          const text = `{"nbformat":4,"cells":[],"metadata":{"x":${mutated}}}`;
          let isValid = true;
          try {
            JSON.parse(text);
          } catch {
            isValid = false;
          }
          const found = parseNotebook(text);
          // Names that stand twice are refused where JSON.parse takes the last.
          if ('reason' in found && found.reason.endsWith('twice')) return;
          assert.equal('reason' in found, !isValid || !Object.hasOwn(JSON.parse(text), 'cells'), text);
        },
      ),
      { seed: 7, numRuns: 2000 },
    );
  });
});
