import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../fixtures/outcomes');

/**
 * Tests each row of `test/fixtures/outcomes/<name>.jsonl`: an input, and what the work makes of it. Between them the rows
 * reach every branch that thousands of generated inputs reached, each by the shortest input that does.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the rows are what the work takes
export function outcomesHold<Input>(name: string, work: (input: Input) => unknown): void {
  const lines = readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  describe(name, () => {
    for (const line of lines) {
      const [input, expected]: [Input, unknown] = JSON.parse(line);
      const title = JSON.stringify(input);
      it(title.length > 120 ? `${title.slice(0, 120)}…` : title, async () => {
        assert.deepEqual(plain(await outcomeOf(() => work(input))), expected);
      });
    }
  });
}

/** What a function returns, or the error that it throws. */
async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) return { error: error.message, code: 'code' in error ? error.code : error.name };
    throw error;
  }
}

/** What a function returns at once, or the error that it throws. */
export function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

/** A value as JSON has it; bytes become Latin-1 text. */
function plain(value: unknown): unknown {
  const json = JSON.stringify(value, (_, each: unknown) =>
    each instanceof Uint8Array ? Buffer.from(each).toString('latin1') : each,
  );
  return json === undefined ? null : JSON.parse(json);
}
