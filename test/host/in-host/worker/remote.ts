import { thisRun } from '../this-run.ts';
import { fromWire, toWire } from '../wire.ts';
import { Buffer } from './buffer.ts';

/** Has Node call one of its functions, and waits: suites are written for the ones that wait. */
export function remote(module: string, name: string, args: readonly unknown[]): unknown {
  const { bridge } = thisRun;
  if (bridge === undefined) throw new Error('This run has no bridge to Node.');
  const request = new XMLHttpRequest();
  request.open('POST', bridge.url, false);
  request.send(JSON.stringify({ secret: bridge.secret, module, name, args: toWire(args) }));
  const answer: { value?: unknown; error?: { message: string; code?: string } } = JSON.parse(request.responseText);
  if (answer.error !== undefined) throw Object.assign(new Error(answer.error.message), answer.error);
  return revived(fromWire(answer.value));
}

function revived(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (typeof value !== 'object' || value === null || !('$is' in value)) return value;
  const questions = Object.entries(value.$is ?? {}).map(([name, is]: [string, unknown]) => [name, () => is]);
  return { ...value, ...Object.fromEntries(questions) };
}
