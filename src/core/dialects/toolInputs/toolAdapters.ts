// Adapters for the kinds of agents' tools: each reads a tool's input, and changes it so that the tool writes what was
// approved. A dialect is a table of them.
import type { Amended, ApprovedFile, FileOperation, Intent, TextReplacement } from '../dialect.ts';
import { fieldsOf, readString, type Fields } from '../fields.ts';
import { smallestReplacement } from '../predict/smallestReplacement.ts';

/** Reads a tool's input, and changes it so that the tool writes the approved changes. */
export interface Tool {
  /** Reads the input; undefined if it is invalid. */
  intentOf(input: Fields): Intent | undefined;
  /**
   * Changes the input. Absent for a tool that changes nothing, or whose result cannot be predicted. `approved` contains
   * only changed files.
   */
  amend?(input: Fields, approved: readonly ApprovedFile[]): Amended;
}

export type AmendableTool = Required<Tool>;

/** An agent's tools by name. */
export type ToolTable = ReadonlyMap<string, Tool>;

const changesIntent = (...operations: FileOperation[]): Intent => ({ kind: 'changes', operations });

/** The input fields of a tool that replaces text in a file, by their names, and how it searches. */
export interface ReplaceFields {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  /** The field that is true for replacing every occurrence; absent if the tool has none. */
  readonly all?: string;
  /** Whether the tool converts CRLF to LF in a file before it searches `oldText`. */
  readonly searchesLf?: boolean;
}

/** Tells the model what to do if the input of its tool cannot express what was approved, such as a change by a link. */
export const otherFileRefusal = {
  reason:
    "This tool writes only text at the path in its input. If that is a link, send the path to which it leads; else call Redline's edit_file or write_file.",
};

export function createReplaceTool(names: ReplaceFields): AmendableTool {
  return {
    intentOf(input) {
      const path = readString(input, names.path);
      const replacement = readReplacement(input, names);
      if (path === undefined || replacement === undefined) return undefined;
      return changesIntent({ kind: 'replace', path, replacements: [replacement] });
    },
    amend(input, approved) {
      const file = approvedAt(approved, readString(input, names.path));
      const replacement = file === undefined ? undefined : replacementFor(file, names.searchesLf);
      if (replacement === undefined) return otherFileRefusal;
      return { input: { ...input, ...formatFields(replacement, names) } };
    },
  };
}

/** The input fields of a replacement. It is unique, so it never replaces every occurrence. */
function formatFields({ oldText, newText }: Omit<TextReplacement, 'all'>, names: ReplaceFields): Fields {
  const allField = names.all === undefined ? {} : { [names.all]: false };
  return { [names.oldText]: oldText, [names.newText]: newText, ...allField };
}

function readReplacement(input: Fields, names: ReplaceFields): TextReplacement | undefined {
  const oldText = readString(input, names.oldText);
  const newText = readString(input, names.newText);
  const replaceAll = names.all === undefined ? undefined : input[names.all];
  if (oldText === undefined || newText === undefined) return undefined;
  if (replaceAll !== undefined && replaceAll !== null && typeof replaceAll !== 'boolean') return undefined;
  return { oldText, newText, all: replaceAll === true };
}

/** Reads a list of replacements, each with its path if it has one; undefined for an empty or invalid list. */
export function readReplacements(
  list: unknown,
  names: ReplaceFields,
): readonly { readonly path: string | undefined; readonly replacement: TextReplacement }[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const replacements = [];
  for (const item of list) {
    const fields = fieldsOf(item);
    const replacement = fields === undefined ? undefined : readReplacement(fields, names);
    if (replacement === undefined) return undefined;
    replacements.push({ path: readString(fields, names.path), replacement });
  }
  return replacements;
}

/**
 * The single replacement that turns a file into the approved one; undefined if none can: for a deletion, a move, or a
 * byte order mark that was added or removed.
 */
export function replacementFor(file: ApprovedFile, searchesLf = false): Omit<TextReplacement, 'all'> | undefined {
  const { before = '', after, movedFrom } = file;
  if (after === undefined || movedFrom !== undefined || hasBom(before) !== hasBom(after)) return undefined;
  if (before === '') return { oldText: '', newText: after };
  const toToolText = (text: string): string => (searchesLf ? text.replaceAll('\r\n', '\n') : text);
  return smallestReplacement(toToolText(before), toToolText(after));
}

function hasBom(text: string): boolean {
  return text.startsWith('\ufeff');
}

/** The approved file at a path of the tool's input; undefined if the user excluded it or it is unchanged. */
export function approvedAt(approved: readonly ApprovedFile[], path: string | undefined): ApprovedFile | undefined {
  return approved.find((file) => file.path === path);
}

/** The input fields of a tool that writes a whole file, by their names, and what it rejects. */
interface WriteFields {
  readonly path: string;
  readonly text: string;
  /** Whether the tool rejects a file that has content. */
  readonly mustBeNew?: boolean;
}

export function createWriteTool({ mustBeNew = false, ...names }: WriteFields): Tool {
  return {
    intentOf(input) {
      const path = readString(input, names.path);
      const text = readString(input, names.text);
      return path === undefined || text === undefined
        ? undefined
        : changesIntent({ kind: 'write', path, text, mustBeNew });
    },
    amend(input, approved) {
      const file = approvedAt(approved, readString(input, names.path));
      if (file?.after === undefined || file.movedFrom !== undefined) return otherFileRefusal;
      return { input: { ...input, [names.text]: file.after } };
    },
  };
}

/** Creates a tool that reads the files in these fields, each a path or a list. Agents ignore or reject other values. */
export function createReadTool(...pathFields: readonly string[]): Tool {
  return {
    intentOf(input) {
      const paths = readStrings(input, pathFields);
      return paths.length > 0 ? { kind: 'read', paths } : undefined;
    },
  };
}

/** All strings in these fields, and in lists in them; other values are skipped. */
export function readStrings(input: Fields, names: readonly string[]): string[] {
  return names.flatMap((name): readonly unknown[] => [input[name]].flat()).filter((value) => typeof value === 'string');
}

export function createShellTool(commandField: string): Tool {
  return {
    intentOf(input) {
      const command = readString(input, commandField);
      return command === undefined ? undefined : { kind: 'shell', command };
    },
  };
}

/** Creates a tool whose result cannot be predicted. @param why tells the model this, and which tool to call instead */
export function createUnpredictableTool(why: string): Tool {
  return { intentOf: () => ({ kind: 'unpredictable', why }) };
}
