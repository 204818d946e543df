import { isFileContent, type FileContent } from '../../change/change.ts';
import { composeEdits } from '../../diff/composeEdits.ts';
import type { TextEdit } from '../../text/text.ts';
import type { HunkReport } from '../hunks/applyHunks.ts';
import type { NewContent, Modes, FileState, PatchState } from './patchState.ts';

interface OutcomeBase {
  /** The path after, as the patch spells it, prefixes stripped. */
  readonly path: string;
  readonly hunks: readonly HunkReport[];
  readonly modes: Modes;
  /** Whether the `index` line of the patch names another result than this. */
  readonly otherResult: boolean;
}

/**
 * What a whole patch does to one file, all its operations on it taken together. Paths are those of the patch; every file
 * occurs once as `path`, and every source of a move once. `edits` are offsets in the text of `before`, absent where the
 * whole content is replaced.
 */
export type FileOutcome = OutcomeBase &
  (
    | { readonly action: 'add'; readonly after: NewContent }
    | {
        readonly action: 'update';
        readonly before: FileContent;
        readonly after: NewContent;
        readonly edits: readonly TextEdit[] | undefined;
        /** True where the file already is as the patch would make it. */
        readonly unchanged: boolean;
      }
    | { readonly action: 'delete'; readonly before: FileContent }
    | {
        readonly action: 'move' | 'copy';
        readonly from: string;
        readonly before: FileContent;
        readonly after: NewContent;
        readonly edits: readonly TextEdit[] | undefined;
      }
  );

/** The outcomes for all files that a patch has touched, in the order in which it names them. */
export function outcomesOf(tree: PatchState): readonly FileOutcome[] {
  const nodes = [...tree.files.values()].filter((node) => node.touched);
  const moved = new Map<FileState, FileState>();
  for (const node of nodes) {
    const source = node.origin;
    const isNew = fileOf(node.original) === undefined && node.current !== undefined;
    if (isNew && source !== undefined && source.current === undefined && !moved.has(source)) moved.set(source, node);
  }
  return nodes.flatMap((node) => outcomeOf(node, moved) ?? []);
}

function outcomeOf(node: FileState, moved: ReadonlyMap<FileState, FileState>): FileOutcome | undefined {
  const base = { path: node.path, hunks: node.reports, modes: node.modes, otherResult: node.otherResult };
  const before = fileOf(node.original);
  const source = node.origin;
  if (node.current === undefined) {
    return before === undefined || moved.has(node) ? undefined : { ...base, action: 'delete', before };
  }
  const after = bodyOf(node.current);
  if (before !== undefined && node.oldSpelling !== undefined) {
    return { ...base, action: 'move', from: node.oldSpelling, before, after, edits: editsOf(node, before) };
  }
  if (before !== undefined) {
    const unchanged =
      sameBody(bodyOf(before), after) && (node.modes.after === undefined || node.modes.after === node.modes.before);
    return {
      ...base,
      action: 'update',
      before,
      after,
      edits: source === undefined ? editsOf(node, before) : undefined,
      unchanged,
    };
  }
  const from = source === undefined ? undefined : fileOf(source.original);
  if (source === undefined || from === undefined) return { ...base, action: 'add', after };
  const action = moved.get(source) === node ? 'move' : 'copy';
  return { ...base, action, from: source.path, before: from, after, edits: editsOf(node, from) };
}

/** More edits than this, made in several steps, are not traced back one by one. */
const maxEdits = 2000;

function editsOf(node: FileState, before: FileContent): readonly TextEdit[] | undefined {
  if (node.editSteps === undefined || before.kind !== 'text') return undefined;
  const [first = [], ...more] = node.editSteps;
  if (more.every((step) => step.length === 0)) return first;
  const count = node.editSteps.reduce((total, step) => total + step.length, 0);
  return count > maxEdits ? undefined : composeEdits(before.text, node.editSteps);
}

function fileOf(content: FileState['original']): FileContent | undefined {
  return isFileContent(content) ? content : undefined;
}

/** The part of a content that the tool is to write. */
export function bodyOf(content: FileContent | NewContent): NewContent {
  return content.kind === 'text'
    ? {
        kind: 'text',
        text: content.text,
        ...('unmarked' in content && content.unmarked === true ? { unmarked: true } : {}),
      }
    : { kind: 'binary', bytes: content.bytes };
}

export function sameBody(left: NewContent, right: NewContent): boolean {
  if (left.kind === 'text')
    return right.kind === 'text' && left.text === right.text && left.unmarked === right.unmarked;
  if (right.kind === 'text' || left.bytes.length !== right.bytes.length) return false;
  return left.bytes.every((byte, at) => byte === right.bytes[at]);
}
