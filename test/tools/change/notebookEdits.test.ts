import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { editNotebook } from '../../../src/tools/change/editNotebook.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import { read, writer, writers, type Made } from '../../core/notebook/corpus.ts';
import { n, world } from '../notebook.ts';

const word = fc.constantFrom('x = 1', 'print("é")', '\u{1F600}', '\\n', '"', '\u2028', '\t', '');
const source = fc
  .tuple(fc.array(word, { maxLength: 4 }), fc.constantFrom('text', '\n', '\r\n'))
  .map(([lines, form]) => (form === 'text' ? lines.join('\n') : lines.map((line) => `${line}${form}`)));
const kind = fc.constantFrom('code' as const, 'markdown' as const, 'raw' as const);
const id = fc.constantFrom('a', 'b', '2', 'é');
/** Cells, some without an id, or with one that another has, or that is another's number. */
const made: fc.Arbitrary<Made[]> = fc.array(fc.oneof(fc.record({ kind, source, id }), fc.record({ kind, source })), {
  minLength: 1,
  maxLength: 5,
});
const request = fc.record({
  action: fc.constantFrom('insert', 'replace', 'delete', 'move', 'setKind', 'edit'),
  cell: fc.nat(4),
  after: fc.nat(5),
  kind: fc.option(kind, { nil: undefined }),
  text: fc.array(word, { maxLength: 3 }).map((lines) => lines.join('\n')),
});

/** The notebook in format 3, which has no ids and other names. */
function toFormat3(text: string): string {
  const { cells, metadata } = JSON.parse(text);
  const old = cells.map(({ source: own, cell_type: type, ...rest }: { source: unknown; cell_type: string }) => ({
    ...rest,
    cell_type: type,
    [type === 'code' ? 'input' : 'source']: own,
  }));
  return JSON.stringify({ metadata, worksheets: [{ cells: old }], nbformat: 3, nbformat_minor: 0 }, undefined, 1);
}
const forms = fc.constantFrom<((text: string) => string)[]>(
  (text) => text,
  (text) => `\ufeff${text}`,
  (text) => text.trimEnd(),
  (text) => `${text}\n \n`,
  toFormat3,
);

/** The JSON of each cell, and what stands before and behind them all. */
function split(text: string) {
  const { cells, text: json } = read(text.replace(/^\ufeff/, ''));
  const [start, end] = [cells[0]?.span.start, cells.at(-1)?.span.end];
  return {
    cells: cells.map(({ span }) => json.slice(span.start, span.end)),
    sources: cells.map((cell) => cell.source.text),
    around: start === undefined ? undefined : [json.slice(0, start), json.slice(end)],
  };
}

describe('a notebook that is edited by its tools', () => {
  it('keeps every byte outside of the cells that the call names, or is not changed', async () => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(writer, made, forms, request, async (name, cells, form, { action, ...rest }) => {
        const before = form(writers[name]?.(cells) ?? '');
        const here = world(before);
        await runTool(readFile, { filePath: n }, here.call, here.world());
        const [index, after] = [rest.cell % cells.length, rest.after % (cells.length + 1)];
        const old = split(before);
        const ofCell = action === 'insert' ? {} : { cell: `#${index + 1}` };
        const input =
          action === 'edit'
            ? { ...ofCell, oldString: old.sources[index]?.slice(0, 3), newString: rest.text }
            : { ...ofCell, action, after: `#${after}`, kind: rest.kind, source: rest.text };
        const tool = action === 'edit' ? editFile : editNotebook;
        const outcome = await runTool(tool, { filePath: n, ...input }, here.call, here.world());
        if (!outcome.ok) {
          assert.equal(here.text(n), before);
          return assert.match(outcome.error.code, /^(?:VALIDATION_ERROR|NO_CHANGE|AMBIGUOUS_MATCH|NO_MATCH)$/);
        }
        applied++;
        const now = split(here.text(n) ?? '');
        const others = old.cells.toSpliced(index, 1);
        if (action === 'insert') assert.deepEqual(now.cells.toSpliced(after, 1), old.cells);
        else if (action === 'delete') assert.deepEqual(now.cells, others);
        else if (action === 'move')
          assert.deepEqual(now.cells, others.toSpliced(after > index ? after - 1 : after, 0, old.cells[index] ?? ''));
        else assert.deepEqual(now.cells.toSpliced(index, 1), others);
        if (action === 'replace') assert.equal(now.sources[index]?.replaceAll('\r\n', '\n'), rest.text);
        if (now.around !== undefined) assert.deepEqual(now.around, old.around);
      }),
      { seed: 22, numRuns: 600 },
    );
    assert.ok(applied > 150, `${applied}`);
  });
});
