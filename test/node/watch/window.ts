import { sha256 } from '../../../src/core/text/bytes.ts';
import type { Origin } from '../../../src/core/watch/reviewItem.ts';
import { indexWrites, type PathWrite } from '../../../src/core/watch/writeIndex.ts';
import { absentState, anyState, type Write } from '../../../src/core/watch/writes.ts';
import type { Interval } from '../../../src/core/watch/spans.ts';
import type { WriteAttribution } from '../../../src/tools/ports/watchPort.ts';

const command: Origin = { kind: 'command', agent: 'codex', session: 's', turn: '1', command: 'make' };

/** A window that knows of a person's saves. */
export class Window implements WriteAttribution {
  readonly #writes: PathWrite[] = [];
  readonly #contents = new Map<string, Uint8Array>();
  #lastTime = 0;
  origin: Origin = command;
  /** Path of a workspace folder inside the watched one. */
  nestedFolder: string | undefined;
  /** Of the looks that saw something. */
  readonly intervals: Interval[] = [];
  /** What the window notes while a look waits for it. */
  note: () => Promise<void> = () => Promise.resolve();

  whenRecorded(): Promise<void> {
    return this.note();
  }

  isInNestedFolder(name: string): boolean {
    return this.nestedFolder !== undefined && name.startsWith(`${this.nestedFolder}/`);
  }

  originOf(interval: Interval): Origin {
    this.intervals.push(interval);
    return this.origin;
  }

  writesOf(name: string): readonly Write[] {
    return indexWrites(this.#writes).of(name);
  }

  bytesOf(_path: string, hash: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#contents.get(hash));
  }

  async saved(
    name: string,
    before: string | undefined,
    after: string | undefined,
    more: Partial<Pick<Write, 'executable' | 'by'>> = {},
  ): Promise<void> {
    const [one, other] = [await this.#stateOf(before), await this.#stateOf(after)];
    this.#writes.push({
      path: name,
      before: one,
      after: other,
      by: 'reviewed',
      isDone: true,
      time: this.#nextTime(),
      ...more,
    });
  }

  async renamed(from: string, to: string, text: string, isRecorded = false): Promise<void> {
    const common = { by: 'reviewed', isDone: true, time: this.#nextTime() } as const;
    this.#writes.push({ ...common, path: from, before: anyState, after: absentState, isFolder: true });
    const after = await this.#stateOf(text);
    this.#writes.push({ ...common, path: to, before: absentState, after, from, isRecorded });
  }

  /** @param texts of the files below, by their paths from the folder */
  async renamedFolder(from: string, to: string, texts: Readonly<Record<string, string>>): Promise<void> {
    const common = { by: 'reviewed', isDone: true, time: this.#nextTime() } as const;
    this.#writes.push({ ...common, path: from, before: anyState, after: absentState, isFolder: true });
    for (const [name, text] of Object.entries(texts)) {
      const after = await this.#stateOf(text);
      this.#writes.push({ ...common, path: `${to}/${name}`, before: absentState, after, from: `${from}/${name}` });
    }
  }

  /** As a call tells of it, without the contents of the files. */
  movedFolder(from: string, to: string): void {
    const common = { by: 'reviewed', isDone: true, time: this.#nextTime(), isFolder: true, isRecorded: true } as const;
    this.#writes.push({ ...common, path: from, before: anyState, after: absentState });
    this.#writes.push({ ...common, path: to, before: absentState, after: anyState, from });
  }

  async #stateOf(text: string | undefined): Promise<string> {
    if (text === undefined) return absentState;
    const bytes = Buffer.from(text);
    const state = await sha256(bytes);
    this.#contents.set(state, bytes);
    return state;
  }

  /** Later than that of any write before. */
  #nextTime(): number {
    this.#lastTime = Math.max(this.#lastTime + 1, Date.now());
    return this.#lastTime;
  }

  forget(): void {
    this.#writes.length = 0;
  }
}
