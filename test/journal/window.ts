import type { Change, TextContent } from '../../src/core/change/change.ts';
import type { JournalEntry } from '../../src/core/journal/journalEntry.ts';
import { Claims, Lease } from '../../src/vscode/journal/lease.ts';
import { Journal } from '../../src/vscode/journal/journal.ts';
import { sha256Of, storageOn, type Disk, type Step } from './disk.ts';

/** A window with a journal: applies calls, and recovers those of dead windows. */
export interface Window {
  readonly journal: Journal;
  /** Applies a call that writes texts. Returns false if it failed and nothing was changed. */
  apply(texts: Readonly<Record<string, string>>): Promise<boolean>;
  /** Starts a call that is rolled back halfway. */
  fail(texts: Readonly<Record<string, string>>): Promise<void>;
  recover(): Promise<void>;
}

/** The windows of one machine. */
export class Machine {
  readonly disk: Disk;
  readonly dead = new Set<string>();
  readonly #beats = new Map<string, Set<() => void>>();
  /** How often a journal has said that its entries changed. */
  changes = 0;
  /** The limits of the history. */
  limits = { entries: 1000, bytes: 1_000_000 };

  constructor(disk: Disk) {
    this.disk = disk;
  }

  /** @param name the name of the window's process */
  open(name: string, step: Step = () => Promise.resolve()): Window {
    const alive = this.aliveStep(name, step);
    return windowOn(this.disk, this.journal(name, alive), alive);
  }

  /** Blocks every step once the process is dead. */
  aliveStep(name: string, step: Step): Step {
    return async (what) => {
      await step(what);
      if (this.dead.has(name)) await new Promise<never>(() => undefined);
    };
  }

  journal(name: string, step: Step): Journal {
    const storage = storageOn(this.disk, step);
    const processes = { own: name, isGone: (other: string) => this.dead.has(other) };
    const lease = new Lease(storage, processes, this.#clockOf(name, step));
    return new Journal({
      storage,
      lease,
      claims: new Claims(storage, lease),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      getLimits: () => this.limits,
      decode: async (bytes) => Buffer.from(bytes).toString(),
      onChange: () => void this.changes++,
    });
  }

  /** A clock on which waiting lets every other live window write its heartbeat. */
  #clockOf(name: string, step: Step) {
    const own = new Set<() => void>();
    this.#beats.set(name, own);
    return {
      every: (_: number, work: () => void) => {
        own.add(work);
        return () => void own.delete(work);
      },
      wait: async () => {
        await step('wait');
        for (const [other, beats] of this.#beats) if (!this.dead.has(other)) for (const beat of beats) beat();
        await step('waited');
      },
    };
  }
}

const about = { title: 'A call', tool: 'redline_test' };

function windowOn(disk: Disk, journal: Journal, step: Step): Window {
  const write = async (file: string, text: string): Promise<void> => {
    await step(`write ${file}`);
    disk.put(file, text);
  };
  const rollBack = async (begun: readonly Change[]): Promise<void> => {
    for (const { kind, at, ...sides } of begun.toReversed()) {
      if (kind === 'update' && 'before' in sides && sides.before.kind === 'text')
        await write(at.path, sides.before.text);
    }
  };
  const make = async (changes: readonly Change[], entry: JournalEntry, until: number): Promise<void> => {
    const begun: Change[] = [];
    try {
      for (const change of changes.slice(0, until)) {
        begun.push(change);
        if (change.kind === 'update' && change.after.kind === 'text') await write(change.at.path, change.after.text);
      }
      if (until < changes.length) throw new Error('stopped');
      if (!(await journal.isUnderOwnLease(entry))) throw new Error('lost');
    } catch (cause) {
      await rollBack(begun);
      await journal.drop(entry).catch(() => undefined);
      throw cause;
    }
  };
  const call = async (texts: Readonly<Record<string, string>>, until: number): Promise<boolean> => {
    try {
      const changes = Object.entries(texts).map(([file, after]) => updateOf(file, disk.text(file) ?? '', after));
      const entry = await journal.begin(changes, about);
      await make(changes, entry, until);
      await journal.finish(entry).catch(() => undefined);
      return true;
    } catch {
      return false;
    }
  };
  return {
    journal,
    apply: (texts) => call(texts, Number.POSITIVE_INFINITY),
    fail: async (texts) => void (await call(texts, 1)),
    async recover() {
      await journal.refresh();
      for (const entry of journal.unfinished.toReversed()) {
        if (!(await journal.claim(entry))) continue;
        const changes = await journal.contents.changesOf(entry);
        const isDone = changes.every(({ at, ...sides }) => 'after' in sides && holds(disk, at.path, sides.after));
        if (isDone) await journal.finish(entry);
        else {
          await rollBack(changes);
          await journal.drop(entry);
        }
      }
    },
  };
}

function holds(disk: Disk, file: string, content: { readonly kind: string; readonly text?: string }): boolean {
  return content.text === disk.text(file);
}

export function updateOf(path: string, before: string, after: string): Change {
  const at = { uri: `file:///${path}`, path, real: `file:///${path}` };
  return { kind: 'update', at, before: textOf(before), after: textOf(after) };
}

function textOf(text: string): TextContent {
  return { kind: 'text', text, encoding: 'utf8', bytes: Buffer.from(text), sha256: sha256Of(text) };
}
