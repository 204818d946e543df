import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Change } from '../../src/core/change/change.ts';
import { Disk, type Step } from '../journal/disk.ts';
import { Machine } from '../journal/window.ts';
import { at, copy, create, edit, folder, move, remove, root } from './plans.ts';
import { openWindow, type EngineWindow } from './window.ts';
import { World } from './world.ts';

type Texts = Readonly<Record<string, string | undefined>>;

const before: Texts = { a: 'a', b: 'b', c: 'c' };

interface Call {
  readonly changes: readonly Change[];
  readonly after: Texts;
}

/** The calls of one window; the other makes the same calls with other texts. */
function callsOf(own: string): Readonly<Record<string, Call>> {
  return {
    edits: { changes: [edit('a', 'a', `a${own}`), edit('b', 'b', `b${own}`)], after: { a: `a${own}`, b: `b${own}` } },
    edit: { changes: [edit('b', 'b', `b${own}`)], after: { b: `b${own}` } },
    delete: { changes: [edit('c', 'c', `c${own}`), remove('b', 'b')], after: { c: `c${own}`, b: undefined } },
    move: {
      changes: [move('b', 'x', 'b', `x${own}`), edit('c', 'c', `c${own}`)],
      after: { b: undefined, x: `x${own}`, c: `c${own}` },
    },
    create: { changes: [create('x', `x${own}`), edit('a', 'a', `a${own}`)], after: { x: `x${own}`, a: `a${own}` } },
    folder: { changes: [folder('new'), create('new/x', own), copy('b', 'x', 'b')], after: { 'new/x': own, x: 'b' } },
  };
}

const typed = ' typed';

class Place {
  readonly world = new World();
  readonly machine = new Machine(new Disk());

  constructor() {
    this.world.put(root, { kind: 'folder', mode: 0o755 });
    for (const [path, text] of Object.entries(before)) this.world.putText(at(path).uri, text ?? '');
  }

  /** The text of a file without the person's typing: on disk, and in its document if that is unsaved. */
  textsOf(path: string, { editor }: EngineWindow): (string | undefined)[] {
    const { uri } = at(path);
    const buffer = editor.unsaved[uri];
    const all = [this.world.text(uri), ...(buffer === undefined ? [] : [buffer])];
    return all.map((text) => text?.replace(typed, ''));
  }
}

/** Whether an answer agrees with the files. */
function requireTrue(
  place: Place,
  window: EngineWindow,
  own: Call,
  answer: string,
  other: Call,
  theirs: string,
  label: string,
): void {
  for (const [path, text] of Object.entries(own.after)) {
    const found = place.textsOf(path, window);
    // Moving to the trash is not atomic with the check before it (TOCTOU): a write in between is in the trash.
    if (answer === 'applied') assert.ok([...found, ...place.world.trash].includes(text), `${label}: ${path} is there`);
    else if (answer === 'PARTIALLY_APPLIED') continue;
    else {
      const isTheirs = (each: string | undefined): boolean => path in other.after && each === other.after[path];
      for (const each of found) assert.ok(each === before[path] || isTheirs(each), `${label}: ${path} is not there`);
    }
  }
  // The other call may have rolled back its own changes by now.
  if (answer !== 'PARTIALLY_APPLIED' || theirs !== 'applied') return;
  const isLeft = Object.keys(own.after).some((path) => {
    const raw = [place.world.text(at(path).uri), window.editor.unsaved[at(path).uri]];
    return (
      raw.some((text) => text?.includes(typed)) || place.textsOf(path, window).some((text) => text !== before[path])
    );
  });
  assert.ok(isLeft, `${label}: something is left`);
}

describe('two calls at once, and a person who types', () => {
  const [first, second] = [callsOf('1'), callsOf('2')];
  for (const [one, own] of Object.entries(first)) {
    for (const [two, other] of Object.entries(second)) {
      it(`are each applied wholly or not at all, and no typing is lost: ${one} and ${two}`, () =>
        fc.assert(
          fc.asyncProperty(
            fc.scheduler(),
            fc.constantFrom('a', 'b', 'c'),
            fc.boolean(),
            async (scheduler, path, saves) => {
              const place = new Place();
              const step: Step = (what) => scheduler.schedule(Promise.resolve(), what);
              const [left, right] = ['left', 'right'].map((name) => openWindow(place, name, { step, watcher: step }));
              assert.ok(left && right);
              const { uri } = at(path);
              const person = async (): Promise<boolean> => {
                await step('type');
                if (place.world.text(uri) === undefined) return false;
                left.editor.type(uri, typed);
                await step('save');
                if (saves) await left.editor.save(uri).catch(() => false);
                return true;
              };
              const all = Promise.all([left.apply(own.changes), right.apply(other.changes), person()]);
              const [one, two, hasTyped] = await scheduler.waitFor(all);
              const label = `${one} and ${two}, typing in ${path}`;
              requireTrue(place, left, own, one, other, two, `${label}, left`);
              requireTrue(place, right, other, two, own, one, `${label}, right`);
              const isBoth = one === 'applied' && two === 'applied' && place.world.trash.length === 0;
              assert.ok(!isBoth || !meet(own, other), `${label}: both`);
              const { state, trash } = place.world;
              const everything = [...Object.values(state), ...Object.values(left.editor.unsaved), ...trash];
              if (hasTyped)
                assert.ok(
                  everything.some((text) => text?.includes(typed)),
                  `${label}: typing is there`,
                );
            },
          ),
          { numRuns: 60 },
        ));
    }
  }
});

function meet(one: Call, two: Call): boolean {
  return Object.keys(one.after).some((path) => path in two.after && one.after[path] !== two.after[path]);
}
