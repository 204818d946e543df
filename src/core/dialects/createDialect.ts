// Creates the dialect of an agent from a table of its tools, with the checks that all dialects share.
import type { Amended, ApprovedFile, Dialect, FileOperation, HookCall, Intent } from './dialect.ts';
import { isUri } from '../path/pathParts.ts';
import { hasLoneSurrogate } from '../text/encoding.ts';
import { pathsOfOperation } from './toolInputs/patchTool.ts';
import { fieldsOf } from './fields.ts';
import { haveSameResults } from './predict/predictApplyPatch.ts';
import type { ToolTable } from './toolInputs/toolAdapters.ts';

/** The parts in which agents differ. `createDialect` has the defaults of the optional ones. */
type DialectParts = Pick<Dialect, 'id' | 'readCall' | 'predictEdit' | 'answer'> & {
  readonly tools: ToolTable;
  /** Absent for an agent without a patch tool. */
  readonly predictPatch?: Dialect['predictPatch'];
  readonly endsSilently?: Dialect['endsSilently'];
  readonly editsDocuments?: boolean;
  readonly breaksHardLinks?: boolean;
  readonly reportsFailures?: boolean;
  /** Whether the agent ignores a changed input, so that its model has to send it again. */
  readonly ignoresChangedInput?: boolean;
};

/** Maximum length of a changed input in a message to the model, in UTF-16 units of JSON. */
const maxInputChars = 8000;

/**
 * Creates a dialect from a table of tools. Its `amend` returns an input only if the agent's tool writes exactly the
 * approved changes with it; otherwise, a reason.
 */
export function createDialect({ tools, ignoresChangedInput = false, ...parts }: DialectParts): Dialect {
  const intentOf = ({ tool, input }: Pick<HookCall, 'tool' | 'input'>): Intent => {
    const intent = readIntent(tools, tool, input);
    return parts.editsDocuments === true ? intent : refuseUris(intent);
  };
  return {
    predictPatch: () => ({ reason: 'This agent has no patches.' }),
    endsSilently: () => false,
    editsDocuments: false,
    breaksHardLinks: false,
    reportsFailures: true,
    pathsInPatch: (text) => pathsOfOperation({ kind: 'patch', text }),
    ...parts,
    toolNames: new Set(tools.keys()),
    intentOf,
    amend(call, approved) {
      const changedFiles = approved.filter((file) => file.before !== file.after || file.movedFrom !== undefined);
      if (changedFiles.some(({ after }) => after !== undefined && hasLoneSurrogate(after)))
        return {
          reason: 'The text contains a lone surrogate, which the input cannot represent. Send it without that.',
        };
      const amended = amendInput(tools, call, changedFiles);
      if ('reason' in amended) return amended;
      const intent = intentOf({ ...call, input: amended.input });
      const operations = intent.kind === 'changes' ? intent.operations : [];
      if (!writesExactly(operations, changedFiles, parts))
        return {
          reason: `${call.tool} would not write exactly what was approved. Call Redline's edit_file or write_file instead.`,
        };
      return ignoresChangedInput ? askToResend(call.tool, amended.input) : amended;
    },
  };
}

/** A refusal that asks the model to call the tool again with the changed input. */
function askToResend(tool: string, input: unknown): Amended {
  const json = JSON.stringify(input);
  if (json.length > maxInputChars)
    return { reason: "Call Redline's edit_file or write_file with the text that the person wants." };
  return {
    reason: `Call ${tool} again with exactly this input, and it will be written without another question: ${json}`,
  };
}

function readIntent(tools: ToolTable, name: string, input: unknown): Intent {
  const tool = tools.get(name);
  if (tool === undefined) return { kind: 'unknown' };
  const intent = tool.intentOf(fieldsOf(input) ?? {});
  if (intent !== undefined) return intent;
  // An invalid input is refused only for a tool that edits files.
  if (tool.amend === undefined) return { kind: 'unknown' };
  const why = `Redline cannot read this input of ${name}. Send all its fields, or call Redline's edit_file instead.`;
  return { kind: 'unpredictable', why };
}

/**
 * Refuses changes by URIs such as `file:///a`. Only the editor's tools take them; for all others, that is a path
 * relative to the working directory, while the workspace would resolve the URI.
 */
function refuseUris(intent: Intent): Intent {
  const operations = intent.kind === 'changes' ? intent.operations : [];
  const paths = operations.flatMap((operation) => [
    ...pathsOfOperation(operation),
    ...(operation.kind === 'patch' ? [operation.folder ?? ''] : []),
  ]);
  const why =
    'This tool takes a URI for a relative path, so Redline could not show what it writes. Send the plain path.';
  return paths.some(isUri) ? { kind: 'unpredictable', why } : intent;
}

function amendInput(tools: ToolTable, { tool, input }: HookCall, approved: readonly ApprovedFile[]): Amended {
  const fields = fieldsOf(input);
  const amended = fields === undefined ? undefined : tools.get(tool)?.amend?.(fields, approved);
  return (
    amended ?? { reason: `The input of ${tool} cannot be changed. Call Redline's edit_file or write_file instead.` }
  );
}

/** Whether operations make exactly the approved changes, and no others. */
function writesExactly(
  operations: readonly FileOperation[],
  approved: readonly ApprovedFile[],
  { predictEdit, predictPatch }: Pick<DialectParts, 'predictEdit' | 'predictPatch'>,
): boolean {
  const [firstOperation, ...otherOperations] = operations;
  if (firstOperation?.kind === 'patch')
    return otherOperations.length === 0 && patchWritesExactly(firstOperation.text, approved, predictPatch);
  const texts = new Map(approved.map(({ path, before }) => [path, before]));
  for (const operation of operations) {
    // Without `path`: a move. Only patches can be amended so that they move a file.
    if (!('path' in operation) || !texts.has(operation.path)) return false;
    const result = predictEdit(operation, texts.get(operation.path));
    if (result === undefined) return false;
    texts.set(operation.path, result);
  }
  return approved.every(({ path, after }) => after !== undefined && texts.get(path) === after);
}

function patchWritesExactly(
  text: string,
  approved: readonly ApprovedFile[],
  predictPatch: DialectParts['predictPatch'],
): boolean {
  const texts = new Map(approved.map(({ path, movedFrom, before }) => [movedFrom ?? path, before]));
  const predicted = predictPatch?.(text, (path) => texts.get(path));
  return predicted !== undefined && 'files' in predicted && haveSameResults(predicted.files, approved);
}
