// Announces a window by a socket and an entry file, watches both, and creates them again if they are removed.
import { randomBytes } from 'node:crypto';
import { watch, type FSWatcher } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { createMutex } from '../../core/async/oneAtATime.ts';
import type { WindowEntry } from '../../core/endpoint/windowEntry.ts';
import { Announcement } from './announcement.ts';
import { listen, type ListeningSocket } from './socket.ts';

/** Debounce delay of events in the folder, in milliseconds. */
const debounceMs = 200;
/** Maximum number of repairs: on a file system with unstable inodes, the socket would seem to be replaced each time. */
const maxRepairs = 100;

type EntryWithoutSocket = Omit<WindowEntry, 'socket'>;

/** The services and data that the endpoint passes to a window's presence. */
export interface PresenceDeps {
  readonly home: string;
  readonly onConnection: (socket: Socket) => void;
  /** Called if a repair fails; a failure of `announce` itself is thrown. */
  readonly onError: (cause: unknown) => void;
}

/**
 * A window's socket and its entry in `<home>/windows`. Creates both again if they are removed or replaced; connected
 * agents stay connected.
 */
export class Presence {
  readonly #deps: PresenceDeps;
  readonly #id = createId();
  readonly #announcement: Announcement;
  /** The last one is current; earlier ones are retired, but keep their open connections until `close`. */
  readonly #sockets: ListeningSocket[] = [];
  /** The entry last announced, for repairs; undefined before `announce`. */
  #entry: EntryWithoutSocket | undefined;
  #watcher: FSWatcher | undefined;
  /** Set while a check is scheduled. */
  #checkTimer: NodeJS.Timeout | undefined;
  /** Serializes publications, which must not overlap. */
  readonly #exclusively = createMutex();
  #repairCount = 0;
  /** Set for good by `close`; every step after an await checks it. */
  #isClosed = false;

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
    this.#announcement = new Announcement(deps.home, this.#id);
  }

  /** Starts listening if necessary, and writes the entry. @throws UnsafeFolderError, system errors */
  announce(entry: EntryWithoutSocket): Promise<void> {
    this.#entry = entry;
    return this.#exclusively(() => this.#publish(entry));
  }

  /** Withdraws the entry and closes all connections, synchronously: a closing extension host waits for nothing. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#checkTimer);
    this.#watcher?.close();
    this.#announcement.withdraw();
    for (const socket of this.#sockets) socket.close();
  }

  async #publish(entry: EntryWithoutSocket): Promise<void> {
    if (this.#isClosed) return;
    let socket = this.#sockets.at(-1);
    if (socket?.isInPlace() !== true) {
      socket?.retire();
      // Uses a new name: when the old server closes, it removes its own file.
      const id = socket === undefined ? this.#id : createId();
      socket = await listen(this.#deps.home, id, this.#deps.onConnection);
      this.#sockets.push(socket);
    }
    // Closed while it began to listen.
    if (this.#isClosed) return socket.close();
    await this.#announcement.publish({ ...entry, socket: socket.address });
    this.#watch();
  }

  /** Watches anew, in case the folder was replaced. If that fails, the entry is rewritten by the next `announce`. */
  #watch(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    if (this.#isClosed) return;
    const folder = path.dirname(this.#announcement.file);
    const ownNames = new Set(
      [this.#announcement.file, this.#sockets.at(-1)?.address ?? ''].map((file) => path.basename(file)),
    );
    try {
      this.#watcher = watch(folder, { persistent: false }, (_event, name) => {
        // Ignores the entries of other windows, which change whenever one gets the focus.
        if (name === null || ownNames.has(name)) this.#scheduleCheck();
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // Watching fails, for example, if there are too many watchers.
    }
  }

  /** Checks soon whether the entry and the socket are in place, and repairs them. One operation causes several events. */
  #scheduleCheck(): void {
    if (this.#isClosed) return;
    this.#checkTimer ??= setTimeout(() => {
      this.#checkTimer = undefined;
      const isInPlace = this.#announcement.isInPlace() && this.#sockets.at(-1)?.isInPlace() === true;
      if (this.#entry === undefined || isInPlace || this.#repairCount >= maxRepairs) return;
      this.#repairCount += 1;
      this.announce(this.#entry).catch(this.#deps.onError);
    }, debounceMs);
  }
}

function createId(): string {
  return randomBytes(8).toString('hex');
}
