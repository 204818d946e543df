// Hands changes over to an agent, and says what the history has of them.

import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { Disk } from '../journal/disk.ts';
import { Machine } from '../journal/window.ts';
import * as plan from './plans.ts';
import { openWindow } from './window.ts';
import { World } from './world.ts';

/** What an agent's tool does with the files after they were approved. */
export type Writes = (world: World) => void;

export const puts =
  (...files: readonly (readonly [path: string, text: string])[]): Writes =>
  (world) => {
    for (const [path, text] of files) world.putText(plan.at(path).uri, text);
  };

export const edit = plan.edit('a', 'a before', 'a after');

export interface Row {
  readonly title: string;
  readonly changes: readonly Change[];
  readonly writes: Writes;
  /** What the history keeps, as the kind, the path and the text after; none if nothing was written. */
  readonly history: readonly string[];
  readonly different?: readonly string[];
}

export function start() {
  const world = new World();
  world.put(plan.root, { kind: 'folder', mode: 0o755 });
  puts(['a', 'a before'], ['b', 'b before'])(world);
  const place = { world, machine: new Machine(new Disk()) };
  return { ...place, place, window: openWindow(place, 'first') };
}

export async function historyOf({ journal }: ReturnType<typeof openWindow>): Promise<string[]> {
  const entries = await Promise.all(journal.entries.map((entry) => journal.contents.changesOf(entry)));
  assert.ok(journal.entries.every(({ state }) => state === 'applied'));
  return entries.flat().map(lineOf);
}

export function lineOf(change: Change): string {
  const after = 'after' in change && change.after.kind === 'text' ? `: ${change.after.text}` : '';
  return `${change.kind} ${change.at.path}${after}`;
}
