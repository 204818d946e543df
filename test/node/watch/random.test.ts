import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sha256 } from '../../../src/core/text/hash.ts';
import type { ReviewItem } from '../../../src/core/watch/reviewItem.ts';
import { absent, type Write } from '../../../src/core/watch/writes.ts';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import type { FolderWatch, WriteAttribution } from '../../../src/tools/ports/watchPort.ts';
import { numbersFrom } from '../../random.ts';
import { Ground } from './ground.ts';

/** Sequences, and what happens in each. */
const [sequences, steps] = [100, 6];
const names = ['a', 'b', 'd/c', 'd/e/f', 'g h'];
type Files = Map<string, string>;

/**
 * A model of a few files, beside the real ones: what is on disk, and what the person has seen of each. Whatever happens, the
 * items are exactly the files in which the two differ, with these bytes.
 */
class Model implements WriteAttribution {
  readonly disk: Files = new Map();
  readonly seen: Files = new Map();
  writes: (Write & { readonly path: string })[] = [];
  readonly contents = new Map<string, Uint8Array>();

  noted(): Promise<void> {
    return Promise.resolve();
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

  async note(name: string, before: string | undefined, after: string): Promise<void> {
    const states = await Promise.all([before, after].map((text) => this.#state(text)));
    this.writes.push({
      path: name,
      before: states[0] ?? absent,
      after: states[1] ?? absent,
      by: 'reviewed',
      isDone: true,
    });
  }

  async #state(text: string | undefined): Promise<string> {
    if (text === undefined) return absent;
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
    ground.write(Object.fromEntries(names.map((name) => [name, `${name}\n1\n2\n3\n4\n5\n6\n`])));
    ground.commit();
    const place = { folder: pathToFileURL(ground.root).toString(), storage: pathToFileURL(ground.store).toString() };
    const watch = await openWatch({ ...place, isSecret: () => false });
    const model = new Model();
    for (const name of names) {
      model.disk.set(name, readFileSync(ground.at(name), 'utf8'));
      model.seen.set(name, readFileSync(ground.at(name), 'utf8'));
    }
    try {
      await watch.look(model);
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
  await watch.look(model);
  model.writes = [];
  const expected = new Set(
    [...model.disk.keys(), ...model.seen.keys()].filter((name) => model.disk.get(name) !== model.seen.get(name)),
  );
  assert.deepEqual([...watch.items.keys()].sort(), [...expected].sort(), `seed ${seed}`);
  for (const [name, item] of watch.items) {
    assert.deepEqual(await sides(watch, item), [model.seen.get(name), model.disk.get(name)], `seed ${seed}: ${name}`);
  }
}

async function sides(watch: FolderWatch, { baseline, current }: ReviewItem): Promise<(string | undefined)[]> {
  const text = async (file: ReviewItem['current']): Promise<string | undefined> =>
    file && Buffer.from(await watch.contentOf(file)).toString();
  return [await text(baseline), await text(current)];
}

async function act(draw: (below: number) => number, ground: Ground, model: Model, watch: FolderWatch): Promise<void> {
  const name = names[draw(names.length)] ?? 'a';
  const now = model.disk.get(name);
  switch (draw(8)) {
    case 0:
      return write(ground, model, name, `${now ?? ''}agent ${draw(1000)}\n`);
    case 1:
      return write(ground, model, name, `${draw(1000)}\n`);
    case 2:
      rmSync(ground.at(name), { force: true });
      model.disk.delete(name);
      return;
    case 3:
      return move(ground, model, name, `${name}-${draw(3)}`);
    case 4:
      return save(draw, ground, model, watch, name);
    case 5: {
      await watch.look(model);
      model.writes = [];
      const item = [...watch.items.values()][draw(4)];
      if (item === undefined) return;
      await watch.keep([item]);
      return see(model, item.path, model.disk.get(item.path));
    }
    case 6:
      return keepPart(draw, model, watch);
    default:
      return revert(draw, ground, model, watch);
  }
}

function write(ground: Ground, model: Model, name: string, text: string): void {
  mkdirSync(path.dirname(ground.at(name)), { recursive: true });
  writeFileSync(ground.at(name), text);
  chmodSync(ground.at(name), 0o644);
  model.disk.set(name, text);
}

function move(ground: Ground, model: Model, from: string, to: string): void {
  const text = model.disk.get(from);
  if (text === undefined || !existsSync(ground.at(from))) return;
  renameSync(ground.at(from), ground.at(to));
  model.disk.delete(from);
  model.disk.set(to, text);
}

/** The person saves: a line of theirs is at the top of both sides, since everything else is below it. */
async function save(
  draw: (below: number) => number,
  ground: Ground,
  model: Model,
  watch: FolderWatch,
  name: string,
): Promise<void> {
  await watch.look(model);
  model.writes = [];
  const now = model.disk.get(name);
  const seen = model.seen.get(name);
  // Only where the two cannot meet: the first lines of both sides are the same.
  if (now === undefined || seen === undefined || now.slice(0, 6) !== seen.slice(0, 6)) return;
  const mine = `me ${draw(1000)}\n`;
  await model.note(name, now, mine + now);
  write(ground, model, name, mine + now);
  model.seen.set(name, mine + seen);
}

async function keepPart(draw: (below: number) => number, model: Model, watch: FolderWatch): Promise<void> {
  await watch.look(model);
  model.writes = [];
  const item = [...watch.items.values()][draw(4)];
  if (item === undefined) return;
  const part = `${model.seen.get(item.path) ?? ''}part\n`;
  await watch.keepPart(item, Buffer.from(part));
  see(model, item.path, part);
}

/** A revert is a write that the journal knows. */
async function revert(
  draw: (below: number) => number,
  ground: Ground,
  model: Model,
  watch: FolderWatch,
): Promise<void> {
  await watch.look(model);
  model.writes = [];
  const item = [...watch.items.values()][draw(4)];
  const seen = item && model.seen.get(item.path);
  if (item === undefined || seen === undefined) return;
  await model.note(item.path, model.disk.get(item.path), seen);
  write(ground, model, item.path, seen);
}

function see(model: Model, name: string, text: string | undefined): void {
  if (text === undefined) model.seen.delete(name);
  else model.seen.set(name, text);
}
