import type { Amended, ApprovedFile, Dialect, FileOperation, HookCall, Intent } from './dialect.ts';
import { hasLoneSurrogate } from '../text/encoding.ts';
import { pathsOfFile, readEnvelope } from './envelope.ts';
import { fieldsOf } from './fields.ts';
import type { ToolTable } from './tools.ts';

type Given = Pick<Dialect, 'id' | 'readCall' | 'resultOf' | 'answer'> & {
  readonly tools: ToolTable;
  /** Absent for an agent without a patch tool. */
  readonly patchResult?: Dialect['patchResult'];
  /** Whether the agent ignores a changed input, so that its model has to send it. */
  readonly inputIsFixed?: boolean;
};

/** A changed input that is longer than this, in UTF-16 units of JSON, is not spelled out for the model. */
const maxSpelledInput = 8000;

/** A dialect whose tools stand in a table. An amended input goes out only if the agent's tool makes of it what was approved. */
export function madeDialect({ tools, inputIsFixed = false, ...given }: Given): Dialect {
  const intentOf = ({ tool, input }: Pick<HookCall, 'tool' | 'input'>): Intent => intentBy(tools, tool, input);
  return {
    patchResult: () => ({ cannot: 'This agent has no patches.' }),
    pathsOf: (text) => (readEnvelope(text) ?? []).flatMap(pathsOfFile),
    ...given,
    toolNames: new Set(tools.keys()),
    intentOf,
    amend(call, approved) {
      const changed = approved.filter((file) => file.before !== file.after || file.movedFrom !== undefined);
      if (changed.some(({ after }) => after !== undefined && hasLoneSurrogate(after)))
        return { cannot: 'The text has half of a character, which no input can hold.' };
      const amended = amendBy(tools, call, changed);
      if ('cannot' in amended) return amended;
      const intent = intentOf({ ...call, input: amended.input });
      const operations = intent.kind === 'changes' ? intent.operations : [];
      if (writes(operations, changed, given.resultOf))
        return inputIsFixed ? spelledOut(call.tool, amended.input) : amended;
      return {
        cannot: `${call.tool} would not write exactly what was approved. Call Redline's edit_file or write_file instead.`,
      };
    },
  };
}

function spelledOut(tool: string, input: unknown): Amended {
  const json = JSON.stringify(input);
  if (json.length > maxSpelledInput)
    return { cannot: "Call Redline's edit_file or write_file with the text that the person wants." };
  return {
    cannot: `Call ${tool} again with exactly this input, and it will be written without another question: ${json}`,
  };
}

function intentBy(tools: ToolTable, name: string, input: unknown): Intent {
  const tool = tools.get(name);
  if (tool === undefined) return { kind: 'unknown' };
  const intent = tool.intentOf(fieldsOf(input) ?? {});
  if (intent !== undefined) return intent;
  if (tool.amend === undefined) return { kind: 'unknown' };
  const why = `Redline cannot read this input of ${name}. Send all its fields, or call Redline's edit_file instead.`;
  return { kind: 'unseeable', path: undefined, why };
}

function amendBy(tools: ToolTable, { tool, input }: HookCall, approved: readonly ApprovedFile[]): Amended {
  const fields = fieldsOf(input);
  const amended = fields === undefined ? undefined : tools.get(tool)?.amend?.(fields, approved);
  return amended ?? { cannot: `The input of ${tool} cannot be changed.` };
}

/** Whether operations change these files as approved, and no other. */
function writes(
  operations: readonly FileOperation[],
  approved: readonly ApprovedFile[],
  resultOf: Dialect['resultOf'],
): boolean {
  // The text of a patch is made from the approved files, and checked where it is made.
  if (operations.some(({ kind }) => kind === 'patch')) return true;
  const texts = new Map(approved.map(({ path, before }) => [path, before]));
  for (const operation of operations) {
    if (!('path' in operation) || !texts.has(operation.path)) return false;
    const result = resultOf(operation, texts.get(operation.path));
    if (result === undefined) return false;
    texts.set(operation.path, result);
  }
  return approved.every(({ path, after }) => after !== undefined && texts.get(path) === after);
}
