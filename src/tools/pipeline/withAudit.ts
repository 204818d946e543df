// Records each call for the audit log, by wrapping the ports that the call uses. Two parts of an agent's call get
// records of their own: reads, and writes that ended after the call.

import type { Change } from '../../core/change/change.ts';
import { isUnexpected, toToolError, type ToolError } from '../../core/wording/errors.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import { getHashes } from '../shared/appliedChanges.ts';
import type { AuditAnswer, AuditChange, AuditRecord, ReadTrail } from '../ports/audit.ts';
import type { Call } from '../ports/ports.ts';
import type { World } from '../ports/world.ts';

/** Maximum number of reads and of changes listed in a record; the rest is counted. */
const maxListedItems = 100;

/**
 * Runs a call and logs it in one audit record: reads, verdict, the user's answers and changes, but no input and no text.
 * Also logs an unexpected error of the call.
 *
 * @param run must use the world that it gets, whose ports record how they are used
 */
export async function withAudit<O extends { readonly ok: true } | { readonly ok: false; readonly error: ToolError }>(
  call: Call,
  world: World,
  run: (world: World) => Promise<O>,
): Promise<O> {
  const writeRecord = world.audit.begin();
  const trail = new CallTrail();
  const outcome = await run(trail.wrapWorld(world));
  try {
    writeRecord(trail.toRecord(call, outcome.ok ? 'ok' : outcome.error.code));
  } catch (cause) {
    // A failure to log does not fail the call, which is finished.
    world.failures.unexpected(`${call.tool}, taking it down`, cause);
  }
  if (!outcome.ok && isUnexpected(outcome.error)) {
    world.failures.unexpected(`${call.tool}, ${trail.step}`, outcome.error);
  }
  return outcome;
}

/** Runs a part of a call with an audit record of its own. Resolves to the error if it fails; never rejects. */
export async function runAudited(
  call: Call,
  world: World,
  run: (world: World) => Promise<unknown>,
): Promise<ToolError | undefined> {
  const outcome = await withAudit(call, world, (auditedWorld) =>
    run(auditedWorld).then(
      () => ({ ok: true }) as const,
      (cause: unknown) => ({ ok: false, error: toToolError(cause, call.tool) }) as const,
    ),
  );
  return outcome.ok ? undefined : outcome.error;
}

/** As `runAudited`, for reads. Writes a record only if the rules judged a read, since agents read all the time. */
export function runAuditedReads(
  call: Call,
  world: World,
  run: (world: World) => Promise<unknown>,
): Promise<ToolError | undefined> {
  const begin = (): ReturnType<World['audit']['begin']> => {
    const write = world.audit.begin();
    return (record) => (record.reads.length > 0 ? write(record) : undefined);
  };
  return runAudited(call, { ...world, audit: { begin } }, run);
}

/** Collects the audit record of one call. If the call is planned again, keeps only the last changes and verdict. */
class CallTrail implements ReadTrail {
  readonly #reads: { path: string; verdict: Verdict['action'] }[] = [];
  /** Number of reads that are not in `#reads`. */
  #moreReads = 0;
  /** The last verdict on the changes; undefined if the call ended before. */
  #verdict: Verdict | undefined;
  readonly #userAnswers: AuditAnswer[] = [];
  /** The changes last judged; once `#isApplied`, those written. */
  #changes: readonly Change[] = [];
  #isApplied = false;
  #step = 'reading its input';

  /** The step that the call has reached, for the log of unexpected failures. */
  get step(): string {
    return this.#step;
  }

  /** Wraps the ports; the pipeline asks for a workspace when it begins to plan. */
  wrapWorld(world: World): World {
    return {
      ...world,
      workspaceFor: (call) => {
        this.#step = 'planning';
        return world.workspaceFor(call, this);
      },
      queriesFor: (call) => world.queriesFor(call, this),
      rules: {
        admit: (...args) => world.rules.admit(...args),
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
          this.#userAnswers.push({ approved: decision.approved, surface: decision.surface ?? 'unknown', ...amended });
          return decision;
        },
      },
      applier: {
        apply: async (changes, title, call) => {
          this.#step = 'applying';
          this.#changes = changes;
          const applied = await world.applier.apply(changes, title, call);
          this.#step = 'answering';
          this.#isApplied = true;
          // May differ from the approved changes: an agent's own tool may write other text, or only a part.
          this.#changes = applied.changes;
          return applied;
        },
      },
    };
  }

  recordRead(path: string, verdict: Verdict['action']): void {
    if (this.#reads.length < maxListedItems) this.#reads.push({ path, verdict });
    else this.#moreReads++;
  }

  recordAnswer(path: string, approved: boolean, surface: string): void {
    this.#userAnswers.push({ path, approved, surface });
  }

  toRecord(call: Call, outcome: AuditRecord['outcome']): AuditRecord {
    const unlistedChanges = this.#changes.length - maxListedItems;
    return {
      tool: call.tool,
      chat: call.token !== undefined,
      caller: call.caller,
      outcome,
      reads: this.#reads,
      ...(this.#moreReads > 0 ? { moreReads: this.#moreReads } : {}),
      ...(this.#verdict === undefined ? {} : { verdict: toAuditVerdict(this.#verdict) }),
      answers: this.#userAnswers,
      changes: this.#changes.slice(0, maxListedItems).map(toAuditChange),
      ...(unlistedChanges > 0 ? { moreChanges: unlistedChanges } : {}),
      applied: this.#isApplied,
    };
  }
}

function toAuditVerdict({ action, protected: isProtected, code, rule }: Verdict): NonNullable<AuditRecord['verdict']> {
  return {
    action,
    protected: isProtected,
    ...(code === undefined ? {} : { code }),
    ...(rule === undefined ? {} : { setting: rule.setting }),
    ...(rule?.agents === undefined ? {} : { agents: rule.agents }),
  };
}

function toAuditChange(change: Change): AuditChange {
  const from = 'from' in change ? { from: change.from.path } : {};
  return { kind: change.kind, path: change.at.path, ...from, ...getHashes(change) };
}
