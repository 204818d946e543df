// Records in the audit log what belongs to an agent's own tool, besides the call that reviews its edit.
import { toToolError, type ToolError } from '../../core/wording/errors.ts';
import { withAudit } from '../../tools/pipeline/withAudit.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { World } from '../../tools/ports/world.ts';

/** Runs a part of a call with a record of its own. Resolves to its error; never rejects. */
export async function audited(
  call: Call,
  world: World,
  run: (world: World) => Promise<unknown>,
): Promise<ToolError | undefined> {
  const outcome = await withAudit(call, world, (recorded) =>
    run(recorded).then(
      () => ({ ok: true }) as const,
      (cause: unknown) => ({ ok: false, error: toToolError(cause, call.tool) }) as const,
    ),
  );
  return outcome.ok ? undefined : outcome.error;
}

/** As `audited`, for reads. Records only a call whose reads the rules judged: an agent reads all the time. */
export function auditedReads(
  call: Call,
  world: World,
  run: (world: World) => Promise<unknown>,
): Promise<ToolError | undefined> {
  const begin = (): ReturnType<World['audit']['begin']> => {
    const write = world.audit.begin();
    return (record) => (record.reads.length > 0 ? write(record) : undefined);
  };
  return audited(call, { ...world, audit: { begin } }, run);
}
