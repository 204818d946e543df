import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import type { Processes } from '../../tools/ports/ports.ts';

/** An owner at work shows it this often, in milliseconds. */
const heartbeatInterval = 1000;
/** One that is silent for so long is gone; one whose process seems to be there may only be very busy. */
const patience = { unknown: 5000, running: 30_000 };

/** What passes the time. */
export interface Clock {
  /** Does work again and again; answers how to end that. */
  every(milliseconds: number, work: () => void): () => void;
  wait(milliseconds: number): Promise<void>;
}

const ownClock: Clock = {
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds);
    return () => clearInterval(timer);
  },
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/**
 * The owner of the steps that are under way in one window, so that another window on the same history leaves them alone.
 * While there are such steps, a file under the owner's id changes all the time: that needs no clock and no process. Where
 * there are processes, the file's first line names the owner's, and one that has ended is known to be gone at once.
 */
export class Lease {
  readonly id: string = crypto.randomUUID();
  readonly #clock: Clock;
  readonly #storage: StorageFolder;
  readonly #processes: Processes | undefined;
  readonly #gone = new Set<string>();
  #steps = 0;
  #beats = 0;
  #stopBeating: () => void = () => undefined;
  /** Writing and removing the file come one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(storage: StorageFolder, processes: Processes | undefined, clock = ownClock) {
    this.#clock = clock;
    this.#storage = storage;
    this.#processes = processes;
  }

  /** To be called before a step is written down; when it resolves, the owner can be seen. Throws where it cannot be written. */
  async enter(): Promise<void> {
    this.#steps += 1;
    if (this.#steps === 1) {
      const beat = (): void => void this.#next(() => this.#beat()).catch(() => undefined);
      this.#stopBeating = this.#clock.every(heartbeatInterval, beat);
      beat();
    }
    await this.#last;
  }

  /** To be called when the step is ended, in whatever way. */
  async leave(): Promise<void> {
    this.#steps -= 1;
    if (this.#steps > 0) return;
    this.#stopBeating();
    const remove = (): Promise<void> => (this.#steps === 0 ? this.#storage.remove(fileOf(this.id)) : Promise.resolve());
    await this.#next(remove).catch(() => undefined);
  }

  /** Whether another owner is at work; it may take as long as patience lasts to tell. */
  async isAlive(id: string): Promise<boolean> {
    if (id === this.id) return true;
    const first = this.#gone.has(id) ? undefined : await this.#read(id);
    if (first === undefined) return false;
    const [process = ''] = first.split('\n');
    if (!this.#isGone(process)) {
      const most = process === '' || this.#processes === undefined ? patience.unknown : patience.running;
      for (let waited = 0; waited < most; waited += 250) {
        await this.#clock.wait(250);
        if ((await this.#read(id)) !== first) return true;
      }
    }
    this.#gone.add(id);
    await this.#storage.remove(fileOf(id)).catch(() => undefined);
    return false;
  }

  /** A process that has this one's name and is another owner was here before it. */
  #isGone(process: string): boolean {
    const processes = this.#processes;
    return processes !== undefined && process !== '' && (process === processes.own || processes.isGone(process));
  }

  async #beat(): Promise<void> {
    if (this.#steps === 0) return;
    this.#beats += 1;
    const sign = new TextEncoder().encode(`${this.#processes?.own ?? ''}\n${this.#beats}\n`);
    await this.#storage.writeUnflushed(fileOf(this.id), sign);
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work, work);
    return this.#last;
  }

  async #read(id: string): Promise<string | undefined> {
    const bytes = await this.#storage.read(fileOf(id)).catch(() => undefined);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }
}

function fileOf(id: string): string {
  return `owners/${id}`;
}
