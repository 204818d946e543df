import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claude } from '../../../../src/core/dialects/agents/claude.ts';
import type { HookCall } from '../../../../src/core/dialects/dialect.ts';

/** A call of NotebookEdit that the real Claude Code 2.1.330 made, and the file before and after; null if it refused. */
interface Recorded {
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
  readonly before: string;
  readonly after: string | null;
}

const file = join(import.meta.dirname, '../../../fixtures/dialects/claude-notebooks.jsonl');
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line): Recorded => JSON.parse(line));
const path = '/p/n.ipynb';

const callOf = ({ input }: Pick<Recorded, 'input'>): HookCall => ({
  phase: 'preToolUse',
  event: 'PreToolUse',
  tool: 'NotebookEdit',
  input: { notebook_path: path, ...input },
  cwd: '/p',
});

function predicted(row: Pick<Recorded, 'input' | 'before'>): string | undefined {
  const intent = claude.intentOf(callOf(row));
  assert.ok(intent.kind === 'changes' && intent.operations.length === 1);
  const [operation] = intent.operations;
  assert.ok(operation);
  return claude.predictEdit(operation, row.before);
}

describe("Claude Code's NotebookEdit", () => {
  for (const row of rows) {
    it(`is predicted to the byte: ${row.name} ${JSON.stringify(row.input)}`, () => {
      // A new cell of format 4.5 gets an id at random.
      const isRandom = row.name === 'ins5';
      assert.equal(predicted(row), isRandom ? undefined : (row.after ?? undefined));
    });
  }

  it('writes what the person made of the source, and nothing else that they changed', () => {
    const row = rows.find(({ name }) => name === 'jup');
    assert.ok(row !== undefined);
    const proposed = predicted(row);
    assert.ok(proposed !== undefined);
    const amended = proposed.replace('q = 1', 'q = 2');
    assert.notEqual(amended, proposed);
    const files = (after: string) => [{ path, before: row.before, after }];
    const answer = claude.amend(callOf(row), files(amended));
    assert.ok('input' in answer);
    assert.deepEqual(answer.input, { notebook_path: path, ...row.input, new_source: 'x = "é"\nq = 2\n' });
    for (const other of [
      proposed.replace('# T', '# U'),
      proposed.replace('"collapsed": true', '"collapsed": 1'),
      '{}',
      `${amended}\n`,
    ]) {
      const refused = claude.amend(callOf(row), files(other));
      assert.ok('reason' in refused);
      assert.match(refused.reason, /edit_notebook/);
    }
  });

  it('is not predicted for what is no notebook', () => {
    const input = { cell_id: 'b2', new_source: 'x' };
    for (const before of ['', '{', '[]', 'null', '{"cells":{}}', '{"cells":[1]}'])
      assert.equal(predicted({ input, before }), undefined);
  });
});
