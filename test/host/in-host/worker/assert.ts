/** As much of `node:assert/strict` as the suites use. */
function ok(value: unknown, message = 'a true value was expected'): asserts value {
  if (!value) throw new Error(message);
}

function equal(found: unknown, wanted: unknown, message?: string): void {
  ok(Object.is(found, wanted), explain(found, wanted, message));
}

function notEqual(found: unknown, unwanted: unknown, message?: string): void {
  ok(!Object.is(found, unwanted), `${message ?? 'something else was expected'}: ${shown(found)}`);
}

function deepEqual(found: unknown, wanted: unknown, message?: string): void {
  ok(same(found, wanted), explain(found, wanted, message));
}

function match(text: string, pattern: RegExp, message?: string): void {
  ok(pattern.test(text), explain(text, pattern.source, message));
}

function doesNotMatch(text: string, pattern: RegExp, message?: string): void {
  ok(!pattern.test(text), `${message ?? `${pattern.source} was not expected`}: ${shown(text)}`);
}

function fail(message: string): never {
  throw new Error(message);
}

function throws(body: () => unknown, pattern?: RegExp): void {
  try {
    body();
  } catch (error) {
    if (pattern !== undefined) match(String(error), pattern);
    return;
  }
  fail('an error was expected');
}

async function rejects(body: PromiseLike<unknown> | (() => PromiseLike<unknown>), pattern?: RegExp): Promise<void> {
  const outcome = await Promise.resolve(typeof body === 'function' ? body() : body).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  ok(outcome !== undefined, 'a rejection was expected');
  if (pattern !== undefined) match(String(outcome.error), pattern);
}

export const assert = Object.assign(ok.bind(undefined), {
  ok,
  equal,
  strictEqual: equal,
  notEqual,
  deepEqual,
  deepStrictEqual: deepEqual,
  match,
  doesNotMatch,
  fail,
  throws,
  rejects,
});

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    return a instanceof Uint8Array && b instanceof Uint8Array && same([...a], [...b]);
  }
  if (a instanceof Set || a instanceof Map) {
    return (b instanceof Set || b instanceof Map) && a.size === b.size && same(sorted(a), sorted(b));
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => right.has(key) && same(value, right.get(key)));
}

function sorted(values: Iterable<unknown>): unknown[] {
  return [...values].sort((left, right) => (shown(left) < shown(right) ? -1 : 1));
}

function explain(found: unknown, wanted: unknown, message?: string): string {
  return `${message === undefined ? '' : `${message}: `}found ${shown(found)}, expected ${shown(wanted)}`;
}

function shown(value: unknown): string {
  return value instanceof Error ? String(value) : (JSON.stringify(value) ?? String(value));
}
