// Adapters for agents' patch tools (`*** Begin Patch`): read a patch, predict its result, rewrite it as approved.
import type { ApprovedFile, Dialect, FileOperation, Intent } from '../dialect.ts';
import { parseApplyPatch, pathsOfFile } from './applyPatch.ts';
import { predictApplyPatch, type PatchToolBehavior } from '../predict/predictApplyPatch.ts';
import { formatApplyPatch } from './formatApplyPatch.ts';
import { readString } from '../fields.ts';
import type { AmendableTool } from './toolAdapters.ts';

/** Returned by `amend` if the approved change cannot be written as a patch. */
export const notExpressibleRefusal = {
  reason:
    "This patch format cannot express exactly what was approved, such as a last line without a line ending. Call Redline's apply_patch or write_file instead.",
};

/** Message to the model for a patch whose result cannot be predicted; VS Code's dialect has its own. */
export const inexactPatchReason =
  'This patch does not fit the files exactly, so it cannot be shown. Read them again, and send their lines as they are.';

/** The intent of a tool call that applies a patch. @param folder where its relative paths start, if it names one */
export function patchIntent(text: string, folder?: string): Intent {
  const base = folder === undefined ? {} : { folder };
  return { kind: 'changes', operations: [{ kind: 'patch', text, ...base }] };
}

/** The paths in an operation's input. None for an invalid patch, which is refused later. */
export function pathsOfOperation(operation: FileOperation): readonly string[] {
  if (operation.kind === 'patch') return (parseApplyPatch(operation.text) ?? []).flatMap(pathsOfFile);
  return 'path' in operation ? [operation.path] : [operation.from, operation.to];
}

/** Creates a tool that applies the patch in a field of its input. */
export function createPatchTool(field: string, behavior: PatchToolBehavior): AmendableTool {
  return {
    intentOf(input) {
      const text = readString(input, field);
      return text === undefined ? undefined : patchIntent(text);
    },
    amend(input, approved: readonly ApprovedFile[]) {
      const text = formatApplyPatch(approved, behavior);
      return text === undefined ? notExpressibleRefusal : { input: { ...input, [field]: text } };
    },
  };
}

/** Creates an agent's `predictPatch`. @param reason for the model, if a result cannot be predicted */
export function createPredictPatch(behavior: PatchToolBehavior, reason: string): Dialect['predictPatch'] {
  return (text, read) => {
    const files = parseApplyPatch(text);
    const predicted = files === undefined ? undefined : predictApplyPatch(files, read, behavior);
    // Without files there is nothing to review.
    return predicted === undefined || predicted.length === 0 ? { reason } : { files: predicted };
  };
}
