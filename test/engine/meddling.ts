import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import type { PathRecheck } from '../../src/vscode/apply/pathRecheck.ts';
import { Disk } from '../journal/disk.ts';
import { Machine } from '../journal/window.ts';
import { newWorld } from './cases.ts';
import type { FakeEditor } from './fakeEditor.ts';
import { at } from './plans.ts';
import { openWindow, type EngineWindow, type WindowOptions } from './window.ts';
import type { World } from './world.ts';

export interface Scene extends WindowOptions {
  readonly noTrash?: boolean;
  /** The files and tabs before the call. */
  readonly before?: (world: World, editor: FakeEditor) => void;
  /** Resolves when documents reload what others write; `never` if they do not. */
  readonly hear?: Promise<void>;
}

/** A file watcher that reports nothing. */
export const never = new Promise<void>(() => undefined);

export interface Restart {
  readonly show?: ((editor: FakeEditor) => void | Promise<void>) | undefined;
  readonly meddle?: () => void;
  readonly recheck?: PathRecheck;
  /** How texts are saved, if not as their exact bytes. */
  readonly save?: WindowOptions['save'];
}

type Act = () => void | Promise<void>;

/** A call on the files of `newWorld`, with somebody else who acts between its steps. */
export class Meddling {
  readonly world: World;
  readonly machine = new Machine(new Disk());
  readonly window: EngineWindow;
  readonly steps: string[] = [];
  #starts = 0;
  #now: EngineWindow;
  readonly #acts: { readonly step: string | RegExp; left: number; readonly act: Act }[] = [];

  constructor({ noTrash = false, before, hear, ...manner }: Scene = {}) {
    this.world = newWorld({ noTrash });
    this.window = openWindow(
      this,
      'first',
      { step: this.#step, torn: this.#step, ...(hear && { watcher: () => hear }) },
      manner,
    );
    this.#now = this.window;
    before?.(this.world, this.window.editor);
  }

  readonly #step = async (what: string): Promise<void> => {
    this.steps.push(what);
    for (const each of this.#acts) {
      const isIt = typeof each.step === 'string' ? each.step === what : each.step.test(what);
      if (isIt && --each.left === 0) await each.act();
    }
  };

  /** Acts right before the `count`th occurrence of a step, such as `open a`. If it throws, the step fails. */
  at(step: string | RegExp, act: Act, count = 1): this {
    const [name, path] = typeof step === 'string' ? step.split(' ') : [];
    this.#acts.push({ step: path === undefined ? step : `${name} ${at(path).uri}`, left: count, act });
    return this;
  }

  /** Acts as soon as a file has a text. */
  once(path: string, text: string, act: () => void): this {
    let isOver = false;
    this.world.watch((uri) => {
      if (isOver || uri !== at(path).uri || this.text(path) !== text) return;
      isOver = true;
      act();
    });
    return this;
  }

  /** Writes to a file as another program. */
  put(path: string, text = 'theirs'): void {
    this.world.putText(at(path).uri, text);
  }

  apply(changes: readonly Change[], signal?: AbortSignal): Promise<string> {
    return this.window.apply(changes, signal);
  }

  text(path: string): string | undefined {
    return this.world.text(at(path).uri);
  }

  /** The texts of unsaved documents. */
  get unsaved(): (string | undefined)[] {
    return Object.values(this.#now.editor.unsaved);
  }

  /** The message of the last failure. */
  get told(): string {
    return this.window.outcome.failure?.message ?? '';
  }

  /** The journal entries, with the paths of each. */
  get history(): string[] {
    return this.#now.journal.entries.map(
      ({ state, changes }) => `${state} ${changes.map((change) => change.at.path).join(' ')}`,
    );
  }

  /** Whether a step, such as `trash a`, occurred. */
  took(step: string): boolean {
    const [name, path] = step.split(' ');
    return this.steps.includes(path === undefined ? step : `${name} ${at(path).uri}`);
  }

  /** Applies a call whose window dies at a step, also in the middle of a write (`tear a`). */
  async dies(
    step: string | RegExp,
    changes: readonly Change[],
    count = 1,
    run = (): Promise<string> => this.apply(changes),
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.at(
      step,
      () => {
        this.machine.dead.add('first');
        resolve();
      },
      count,
    );
    const said = await Promise.race([run(), promise]);
    assert.equal(said, undefined, `${String(step)} was not taken`);
  }

  /** Recovers in a new window. Returns the messages to the person. */
  async restart({ show, meddle, recheck, save = 'exact' }: Restart = {}): Promise<readonly string[]> {
    this.machine.dead.add('first');
    this.steps.length = 0;
    this.#acts.length = 0;
    const next = openWindow(this, `next ${this.#starts++}`, { step: this.#step }, { recheck, save });
    await show?.(next.editor);
    meddle?.();
    const told = await next.recover();
    this.#now = next;
    return told;
  }
}

/** Opens a dirty document, as the editor does after a restart (hot exit). */
export const openDirty =
  (...texts: readonly (readonly [path: string, text: string])[]): Restart['show'] =>
  async (editor) => {
    for (const [path, text] of texts) {
      const open = editor.open(at(path).uri);
      await editor.edit([{ document: open, edits: [{ start: 0, end: open.getText().length, text }] }]);
    }
  };
