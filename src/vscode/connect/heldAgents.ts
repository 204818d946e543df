// Which agents are held in a folder, for team policies and hooks: asked before each call, and proved anew once the settings have changed.
import type { HeldPlaces } from '../../core/connect/holdSettings.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { agentHealths } from './agentHealth.ts';

/** How long a failed proof is believed, in milliseconds: what was missing may be installed since. */
const failureLasts = 10_000;

interface Proof {
  readonly held: HeldPlaces;
  /** Of the files that decide. */
  readonly decidedBy: readonly string[];
  readonly fingerprint: string;
  /** By `Date.now()`; undefined for one that lasts until the files change. */
  readonly until: number | undefined;
}

/** Proofs of Hold, by folder. */
export class HeldAgents {
  readonly #machine: AgentMachine;
  readonly #proofs = new Map<string, Promise<Proof>>();

  constructor(machine: AgentMachine) {
    this.#machine = machine;
  }

  /** The agents for which Hold is on in a folder of the disk. */
  async in(folder: string): Promise<HeldPlaces> {
    const known = this.#proofs.get(folder);
    const proof = await known;
    if (proof !== undefined && (await this.#stillCounts(proof))) return proof.held;
    // Calls that come together share one proof.
    if (this.#proofs.get(folder) === known) this.#proofs.set(folder, this.#prove(folder));
    const fresh = await this.#proofs.get(folder);
    return fresh !== undefined && (await this.#stillCounts(fresh)) ? fresh.held : new Map();
  }

  async #stillCounts({ until, decidedBy, fingerprint }: Proof): Promise<boolean> {
    return (until === undefined || Date.now() < until) && (await this.#machine.fingerprint(decidedBy)) === fingerprint;
  }

  /** The fingerprint is older than the proof: what changes meanwhile makes another one necessary. */
  async #prove(folder: string): Promise<Proof> {
    try {
      const quick = await agentHealths(this.#machine, folder, true);
      const decidedBy = quick.flatMap(({ hold }) => hold?.decidedBy ?? []);
      const fingerprint = await this.#machine.fingerprint(decidedBy);
      const isSet = quick.some(({ hold }) => hold?.state === 'set');
      const healths = isSet ? await agentHealths(this.#machine, folder, false) : [];
      const held = healths.flatMap(({ id, hold }) =>
        hold?.state === 'on' && hold.folder !== undefined
          ? [[id, { folder: hold.folder, writable: hold.writable }] as const]
          : [],
      );
      const hasFailed = healths.some(({ hold }) => hold?.state === 'broken');
      return { held: new Map(held), decidedBy, fingerprint, until: hasFailed ? Date.now() + failureLasts : undefined };
    } catch {
      // Without a doctor nothing is proved.
      return { held: new Map(), decidedBy: [], fingerprint: '', until: 0 };
    }
  }
}
