import { isFileContent, type FileContent } from '../../change/change.ts';
import { composeEdits } from '../../diff/composeEdits.ts';
import type { TextEdit } from '../../text/text.ts';
import type { HunkReport } from '../hunks/applyHunks.ts';
import type { Body, Modes, Node, Tree } from './tree.ts';

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
    | { readonly action: 'add'; readonly after: Body }
    | {
        readonly action: 'update';
        readonly before: FileContent;
        readonly after: Body;
        readonly edits: readonly TextEdit[] | undefined;
        /** True where the file already is as the patch would make it. */
        readonly unchanged: boolean;
      }
    | { readonly action: 'delete'; readonly before: FileContent }
    | {
        readonly action: 'move' | 'copy';
        readonly from: string;
        readonly before: FileContent;
        readonly after: Body;
        readonly edits: readonly TextEdit[] | undefined;
      }
  );

/** The outcomes for all files that a patch has touched, in the order in which it names them. */
export function outcomesOf(tree: Tree): readonly FileOutcome[] {
  const nodes = [...tree.nodes.values()].filter((node) => node.touched);
  const moved = new Map<Node, Node>();
  for (const node of nodes) {
    const source = node.origin;
    const isNew = fileOf(node.original) === undefined && node.current !== undefined;
    if (isNew && source !== undefined && source.current === undefined && !moved.has(source)) moved.set(source, node);
  }
  return nodes.flatMap((node) => outcomeOf(node, moved) ?? []);
}

function outcomeOf(node: Node, moved: ReadonlyMap<Node, Node>): FileOutcome | undefined {
  const base = { path: node.path, hunks: node.reports, modes: node.modes, otherResult: node.otherResult };
  const before = fileOf(node.original);
  const source = node.origin;
  if (node.current === undefined) {
    return before === undefined || moved.has(node) ? undefined : { ...base, action: 'delete', before };
  }
  const after = bodyOf(node.current);
  if (before !== undefined && node.respelledFrom !== undefined) {
    return { ...base, action: 'move', from: node.respelledFrom, before, after, edits: editsOf(node, before) };
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

function editsOf(node: Node, before: FileContent): readonly TextEdit[] | undefined {
  if (node.steps === undefined || before.kind !== 'text') return undefined;
  const [first = [], ...more] = node.steps;
  if (more.every((step) => step.length === 0)) return first;
  const count = node.steps.reduce((total, step) => total + step.length, 0);
  return count > maxEdits ? undefined : composeEdits(before.text, node.steps);
}

function fileOf(content: Node['original']): FileContent | undefined {
  return isFileContent(content) ? content : undefined;
}

/** The part of a content that the tool is to write. */
export function bodyOf(content: FileContent | Body): Body {
  return content.kind === 'text'
    ? {
        kind: 'text',
        text: content.text,
        ...('unmarked' in content && content.unmarked === true ? { unmarked: true } : {}),
      }
    : { kind: 'binary', bytes: content.bytes };
}

export function sameBody(left: Body, right: Body): boolean {
  if (left.kind === 'text')
    return right.kind === 'text' && left.text === right.text && left.unmarked === right.unmarked;
  if (right.kind === 'text' || left.bytes.length !== right.bytes.length) return false;
  return left.bytes.every((byte, at) => byte === right.bytes[at]);
}
