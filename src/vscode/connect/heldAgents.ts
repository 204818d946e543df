// Finds the agents under Hold (the agent's sandbox write-protects a folder), for team policies and hooks. They ask before
// each call, so results are cached until the settings change.

import type { HoldScopes } from '../../core/connect/holdSettings.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { askDoctor, type AgentHealth } from './agentHealth.ts';

/** Milliseconds for which a failed test is cached. Short, since the user may install what it lacked. */
const failureCachedMs = 10_000;

/** The result of a test in a folder, with the facts that it depends on. */
interface TestResult {
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
  readonly #testsByFolder = new Map<string, Promise<TestResult>>();

  constructor(machine: AgentMachine) {
    this.#machine = machine;
  }

  /** The agents under Hold in a folder on disk; none if its settings change during the test, which the next call repeats. */
  async findIn(folder: string): Promise<HoldScopes> {
    const cachedTest = this.#testsByFolder.get(folder);
    const result = await cachedTest;
    if (result !== undefined && (await this.#isValid(result))) return result.held;
    // Concurrent calls share one test: the first of them to get here starts it.
    if (this.#testsByFolder.get(folder) === cachedTest) this.#testsByFolder.set(folder, this.#test(folder));
    const newResult = await this.#testsByFolder.get(folder);
    return newResult !== undefined && (await this.#isValid(newResult)) ? newResult.held : new Map();
  }

  async #isValid({ expiresAtMs, decidedBy, fingerprint }: TestResult): Promise<boolean> {
    return (
      (expiresAtMs === undefined || Date.now() < expiresAtMs) &&
      (await this.#machine.fingerprint(decidedBy)) === fingerprint
    );
  }

  /**
   * Tests the agents. Runs the doctor's quick checks first, since only an agent with settings of Hold needs the slow test.
   * Takes the fingerprint before that test, so that a change meanwhile invalidates the result. Never rejects.
   */
  async #test(folder: string): Promise<TestResult> {
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
      // The doctor failed, so no agent is known to be under Hold; `expiresAtMs: 0` makes the next call try again.
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
