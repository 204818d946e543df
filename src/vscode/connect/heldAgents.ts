// Finds the agents under Hold (the agent's sandbox write-protects a folder), for team policies and hooks. Queried before
// each call, so results are cached until the settings change.

import type { HoldScopes } from '../../core/connect/holdSettings.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { askDoctor, type AgentHealth } from './agentHealth.ts';

/** Time for which a failed test is cached, in milliseconds. Short, since the user may install what it lacked. */
const failureCachedMs = 10_000;

/** The result of a test, with what it depends on. */
interface Proof {
  readonly held: HoldScopes;
  /** Paths of the files that decided the result. */
  readonly decidedBy: readonly string[];
  /** Fingerprint of these files before the test. */
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

  /** The agents under Hold in a folder on disk; none if its settings change during the test. */
  async findIn(folder: string): Promise<HoldScopes> {
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
   * Runs the doctor's quick checks first, since only an agent with settings of Hold needs the slow test. Takes the
   * fingerprint before that test, so that a change meanwhile invalidates the proof.
   */
  async #prove(folder: string): Promise<Proof> {
    try {
      const quick = await askDoctor(this.#machine, folder, 'quick');
      const decidedBy = quick.flatMap(({ hold }) => hold?.decidedBy ?? []);
      const fingerprint = await this.#machine.fingerprint(decidedBy);
      const isSet = quick.some(({ hold }) => hold?.state === 'set');
      const healths = isSet ? await askDoctor(this.#machine, folder, 'all') : [];
      const hasFailed = healths.some(({ hold }) => hold?.state === 'broken');
      const expiresAtMs = hasFailed ? Date.now() + failureCachedMs : undefined;
      return { held: holdScopesOf(healths), decidedBy, fingerprint, expiresAtMs };
    } catch {
      // Without a doctor, no agent is known to be under Hold; `expiresAtMs: 0` makes the next call try again.
      return { held: new Map(), decidedBy: [], fingerprint: '', expiresAtMs: 0 };
    }
  }
}

function holdScopesOf(healths: readonly AgentHealth[]): HoldScopes {
  const held = healths.flatMap(({ id, hold }) =>
    hold?.state === 'on' && hold.folder !== undefined
      ? [[id, { folder: hold.folder, writable: hold.writable }] as const]
      : [],
  );
  return new Map(held);
}
