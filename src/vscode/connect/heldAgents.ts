// Finds the agents under Hold in a folder, for team policies and hooks: queried before each call, and tested again once
// the settings have changed.
import type { HeldPlaces } from '../../core/connect/holdSettings.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { askDoctor } from './agentHealth.ts';

/** Milliseconds for which a failed test is cached: a missing requirement may be installed since. */
const failureLasts = 10_000;

interface Proof {
  readonly held: HeldPlaces;
  /** Paths of the files that the result depends on. */
  readonly decidedBy: readonly string[];
  readonly fingerprint: string;
  /** Expiry by `Date.now()`; undefined if it is valid until the files change. */
  readonly until: number | undefined;
}

/** Cached tests of Hold, by folder. */
export class HeldAgents {
  readonly #machine: AgentMachine;
  readonly #proofs = new Map<string, Promise<Proof>>();

  constructor(machine: AgentMachine) {
    this.#machine = machine;
  }

  /** The agents under Hold in a folder on disk. */
  async in(folder: string): Promise<HeldPlaces> {
    const cachedProof = this.#proofs.get(folder);
    const proof = await cachedProof;
    if (proof !== undefined && (await this.#stillCounts(proof))) return proof.held;
    // Concurrent calls share one test.
    if (this.#proofs.get(folder) === cachedProof) this.#proofs.set(folder, this.#prove(folder));
    const fresh = await this.#proofs.get(folder);
    return fresh !== undefined && (await this.#stillCounts(fresh)) ? fresh.held : new Map();
  }

  async #stillCounts({ until, decidedBy, fingerprint }: Proof): Promise<boolean> {
    return (until === undefined || Date.now() < until) && (await this.#machine.fingerprint(decidedBy)) === fingerprint;
  }

  /** The fingerprint is taken before the test, so that a change meanwhile causes another test. */
  async #prove(folder: string): Promise<Proof> {
    try {
      const quick = await askDoctor(this.#machine, folder, true);
      const decidedBy = quick.flatMap(({ hold }) => hold?.decidedBy ?? []);
      const fingerprint = await this.#machine.fingerprint(decidedBy);
      const isSet = quick.some(({ hold }) => hold?.state === 'set');
      const healths = isSet ? await askDoctor(this.#machine, folder, false) : [];
      const held = healths.flatMap(({ id, hold }) =>
        hold?.state === 'on' && hold.folder !== undefined
          ? [[id, { folder: hold.folder, writable: hold.writable }] as const]
          : [],
      );
      const hasFailed = healths.some(({ hold }) => hold?.state === 'broken');
      return { held: new Map(held), decidedBy, fingerprint, until: hasFailed ? Date.now() + failureLasts : undefined };
    } catch {
      // Without a doctor, nothing can be confirmed.
      return { held: new Map(), decidedBy: [], fingerprint: '', until: 0 };
    }
  }
}
