import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { Disk } from '../journal/disk.ts';
import { Machine } from '../journal/window.ts';
import { cases, newWorld, type Case } from './cases.ts';
import { at, create, edit, folder, root } from './plans.ts';
import { openWindow, type Steps } from './window.ts';
import { systemError, World } from './world.ts';

function start(one: Case, steps: Steps) {
  const place = { world: newWorld(one), machine: new Machine(new Disk()) };
  const window = openWindow(place, 'first', steps, one.manner);
  one.shows?.(window.editor);
  const state = () => {
    // A document that was rolled back by an edit, and could not be saved, has the text of the disk.
    const unsaved = Object.entries(window.editor.unsaved).filter(([uri, text]) => text !== place.world.text(uri));
    return { files: place.world.state, unsaved: Object.fromEntries(unsaved) };
  };
  return { ...place, place, window, state, before: state() };
}

/** The steps of a call that succeeds, and the files after it. */
async function undisturbed(one: Case) {
  const steps: string[] = [];
  const run = start(one, { step: async (what) => void steps.push(what) });
  assert.equal(await run.window.apply(one.changes), 'applied');
  assert.notDeepEqual(run.state(), run.before);
  return { steps, after: run.state() };
}

/** The files after the window is closed and the next one has recovered. */
async function afterNextStart({ machine, place, world }: ReturnType<typeof start>, one: Case) {
  machine.dead.add('first');
  const last = openWindow(place, 'last', {}, one.manner);
  await last.recover();
  assert.deepEqual(last.journal.unfinished, []);
  const applied = last.journal.entries.filter(({ state }) => state === 'applied');
  for (const entry of applied) await last.journal.contents.changesOf(entry);
  const files = world.state;
  return {
    files,
    applied: applied.length,
    isAfter: (after: { readonly files: object }) => isDeepStrictEqual(files, after.files),
  };
}

/** The operations that succeed on a full disk. */
const takesNoRoom = /^(stat|read|list|load|revert|wait|edit|remove|rename|delete|trash|chmod|flush|mark)/;

type Fails = (step: string, taken: number, at: number) => boolean;

const manners: readonly (readonly [string, Fails])[] = [
  ['fails once', (_, taken, at) => taken === at],
  ['is full from then on', (step, taken, at) => taken >= at && !takesNoRoom.test(step)],
  ['is gone from then on', (_, taken, at) => taken >= at],
];

describe('the write engine', () => {
  for (const [name, one] of Object.entries(cases)) {
    for (const [manner, fails] of manners) {
      it(`applies all or nothing, and reports which, if the disk ${manner} at any step: ${name}`, async () => {
        const { steps, after } = await undisturbed(one);
        assert.ok(steps.length > 10);
        for (let at = 0; at < steps.length; at++) {
          let taken = 0;
          const run = start(one, {
            step: async (what) => {
              if (fails(what, taken++, at)) throw systemError('ENOSPC');
            },
          });
          const said = await run.window.apply(one.changes);
          const label = `${name}: ${said} after step ${at}, ${steps[at]}`;
          const end = run.state();
          if (said === 'applied') assert.deepEqual(end, after, label);
          else if (said !== 'PARTIALLY_APPLIED') assert.deepEqual(end, run.before, label);
          // An unreadable file counts as not rolled back.
          else if (!manner.includes('gone')) assert.notDeepEqual(end, run.before, label);
          const then = await afterNextStart(run, one);
          // Recovery may find the call complete; unsaved documents are lost with the window.
          const mayBeBoth = said === 'PARTIALLY_APPLIED' || (manner.includes('gone') && one.isUnsaved === true);
          const isAfter = mayBeBoth ? then.isAfter(after) : said === 'applied';
          if (one.isLeft?.(manner) === true && said === 'PARTIALLY_APPLIED') continue;
          assert.deepEqual(then.files, isAfter ? after.files : run.before.files, `${label}, then recovered`);
          if (one.isUnsaved !== true) assert.equal(then.applied, isAfter ? 1 : 0, `${label}, entries`);
        }
      });
    }
  }
});

describe('a rollback', () => {
  for (const [path, told] of [
    ['new/x', 'new/x'],
    ['new/theirs', 'new'],
  ] as const) {
    it(`leaves a folder that somebody wrote to, and names only ${told}: ${path}`, async () => {
      const one = { changes: [folder('new'), create('new/x', 'x'), edit('a', 'no longer', 'a after')] };
      const place = { world: newWorld(one), machine: new Machine(new Disk()) };
      place.world.putText(at('a').uri, 'no longer');
      const window = openWindow(place, 'first', {
        step: async (what) => {
          if (what !== `open ${at('a').uri}`) return;
          place.world.putText(at(path).uri, 'theirs');
          place.world.putText(at('a').uri, 'others');
        },
      });
      assert.equal(await window.apply(one.changes), 'PARTIALLY_APPLIED');
      assert.equal(place.world.text(at(path).uri), 'theirs');
      assert.equal(place.world.text(at('new/x').uri), path === 'new/x' ? 'theirs' : undefined);
      const [entry] = window.journal.entries;
      assert.deepEqual(
        entry?.changes.map((change) => change.at.path),
        [told],
      );
    });
  }

  it('leaves a folder that nobody planned if somebody put a file into it, without a report', async () => {
    const one = { changes: [create('new/x', 'x'), edit('a', 'no longer', 'a after')] };
    const place = { world: newWorld(one), machine: new Machine(new Disk()) };
    place.world.putText(at('a').uri, 'no longer');
    const window = openWindow(place, 'first', {
      step: async (what) => {
        if (what !== `open ${at('a').uri}`) return;
        place.world.putText(at('new/theirs').uri, 'theirs');
        place.world.putText(at('a').uri, 'others');
      },
    });
    assert.equal(await window.apply(one.changes), 'STALE');
    assert.equal(place.world.text(at('new/theirs').uri), 'theirs');
    assert.equal(place.world.text(at('new/x').uri), undefined);
    assert.deepEqual(window.journal.entries, []);
  });
});

describe('a file that the editor cannot create', () => {
  const text = 'new\n'.repeat(3000);
  for (const [what, left, code, remains] of [
    ['for want of room, and leaves empty', '', 'IO_ERROR', undefined],
    ['for want of room, and writes in part', text.slice(0, 8192), 'IO_ERROR', undefined],
    ['since somebody else has created it', 'mine\n', 'STALE', 'mine\n'],
    ['since somebody else has created the same', text, 'STALE', text],
  ] as const)
    it(`${what}, is told as such`, async () => {
      const world = new World();
      world.put(root, { kind: 'folder', mode: 0o755 });
      const { uri } = at('x');
      const step = async (name: string): Promise<void> => {
        if (name === `create ${uri}`) world.putText(uri, left);
      };
      const window = openWindow({ world, machine: new Machine(new Disk()) }, 'first', { step });
      assert.equal(await window.apply([create('x', text)]), code);
      assert.equal(world.nodes.has(uri) ? world.text(uri) : undefined, remains);
      assert.deepEqual(window.journal.unfinished, []);
    });
});
