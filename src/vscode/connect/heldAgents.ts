// Finds the agents under Hold in a folder, for team policies and hooks: queried before each call, and tested again once
// the settings have changed.
import type { HoldScopes } from '../../core/connect/holdSettings.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { askDoctor } from './agentHealth.ts';

/** Time for which a failed test is cached, in milliseconds. Not longer, since what it lacked may be installed since. */
const failureCachedMs = 10_000;

interface Proof {
  readonly held: HoldScopes;
  /** Paths of the files that the result depends on. */
  readonly decidedBy: readonly string[];
  readonly fingerprint: string;
  /** Expiry by `Date.now()`; undefined if it is valid until the files change. */
  readonly expiresAtMs: number | undefined;
}

/** Cached tests of Hold, by folder. */
export class HeldAgents {
  readonly #machine: AgentMachine;
  readonly #proofs = new Map<string, Promise<Proof>>();

  constructor(machine: AgentMachine) {
    this.#machine = machine;
  }

  /** The agents under Hold in a folder on disk. */
  async in(folder: string): Promise<HoldScopes> {
    const cachedProof = this.#proofs.get(folder);
    const proof = await cachedProof;
    if (proof !== undefined && (await this.#isValid(proof))) return proof.held;
    // Concurrent calls share one test.
    if (this.#proofs.get(folder) === cachedProof) this.#proofs.set(folder, this.#prove(folder));
    const fresh = await this.#proofs.get(folder);
    return fresh !== undefined && (await this.#isValid(fresh)) ? fresh.held : new Map();
  }

  async #isValid({ expiresAtMs, decidedBy, fingerprint }: Proof): Promise<boolean> {
    return (
      (expiresAtMs === undefined || Date.now() < expiresAtMs) &&
      (await this.#machine.fingerprint(decidedBy)) === fingerprint
    );
  }

  /**
   * Runs the doctor, quickly first, since only an agent with settings of Hold needs the slow test. The fingerprint is
   * taken before that test, so that a change meanwhile causes another one.
   */
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
      return {
        held: new Map(held),
        decidedBy,
        fingerprint,
        expiresAtMs: hasFailed ? Date.now() + failureCachedMs : undefined,
      };
    } catch {
      // Without a doctor, nothing can be confirmed.
      return { held: new Map(), decidedBy: [], fingerprint: '', expiresAtMs: 0 };
    }
  }
}
