// Adapts agents' patch tools (`*** Begin Patch`): reads their input as an intent, and rewrites it to what the user
// approved.
import type { ApprovedFile, Dialect, Intent } from './dialect.ts';
import { parseApplyPatch } from './applyPatch.ts';
import { predictApplyPatch, type PatchTool } from './predictApplyPatch.ts';
import { formatApplyPatch } from './formatApplyPatch.ts';
import { stringField } from './fields.ts';
import type { Tool } from './tools.ts';

/** Returned by `amend` if the approved change cannot be written as a patch. */
export const inexpressible = {
  reason:
    "This patch format cannot express exactly what was approved, such as a last line without a line ending. Call Redline's write_file instead.",
};

export function patchIntent(text: string, folder?: string): Intent {
  const place = folder === undefined ? {} : { folder };
  return { kind: 'changes', operations: [{ kind: 'patch', text, ...place }] };
}

/** Creates the tool whose input has the patch in `field`. */
export function patchToolOf(field: string, tool: PatchTool): Tool {
  return {
    intentOf(input) {
      const text = stringField(input, field);
      return text === undefined ? undefined : patchIntent(text);
    },
    amend(input, approved: readonly ApprovedFile[]) {
      const text = formatApplyPatch(approved, tool);
      return text === undefined ? inexpressible : { input: { ...input, [field]: text } };
    },
  };
}

/** Creates an agent's `predictPatch`. `why`: the message to the model if the result of a patch cannot be predicted. */
export function predictPatchBy(tool: PatchTool, why: string): Dialect['predictPatch'] {
  return (text, read) => {
    const files = parseApplyPatch(text);
    const made = files === undefined ? undefined : predictApplyPatch(files, read, tool);
    return made === undefined || made.length === 0 ? { reason: why } : { files: made };
  };
}

export const inexactPatch =
  'This patch does not fit the files exactly, so it cannot be shown. Read them again, and send their lines as they are.';
