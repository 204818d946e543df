import { sha256 } from '../../../src/core/text/hash.ts';
import type { Origin } from '../../../src/core/watch/reviewItem.ts';
import { absentState, anyState, type Write } from '../../../src/core/watch/writes.ts';
import type { Interval } from '../../../src/core/watch/spans.ts';
import type { WriteAttribution } from '../../../src/tools/ports/watchPort.ts';

const command: Origin = { kind: 'command', agent: 'codex', session: 's', turn: '1', command: 'make' };

/** A window that knows of a person's saves. */
export class Window implements WriteAttribution {
  readonly #writes: (Write & { readonly path: string })[] = [];
  readonly #contents = new Map<string, Uint8Array>();
  origin: Origin = command;
  /** Of the looks that saw something. */
  readonly intervals: Interval[] = [];
  /** What the window notes while a look waits for it. */
  note: () => Promise<void> = () => Promise.resolve();

  whenRecorded(): Promise<void> {
    return this.note();
  }

  originOf(interval: Interval): Origin {
    this.intervals.push(interval);
    return this.origin;
  }

  writesOf(name: string): readonly Write[] {
    return this.#writes.filter((write) => write.path === name);
  }

  bytesOf(_path: string, hash: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#contents.get(hash));
  }

  async saved(
    name: string,
    before: string | undefined,
    after: string,
    more: Partial<Pick<Write, 'executable' | 'by'>> = {},
  ): Promise<void> {
    const states: string[] = [];
    for (const text of [before, after]) {
      const bytes = text === undefined ? undefined : Buffer.from(text);
      const state = bytes === undefined ? absentState : await sha256(bytes);
      if (bytes !== undefined) this.#contents.set(state, bytes);
      states.push(state);
    }
    const [one = absentState, other = absentState] = states;
    this.#writes.push({ path: name, before: one, after: other, by: 'reviewed', isDone: true, ...more });
  }

  async renamed(from: string, to: string, text: string, isRecorded = false): Promise<void> {
    this.#writes.push({ path: from, before: anyState, after: absentState, by: 'reviewed', isDone: true });
    const after = await sha256(Buffer.from(text));
    this.#writes.push({ path: to, before: absentState, after, by: 'reviewed', isDone: true, from, isRecorded });
  }

  forget(): void {
    this.#writes.length = 0;
  }
}
