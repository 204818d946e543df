import * as vscode from 'vscode';
import type { Processes } from '../../tools/ports.ts';
import { deleteIfThere, readIfThere, writeWhole } from './storedFiles.ts';

/** An owner at work shows it this often, in milliseconds. */
const beatEvery = 1000;
/** One that is silent for so long is gone; one whose process seems to be there may only be very busy. */
const patience = { unknown: 5000, running: 30_000 };

/**
 * The owner of the steps that are under way in one window, so that another window on the same history leaves them alone.
 * While there are such steps, a file under the owner's id changes all the time: that needs no clock and no process. Where
 * there are processes, the file's first line names the owner's, and one that has ended is known to be gone at once.
 */
export class Owner {
  readonly id: string = crypto.randomUUID();
  readonly #folder: vscode.Uri;
  readonly #processes: Processes | undefined;
  readonly #gone = new Set<string>();
  #steps = 0;
  #beats = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Writing and removing the file come one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(folder: vscode.Uri, processes: Processes | undefined) {
    this.#folder = folder;
    this.#processes = processes;
  }

  /** To be called before a step is written down; when it resolves, the owner can be seen. Throws where it cannot be written. */
  async enter(): Promise<void> {
    this.#steps += 1;
    if (this.#steps === 1) {
      this.#timer = setInterval(() => void this.#next(() => this.#beat()).catch(() => undefined), beatEvery);
      void this.#next(() => this.#beat()).catch(() => undefined);
    }
    await this.#last;
  }

  /** To be called when the step is ended, in whatever way. */
  async leave(): Promise<void> {
    this.#steps -= 1;
    if (this.#steps > 0) return;
    clearInterval(this.#timer);
    const remove = (): Promise<void> => (this.#steps === 0 ? deleteIfThere(this.#uri(this.id)) : Promise.resolve());
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
        await new Promise((resolve) => setTimeout(resolve, 250));
        if ((await this.#read(id)) !== first) return true;
      }
    }
    this.#gone.add(id);
    await deleteIfThere(this.#uri(id)).catch(() => undefined);
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
    await writeWhole(this.#uri(this.id), new TextEncoder().encode(`${this.#processes?.own ?? ''}\n${this.#beats}\n`));
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work, work);
    return this.#last;
  }

  async #read(id: string): Promise<string | undefined> {
    const bytes = await readIfThere(this.#uri(id)).catch(() => undefined);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  #uri(id: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, id);
  }
}
