import type { ApprovedFile, Dialect, Intent } from './dialect.ts';
import { readEnvelope } from './envelope.ts';
import { envelopeResult, type PatchTool } from './envelopeResult.ts';
import { envelopeText } from './envelopeText.ts';
import { textOf } from './fields.ts';
import type { Tool } from './tools.ts';

/** Words for a patch that would have to say what its format cannot. */
export const unsayable = {
  cannot:
    "This patch format cannot say exactly what was approved, such as a last line without a line ending. Call Redline's write_file instead.",
};

export function patchIntent(text: string, folder?: string): Intent {
  const place = folder === undefined ? {} : { folder };
  return { kind: 'changes', operations: [{ kind: 'patch', text, ...place }] };
}

/** A tool whose input is a patch of the form `*** Begin Patch`. */
export function patchToolOf(field: string, tool: PatchTool): Tool {
  return {
    intentOf(input) {
      const text = textOf(input, field);
      return text === undefined ? undefined : patchIntent(text);
    },
    amend(input, approved: readonly ApprovedFile[]) {
      const text = envelopeText(approved, tool);
      return text === undefined ? unsayable : { input: { ...input, [field]: text } };
    },
  };
}

/** `patchResult` of an agent; `why` tells the model what to do instead where a patch cannot be predicted. */
export function patchResultOf(tool: PatchTool, why: string): Dialect['patchResult'] {
  return (text, read) => {
    const files = readEnvelope(text);
    const made = files === undefined ? undefined : envelopeResult(files, read, tool);
    return made === undefined || made.length === 0 ? { cannot: why } : { files: made };
  };
}

export const inexactPatch =
  'This patch does not fit the files exactly, so it cannot be shown. Read them again, and send their lines as they are.';
