import assert from 'node:assert/strict';
import type { Dialect, HookCall, Intent } from '../../../src/core/dialects/dialect.ts';
import { dialects } from '../../../src/core/dialects/dialects.ts';

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

export type IntentCase = readonly [name: string, tool: string, input: unknown, intent: Intent | 'unseeable'];

/** One test a row: what a tool's input means. */
export function readsAs(id: string, written: Written, cases: readonly IntentCase[]): void {
  const dialect = dialectOf(id);
  for (const [name, tool, input, expected] of cases) {
    it(`${tool}: ${name}`, () => {
      const intent = dialect.intentOf(callOf(dialect, written(tool, input)));
      if (expected !== 'unseeable') return assert.deepEqual(intent, expected);
      assert.equal(intent.kind, 'unseeable');
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
