// Records each call for the audit log.

import type { Change } from '../../core/change/change.ts';
import { isUnexpected, type ToolError } from '../../core/wording/errors.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import { hashesOf } from '../shared/common.ts';
import type { AuditAnswer, AuditChange, AuditRecord } from '../ports/audit.ts';
import type { Call } from '../ports/ports.ts';
import type { World } from '../ports/world.ts';

/** Maximum number of reads and of changes listed in a record; the rest is counted. */
const maxListed = 100;

/**
 * Runs a call and logs it in one audit record: reads, verdict, answers and changes, but no input and no text. `run`
 * gets a world that records everything passing through it.
 */
export async function withAudit<O extends { readonly ok: true } | { readonly ok: false; readonly error: ToolError }>(
  call: Call,
  world: World,
  run: (world: World) => Promise<O>,
): Promise<O> {
  const end = world.audit.begin();
  const trail = new Trail();
  const outcome = await run(trail.through(world));
  try {
    end(trail.record(call, outcome.ok ? 'ok' : outcome.error.code));
  } catch (cause) {
    // A failure to log does not fail the call, which is finished.
    world.failures.unexpected(`${call.tool}, taking it down`, cause);
  }
  if (!outcome.ok && isUnexpected(outcome.error)) {
    world.failures.unexpected(`${call.tool}, ${trail.step}`, outcome.error);
  }
  return outcome;
}

class Trail {
  #reads: { path: string; verdict: Verdict['action'] }[] = [];
  #moreReads = 0;
  #verdict: Verdict | undefined;
  #answers: AuditAnswer[] = [];
  #changes: readonly Change[] = [];
  #applied = false;
  #step = 'reading its input';

  /** The step at which the call ended. */
  get step(): string {
    return this.#step;
  }

  /** Wraps the world to record everything passing through it. */
  through(world: World): World {
    return {
      ...world,
      workspaceFor: (call) => {
        this.#step = 'planning';
        return world.workspaceFor(call, this);
      },
      queriesFor: (call) => world.queriesFor(call, this),
      rules: {
        admit: (...who) => world.rules.admit(...who),
        judge: async (changes, call, asked) => {
          this.#step = 'judging';
          this.#changes = changes;
          this.#verdict = await world.rules.judge(changes, call, asked);
          return this.#verdict;
        },
      },
      review: {
        ask: async (request, call) => {
          this.#step = 'reviewing';
          const decision = await world.review.ask(request, call);
          const amended = decision.approved && decision.amended ? { amended: true } : {};
          this.#answers.push({ approved: decision.approved, surface: decision.surface ?? 'unknown', ...amended });
          return decision;
        },
      },
      applier: {
        apply: async (changes, title, call) => {
          this.#step = 'applying';
          this.#changes = changes;
          const applied = await world.applier.apply(changes, title, call);
          this.#step = 'answering';
          this.#applied = true;
          return applied;
        },
      },
    };
  }

  read(path: string, verdict: Verdict['action']): void {
    if (this.#reads.length < maxListed) this.#reads.push({ path, verdict });
    else this.#moreReads++;
  }

  answered(path: string, approved: boolean, surface: string): void {
    this.#answers.push({ path, approved, surface });
  }

  record(call: Call, outcome: AuditRecord['outcome']): AuditRecord {
    const more = this.#changes.length - maxListed;
    return {
      tool: call.tool,
      chat: call.token !== undefined,
      caller: call.caller,
      outcome,
      reads: this.#reads,
      ...(this.#moreReads > 0 ? { moreReads: this.#moreReads } : {}),
      ...(this.#verdict === undefined ? {} : { verdict: summaryOf(this.#verdict) }),
      answers: this.#answers,
      changes: this.#changes.slice(0, maxListed).map(toAuditChange),
      ...(more > 0 ? { moreChanges: more } : {}),
      applied: this.#applied,
    };
  }
}

function summaryOf({ action, protected: guarded, code, rule }: Verdict): NonNullable<AuditRecord['verdict']> {
  return {
    action,
    protected: guarded,
    ...(code === undefined ? {} : { code }),
    ...(rule === undefined ? {} : { setting: rule.setting }),
    ...(rule?.agents === undefined ? {} : { agents: rule.agents }),
  };
}

function toAuditChange(change: Change): AuditChange {
  const from = 'from' in change ? { from: change.from.path } : {};
  return { kind: change.kind, path: change.at.path, ...from, ...hashesOf(change) };
}
