// Plans the edits of a review, as the changes of one call: each in a workspace in which the previous ones are written.

import type { Change, FileContent, Location } from '../../../core/change/change.ts';
import { describeError, ToolError, toToolError } from '../../../core/wording/errors.ts';
import { combineChanges, createCombinedTitle, contentsAfter } from '../../../tools/hooks/combineChanges.ts';
import { createNotWrittenError } from '../../../tools/pipeline/rejection.ts';
import type { Workspace } from '../../../tools/ports/ports.ts';
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
      // The caller reports an empty plan itself, but sees only the plan of all edits together.
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

/** Contents of files after earlier planned edits that are not written yet, by canonical URI. */
type StagedFiles = ReadonlyMap<string, FileContent>;

/** Returns a workspace that reads these files instead of the files on disk. Folders and links are not staged. */
function createStagedWorkspace(workspace: Workspace, files: StagedFiles): Workspace {
  const stagedContent = ({ real }: Location): FileContent | undefined => files.get(real);
  return {
    requireDisclosure: (plan) => workspace.requireDisclosure(plan),
    locate: (path, links) => workspace.locate(path, links),
    isSecret: (at) => workspace.isSecret(at),
    async stat(at) {
      const file = stagedContent(at);
      // The staged file is not written yet, so it has no time.
      return file === undefined ? workspace.stat(at) : { type: 'file', size: file.bytes.length, modified: 0 };
    },
    async read(at) {
      const content = stagedContent(at);
      return content === undefined ? workspace.read(at) : { content, unsaved: false, encodingErrors: 0 };
    },
    isLocal: (at) => workspace.isLocal(at),
    readLarge: (at) => workspace.readLarge(at),
    withTail: (at, before, tail) => workspace.withTail(at, before, tail),
    list: (at, whole) => workspace.list(at, whole),
    readLink: (at) => workspace.readLink(at),
    child: (folder, name, links) => workspace.child(folder, name, links),
    parent: (at) => workspace.parent(at),
    rewrite: (before, text) => workspace.rewrite(before, text),
    encodeNew: (at, text) => workspace.encodeNew(at, text),
    decode: (at, bytes) => workspace.decode(at, bytes),
  };
}
