// Runs parts of an agent's call with audit records of their own: reads, and writes that ended after the call.
import { toToolError, type ToolError } from '../../../core/wording/errors.ts';
import { withAudit } from '../../../tools/pipeline/withAudit.ts';
import type { Call } from '../../../tools/ports/ports.ts';
import type { World } from '../../../tools/ports/world.ts';

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
