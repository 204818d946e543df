import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pathToFileURL } from 'node:url';
import { sha256 } from '../../../src/core/text/bytes.ts';
import type { ReviewItem } from '../../../src/core/watch/reviewItem.ts';
import { absentState, type Write } from '../../../src/core/watch/writes.ts';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import type { FolderWatch, WriteAttribution } from '../../../src/tools/ports/watchPort.ts';
import { numbersFrom } from '../../random.ts';
import { Ground } from './ground.ts';

/** Sequences (more by hand: REDLINE_SEQUENCES=500), and what happens in each. */
const [sequences, steps] = [Number(process.env['REDLINE_SEQUENCES'] ?? 40), 6];
/** Some are files or folders, in turns. */
const names = ['a', 'b', 'b/x', 'd/c', 'd/e/f', 'd/e', 'g h'];
const atFirst = ['a', 'b', 'd/c', 'd/e/f', 'g h'];

interface File {
  readonly text: string;
  readonly mode: 'file' | 'executable';
}
type Files = Map<string, File>;

/**
 * A model of a few files, beside the real ones: what is on disk, and what the person has seen of each. Whatever happens, the
 * items are exactly the files in which the two differ, with these bytes and modes.
 */
class Model implements WriteAttribution {
  readonly disk: Files = new Map();
  readonly seen: Files = new Map();
  writes: (Write & { readonly path: string })[] = [];
  readonly contents = new Map<string, Uint8Array>();

  whenRecorded(): Promise<void> {
    return Promise.resolve();
  }

  isInNestedFolder(): boolean {
    return false;
  }

  originOf(): { readonly kind: 'outside' } {
    return { kind: 'outside' };
  }

  writesOf(name: string): readonly Write[] {
    return this.writes.filter((write) => write.path === name);
  }

  bytesOf(_name: string, hash: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.contents.get(hash));
  }

  async note(
    name: string,
    before: File | undefined,
    after: File,
    more: Partial<Pick<Write, 'by' | 'executable'>> = {},
  ): Promise<void> {
    const [one = absentState, other = absentState] = await Promise.all(
      [before, after].map((file) => this.#state(file?.text)),
    );
    this.writes.push({ path: name, before: one, after: other, by: 'reviewed', isDone: true, ...more });
  }

  async #state(text: string | undefined): Promise<string> {
    if (text === undefined) return absentState;
    const bytes = Buffer.from(text);
    const state = await sha256(bytes);
    this.contents.set(state, bytes);
    return state;
  }
}

describe('random sequences of commands, saves, keeps and reverts', () => {
  it(`leave what is to be reviewed right, byte for byte, ${sequences} times`, async function () {
    this.timeout(0);
    const ground = Ground.repository();
    ground.write(Object.fromEntries(atFirst.map((name) => [name, `${name}\n1\n2\n3\n4\n5\n6\n`])));
    ground.commit();
    const place = { folder: pathToFileURL(ground.root).toString(), storage: pathToFileURL(ground.store).toString() };
    const watch = await openWatch({ ...place, isSecret: () => false });
    const model = new Model();
    for (const name of atFirst) {
      const file = { text: readFileSync(ground.at(name), 'utf8'), mode: 'file' } as const;
      model.disk.set(name, file);
      model.seen.set(name, file);
    }
    try {
      await watch.scan(model);
      for (let seed = 1; seed <= sequences; seed++) {
        const draw = numbersFrom(seed);
        for (let step = 0; step < steps; step++) await act(draw, ground, model, watch);
        await settle(model, watch, seed);
      }
    } finally {
      watch.dispose();
      ground.dispose();
    }
  });
});

/** Looks, and compares the items with the model. */
async function settle(model: Model, watch: FolderWatch, seed: number): Promise<void> {
  await watch.scan(model);
  model.writes = [];
  const all = [...new Set([...model.disk.keys(), ...model.seen.keys()])].sort();
  const differing = all.filter((name) => !isDeepStrictEqual(model.disk.get(name), model.seen.get(name)));
  assert.deepEqual([...watch.items.keys()].sort(), differing, `seed ${seed}`);
  for (const [name, item] of watch.items) {
    assert.deepEqual(await sides(watch, item), [model.seen.get(name), model.disk.get(name)], `seed ${seed}: ${name}`);
  }
}

async function sides(watch: FolderWatch, { baseline, current }: ReviewItem): Promise<unknown[]> {
  const fileOf = async (side: ReviewItem['current']): Promise<unknown> =>
    side && { text: Buffer.from(await watch.contentOf(side)).toString(), mode: side.mode };
  return [await fileOf(baseline), await fileOf(current)];
}

async function act(draw: (below: number) => number, ground: Ground, model: Model, watch: FolderWatch): Promise<void> {
  const name = names[draw(names.length)] ?? 'a';
  const now = model.disk.get(name);
  const fresh = { text: `${draw(1000)}\n`, mode: 'file' } as const;
  switch (draw(10)) {
    case 0:
      return write(ground, model, name, { ...fresh, ...now, text: `${now?.text ?? ''}agent ${fresh.text}` });
    case 1:
      return write(ground, model, name, fresh);
    case 2:
      if (now !== undefined) remove(ground, model, name);
      return;
    case 8:
      if (now !== undefined) write(ground, model, name, { ...now, mode: now.mode === 'file' ? 'executable' : 'file' });
      return;
    case 9: {
      // A call that is reviewed later.
      await watch.scan(model);
      model.writes = [];
      await model.note(name, now, fresh, { by: { kind: 'later', entry: fresh.text } });
      return write(ground, model, name, { ...fresh, mode: now?.mode ?? 'file' });
    }
    case 3:
      return move(ground, model, name, `${name}-${draw(3)}`);
    case 4:
      return save(draw, ground, model, watch, name);
    case 5: {
      await watch.scan(model);
      model.writes = [];
      const item = [...watch.items.values()][draw(4)];
      if (item === undefined) return;
      await watch.accept([item]);
      return see(model, item.path, model.disk.get(item.path));
    }
    case 6:
      return keepPart(draw, model, watch);
    default:
      return revert(draw, ground, model, watch);
  }
}

/** Makes a file, also where a folder is, or a file in place of its folder. */
function write(ground: Ground, model: Model, name: string, file: File): void {
  for (const other of model.disk.keys()) {
    if (other.startsWith(`${name}/`) || name.startsWith(`${other}/`)) remove(ground, model, other);
  }
  const at = ground.at(name);
  if (!model.disk.has(name)) rmSync(at, { recursive: true, force: true });
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, file.text);
  chmodSync(at, file.mode === 'file' ? 0o644 : 0o755);
  model.disk.set(name, file);
}

function remove(ground: Ground, model: Model, name: string): void {
  rmSync(ground.at(name));
  model.disk.delete(name);
}

function move(ground: Ground, model: Model, from: string, to: string): void {
  const file = model.disk.get(from);
  if (file === undefined) return;
  renameSync(ground.at(from), ground.at(to));
  model.disk.delete(from);
  model.disk.set(to, file);
}

/** The person saves: a line of theirs is at the top of both sides, since everything else is below it. */
async function save(
  draw: (below: number) => number,
  ground: Ground,
  model: Model,
  watch: FolderWatch,
  name: string,
): Promise<void> {
  await watch.scan(model);
  model.writes = [];
  const now = model.disk.get(name);
  const seen = model.seen.get(name);
  // Only where the two cannot meet: the first lines of both sides are the same.
  if (now === undefined || seen === undefined || now.text.slice(0, 6) !== seen.text.slice(0, 6)) return;
  const withMine = ({ text, mode }: File): File => ({ text: mine + text, mode });
  const mine = `me ${draw(1000)}\n`;
  await model.note(name, now, withMine(now));
  write(ground, model, name, withMine(now));
  model.seen.set(name, withMine(seen));
}

async function keepPart(draw: (below: number) => number, model: Model, watch: FolderWatch): Promise<void> {
  await watch.scan(model);
  model.writes = [];
  const item = [...watch.items.values()][draw(4)];
  if (item === undefined) return;
  const seen = model.seen.get(item.path);
  const text = `${seen?.text ?? ''}part\n`;
  await watch.acceptPart(item, Buffer.from(text));
  // A part of the text leaves the mode to be reviewed.
  see(model, item.path, { text, mode: (seen ?? model.disk.get(item.path))?.mode ?? 'file' });
}

/** A revert is a write that the journal knows. */
async function revert(
  draw: (below: number) => number,
  ground: Ground,
  model: Model,
  watch: FolderWatch,
): Promise<void> {
  await watch.scan(model);
  model.writes = [];
  const item = [...watch.items.values()][draw(4)];
  const seen = item && model.seen.get(item.path);
  if (item === undefined || seen === undefined) return;
  await model.note(item.path, model.disk.get(item.path), seen, { executable: seen.mode === 'executable' });
  write(ground, model, item.path, seen);
}

function see(model: Model, name: string, file: File | undefined): void {
  if (file === undefined) model.seen.delete(name);
  else model.seen.set(name, file);
}
