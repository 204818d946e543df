import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isPartialWrite } from '../../../src/core/journal/partialWrite.ts';
import type { BareHost } from './bareHost.ts';
import type { Files, FortyFiles } from './fortyFiles.ts';

/** Writes what a change starts from, as another program does. */
export async function lay(host: BareHost, plan: FortyFiles): Promise<FortyFiles> {
  for (const [name, text] of Object.entries(plan.before)) await host.workspace.write(name, text);
  return plan;
}

/**
 * Notes how the files of a plan are now. The returned function resolves as soon as one of them has changed; it looks
 * without a pause, since a call writes all of them within milliseconds.
 */
export function watchForWrite(host: BareHost, { before, after }: FortyFiles): () => Promise<void> {
  const stampOf = (name: string): string => {
    const stats = statSync(path.join(host.workspace.root, name), { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? '' : [stats.ino, stats.size, stats.mtimeNs].join(':');
  };
  const stamps = Object.keys({ ...before, ...after }).map((name) => [name, stampOf(name)] as const);
  return async () => {
    const end = Date.now() + 60_000;
    while (stamps.every(([name, stamp]) => stampOf(name) === stamp)) {
      assert.ok(Date.now() < end, 'nothing is written');
      await nextTurn();
    }
  };
}

/**
 * Whether all files are as before, all as after, or some this and some that. Throws where one is neither; with
 * `mayBePartial`, which is for the moment after a kill, one may also be a write that was cut off between two pages.
 */
export function stateOf(
  host: BareHost,
  { before, after }: FortyFiles,
  { mayBePartial = false } = {},
): 'before' | 'after' | 'mixed' {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => before[name] !== after[name]);
  const seen = differing.map((name) => {
    const found = read(host, name);
    if (found === before[name]) return 'before';
    if (found === after[name] || isMovedOnly(name, found, before)) return 'after';
    if (
      mayBePartial &&
      found !== undefined &&
      isPartial(found, before[name] ?? before[name.replace('-moved', '')], after[name])
    )
      return 'partial';
    return assert.fail(`${name} is neither as before nor as after: ${found?.length ?? 'no'} characters`);
  });
  if (seen.every((each) => each === 'before')) return 'before';
  return seen.every((each) => each === 'after') ? 'after' : 'mixed';
}

function isPartial(found = '', before = '', after = ''): boolean {
  return isPartialWrite(Buffer.from(found), Buffer.from(before), Buffer.from(after));
}

/** A file at its new place that still has the text of its old one is whole, too. */
function isMovedOnly(name: string, found: string | undefined, before: Files): boolean {
  return name.includes('-moved') && found === before[name.replace('-moved', '')];
}

function read(host: BareHost, name: string): string | undefined {
  try {
    return readFileSync(path.join(host.workspace.root, name), 'utf8');
  } catch {
    return undefined;
  }
}
