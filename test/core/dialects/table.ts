import assert from 'node:assert/strict';
import type { Dialect, HookCall, Intent } from '../../../src/core/dialects/dialect.ts';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import { numbersFrom } from '../../random.ts';
import { drawEdited, drawText, tidy } from './samples.ts';

/** The JSON that an agent writes for a call of a tool, in the shape that was recorded from it. */
export type Written = (tool: string, input: unknown, event?: 'before' | 'after') => unknown;

export function dialectOf(id: string): Dialect {
  const dialect = dialects.get(id);
  assert.ok(dialect !== undefined, `no dialect ${id}`);
  return dialect;
}

export function callOf(dialect: Dialect, stdin: unknown): HookCall {
  const call = dialect.readCall(stdin);
  assert.ok(call !== undefined, `not read: ${JSON.stringify(stdin)}`);
  return call;
}

/** What an answer prints, as JSON. */
export function printed({ stdout }: { readonly stdout: string }): unknown {
  return stdout === '' ? undefined : JSON.parse(stdout);
}

export type IntentCase = readonly [name: string, tool: string, input: unknown, intent: Intent | 'unpredictable'];

/** One test a row: what a tool's input means. */
export function readsAs(id: string, written: Written, cases: readonly IntentCase[]): void {
  const dialect = dialectOf(id);
  for (const [name, tool, input, expected] of cases) {
    it(`${tool}: ${name}`, () => {
      const intent = dialect.intentOf(callOf(dialect, written(tool, input)));
      const { searches: _, ...known } = { searches: undefined, ...intent };
      // What is found in folders: `test/vscode/endpoint/agentSearches.test.ts`.
      if (expected !== 'unpredictable') return assert.deepEqual(known, expected);
      assert.equal(intent.kind, 'unpredictable');
      assert.match(intent.why, /Redline/);
    });
  }
}

export const unknown: Intent = { kind: 'unknown' };

/** An intent of one replacement. */
export function replacing(path: string, oldText: string, newText: string, all = false): Intent {
  return { kind: 'changes', operations: [{ kind: 'replace', path, replacements: [{ oldText, newText, all }] }] };
}

export function writing(path: string, text: string, mustBeNew = false): Intent {
  return { kind: 'changes', operations: [{ kind: 'write', path, text, mustBeNew }] };
}

/**
 * Amends calls of an edit tool to random texts, and does them in the agent's own way: what comes out is what was approved.
 * Where an amendment is impossible, the tool could not have written that text at all, as `cannot` knows.
 */
export function writesWhatWasApproved(
  id: string,
  stdin: unknown,
  own: (before: string, input: Readonly<Record<string, unknown>>) => string,
  cannot: (before: string, after: string) => boolean,
): void {
  it('writes what was approved, whatever the texts', () => {
    const dialect = dialectOf(id);
    const call = callOf(dialect, stdin);
    const draw = numbersFrom(id.length);
    let count = 0;
    for (let round = 0; round < 3000; round++) {
      const drawn = drawText(draw);
      const shape = draw(3);
      const eol = shape === 0 ? '\n' : '\r\n';
      const before = shape === 2 ? drawn : tidy(drawn, eol);
      const edited = drawEdited(draw, before);
      const after = shape === 2 ? edited : tidy(edited, eol);
      if (before === after || before === '' || before === '\ufeff') continue;
      const amended = dialect.amend(call, [{ path: '/p/a.txt', before, after }]);
      const show = JSON.stringify({ before, after, amended });
      if ('reason' in amended) {
        assert.ok(cannot(before, after), show);
        continue;
      }
      assert.equal(own(before, amended.input as Record<string, unknown>), after, show);
      count++;
    }
    assert.ok(count > 1000, `only ${count}`);
  });
}

/** The text with the only place of another replaced. */
export function replaceOnly(text: string, oldText: string, newText: string): string {
  assert.equal(text.split(oldText).length, 2, 'not the only place');
  return text.split(oldText).join(newText);
}

/** Whether both texts have a byte order mark, or neither. */
export function sameMark(before: string, after: string): boolean {
  return before.startsWith('\ufeff') === after.startsWith('\ufeff');
}

/** Whether all line endings of the texts are LF, or all are CRLF. */
export function sameEndings(...texts: readonly string[]): boolean {
  const all = texts.join('');
  return !/\r(?!\n)/.test(all) && (!all.includes('\r\n') || !/(?<!\r)\n/.test(all));
}
