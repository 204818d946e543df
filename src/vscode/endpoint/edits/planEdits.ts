// Plans the edits of a review, each on top of the previous ones, as the changes of one call.
import type { Change } from '../../../core/change/change.ts';
import { describeError, ToolError, toToolError } from '../../../core/wording/errors.ts';
import { combineChanges, createCombinedTitle, contentsAfter } from '../../../tools/hooks/combineChanges.ts';
import { createStagedWorkspace } from '../../../tools/hooks/stagedWorkspace.ts';
import { createNotWrittenError } from '../../../tools/pipeline/rejection.ts';
import type { Plan, ToolContext } from '../../../tools/shared/tool.ts';
import type { EditorFacts } from './amendedInput.ts';
import type { EditPlan, HookedEdit } from './hookedEdit.ts';

interface PlanCallbacks {
  /** As in `ReviewEvents`. Called with each edit once it is planned; its rejection counts as a failed plan. */
  requireWritable(edit: HookedEdit): Promise<void>;
  /** Called immediately with an edit that cannot be planned, and the reason. */
  deny(edit: HookedEdit, message: string): void;
}

/** The plan of a call, and the edits that it contains. */
export interface CombinedPlan {
  readonly plan: Plan;
  readonly plannedEdits: readonly HookedEdit[];
}

/**
 * Plans edits. Denies each one that cannot be planned; if that is all of them, then throws the first error. The error
 * of a single edit is only thrown, since the caller answers it.
 * @param edits those whose hooks still wait; if there are none, `hookEndedError` is thrown
 */
export async function planEdits(
  edits: readonly HookedEdit[],
  context: ToolContext,
  facts: EditorFacts,
  callbacks: PlanCallbacks,
): Promise<CombinedPlan> {
  let changes: readonly Change[] = [];
  let firstPlan: EditPlan | undefined;
  let firstError: unknown;
  const plannedEdits: HookedEdit[] = [];
  for (const edit of edits) {
    const workspace = createStagedWorkspace(context.workspace, contentsAfter(changes));
    try {
      const plan = await edit.plan({ ...context, workspace }, facts);
      // The caller reports an empty plan itself, but sees only that of all edits together.
      if (plan.changes.length === 0 && edits.length > 1) throw noChangeError();
      await callbacks.requireWritable(edit);
      changes = combineChanges(changes, plan.changes);
      firstPlan ??= plan;
      plannedEdits.push(edit);
    } catch (cause) {
      if (edits.length === 1) throw cause;
      const error = await disclosableError(cause, context);
      firstError ??= error;
      callbacks.deny(edit, describeError(toToolError(error, edit.plannedBy.tool.name)));
    }
  }
  if (plannedEdits.length === 0) throw firstError ?? hookEndedError();
  const onlyPlan = plannedEdits.length === 1 ? firstPlan : undefined;
  const describe = onlyPlan?.describe ?? (() => ({ headline: 'Written.', result: {} }));
  const title = onlyPlan?.title ?? createCombinedTitle(changes);
  return { plan: { title, changes, notes: [], describe }, plannedEdits };
}

/** The error of an edit that changes nothing. */
function noChangeError(): ToolError {
  return new ToolError('NO_CHANGE', 'The files are already as this call would make them. Nothing was changed.');
}

/** The error of a call whose hooks have all ended: the agent would get no answer, so the user is not asked. */
export function hookEndedError(): ToolError {
  return createNotWrittenError("The agent's hook has ended before the answer.");
}

/** Resolves to the error that may be told to the agent: a refusal if the user does not let it reveal outside files. */
async function disclosableError(cause: unknown, { workspace }: ToolContext): Promise<unknown> {
  return workspace.requireDisclosure('failed').then(
    () => cause,
    (refusal: unknown) => refusal,
  );
}
