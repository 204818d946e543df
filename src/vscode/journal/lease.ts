// Holds leases with heartbeats on journal entries in progress, and claims entries whose lease has expired.

import type { Processes, StorageFolder } from '../../tools/ports/diskPorts.ts';
import { delay, forEachConcurrently } from '../../async/eventLoop.ts';
import { claimsFolder, leasesFolder } from './storageFolders.ts';

const heartbeatIntervalMs = 1000;
/** Time without a heartbeat after which a lease ends. Longer for a process that still runs: it may only be busy. */
const maxSilenceMs = { unknownProcess: 5000, runningProcess: 30_000 };
/** Polling interval of another window's heartbeat. */
const pollIntervalMs = 250;

/** Timers, replaceable by tests that advance the time. */
interface Clock {
  /** Repeats work at an interval. Returns a function that stops it. */
  every(intervalMs: number, work: () => void): () => void;
  wait(durationMs: number): Promise<void>;
}

const systemClock: Clock = {
  every(intervalMs, work) {
    const timer = setInterval(work, intervalMs);
    return () => clearInterval(timer);
  },
  wait: delay,
};

/**
 * Holds this window's lease on its journal entries in progress, so that other windows leave them alone. The heartbeat
 * is a file that changes every second. Its first line names the process, so that a lease ends at once with its process.
 */
export class Lease {
  readonly id: string = crypto.randomUUID();
  readonly #clock: Clock;
  readonly #storage: StorageFolder;
  readonly #processes: Processes | undefined;
  /** Number of entries under the lease. The heartbeat runs while it is above 0. */
  #holderCount = 0;
  /** Number of heartbeats, written with each one, so that the file changes. */
  #heartbeatCount = 0;
  #stopHeartbeat: () => void = () => undefined;
  /** Serializes writing and removing the file. */
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(storage: StorageFolder, processes: Processes | undefined, clock = systemClock) {
    this.#clock = clock;
    this.#storage = storage;
    this.#processes = processes;
  }

  /**
   * Adds an entry to the lease; resolves once other windows can see it. Rejects if the file cannot be written. The caller
   * releases it in both cases.
   */
  async acquire(): Promise<void> {
    this.#holderCount += 1;
    if (this.#holderCount === 1) {
      const beat = (): void => void this.#enqueue(() => this.#writeHeartbeat()).catch(() => undefined);
      this.#stopHeartbeat = this.#clock.every(heartbeatIntervalMs, beat);
      beat();
    }
    await this.#lastWrite;
  }

  /** Releases the lease for one entry; with the last one the heartbeat ends. */
  async release(): Promise<void> {
    this.#holderCount -= 1;
    if (this.#holderCount > 0) return;
    this.#stopHeartbeat();
    await this.#enqueue(() => this.#storage.remove(leaseFile(this.id))).catch(() => undefined);
  }

  /**
   * Whether a lease is held; a lease that cannot be read counts as held. Waits up to `maxSilenceMs` for a heartbeat.
   * Removes the file of a lease that has ended.
   */
  async isHeld(leaseId: string): Promise<boolean> {
    return leaseId === this.id || this.#isAlive(leaseId).catch(() => true);
  }

  async #isAlive(leaseId: string): Promise<boolean> {
    const heartbeat = await this.#read(leaseId);
    if (heartbeat === undefined) return false;
    const [processName = ''] = heartbeat.split('\n');
    if (!this.#hasEnded(processName)) {
      const isUnknown = processName === '' || this.#processes === undefined;
      const limitMs = isUnknown ? maxSilenceMs.unknownProcess : maxSilenceMs.runningProcess;
      for (let waitedMs = 0; waitedMs < limitMs; waitedMs += pollIntervalMs) {
        await this.#clock.wait(pollIntervalMs);
        if ((await this.#read(leaseId)) !== heartbeat) return true;
      }
    }
    // A window that was only suspended writes the file again, and so holds the lease again.
    await this.#storage.remove(leaseFile(leaseId)).catch(() => undefined);
    return false;
  }

  /** Whether a process has ended. Another lease with this process's name is of an earlier process with its id. */
  #hasEnded(name: string): boolean {
    const processes = this.#processes;
    return processes !== undefined && name !== '' && (name === processes.own || processes.isGone(name));
  }

  async #writeHeartbeat(): Promise<void> {
    this.#heartbeatCount += 1;
    const text = `${this.#processes?.own ?? ''}\n${this.#heartbeatCount}\n`;
    await this.#storage.writeUnflushed(leaseFile(this.id), new TextEncoder().encode(text));
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#lastWrite = this.#lastWrite.then(work, work);
    return this.#lastWrite;
  }

  async #read(leaseId: string): Promise<string | undefined> {
    const bytes = await this.#storage.read(leaseFile(leaseId));
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }
}

function leaseFile(leaseId: string): string {
  return `${leasesFolder}/${leaseId}`;
}

/** Replaces the lease of an entry or a claim that names none; nobody holds it. */
const unheldLease = 'nobody';

/**
 * Takes interrupted entries over from windows whose lease has ended, each by only one window. A claim is a file,
 * created exclusively (O_EXCL), named after the entry and the ended lease; it contains the new lease, which may end in
 * turn.
 */
export class Claims {
  readonly #storage: StorageFolder;
  readonly #lease: Lease;
  /** By entry id: the files of this window's claim and of the ended claims before it. */
  readonly #held = new Map<string, readonly string[]>();

  constructor(storage: StorageFolder, lease: Lease) {
    this.#storage = storage;
    this.#lease = lease;
  }

  /** Claims an entry that was begun under `expiredLease`, if it names one. False if another window holds it. */
  async take(entryId: string, expiredLease: string | undefined): Promise<boolean> {
    const files: string[] = [];
    // A claim names the lease of its claimant. If that has ended as well, the next claim is made on it.
    let lease: string | undefined = expiredLease ?? unheldLease;
    while (lease !== undefined && !(await this.#lease.isHeld(lease))) {
      const file = `${claimsFolder}/${entryId}.${lease}`;
      files.push(file);
      if (await this.#storage.claim(file, new TextEncoder().encode(this.#lease.id))) {
        this.#held.set(entryId, files);
        return true;
      }
      const claimant = await this.#readClaimant(file);
      // After a power loss a claim may be empty.
      lease = claimant === '' ? `${unheldLease}-${files.length}` : claimant;
    }
    return false;
  }

  /** Removes the claim of an entry, if there is one. */
  async release(entryId: string): Promise<void> {
    const files = this.#held.get(entryId) ?? [];
    this.#held.delete(entryId);
    await forEachConcurrently(files, (file) => this.#storage.remove(file)).catch(() => undefined);
  }

  async #readClaimant(file: string): Promise<string | undefined> {
    const bytes = await this.#storage.read(file);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }
}
