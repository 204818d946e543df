import type { Content } from '../../../src/core/change/change.ts';
import { decodeUtf8, encodeUtf8 } from '../../../src/core/text/encoding.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import type { FileOutcome, PatchWorkspace } from '../../../src/core/patch/files/patchedFiles.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import { planPatch, type PlanOptions } from '../../../src/core/patch/files/planPatch.ts';

/** Files by path, as text or bytes; a value of `null` is a folder. */
export type Tree = Readonly<Record<string, string | Uint8Array | null>>;

export function contentOf(value: string | Uint8Array | null): Content {
  if (value === null) return { kind: 'directory' };
  const bytes = typeof value === 'string' ? encodeUtf8(value) : value;
  if (bytes.includes(0)) return { kind: 'binary', bytes, sha256: 'x' };
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const { text } = decodeUtf8(bom ? bytes.subarray(3) : bytes);
  return { kind: 'text', text, encoding: bom ? 'utf8bom' : 'utf8', bytes, sha256: 'x' };
}

function normal(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/**
 * A workspace over a record of files. `./` and `//` name the same file; an absolute path, or one below no folder of the
 * tree, is outside of the workspace, unless the tree itself has such paths.
 */
export function memoryWorkspace(tree: Tree): PatchWorkspace {
  const isRooted = Object.keys(tree).some((path) => path.startsWith('/'));
  const inside = (path: string): string => {
    if (isRooted || !/^(?:[\\/]|[A-Za-z]:)/.test(path)) return normal(path);
    throw new ToolError('OUTSIDE_WORKSPACE', `${path} is outside of the workspace. Use a path inside it.`);
  };
  const files = new Map(Object.entries(tree).map(([path, value]) => [normal(path), value]));
  return {
    prefetch: () => Promise.resolve(),
    runYielding: (turns) => Promise.resolve(runSync(turns)),
    identify: async (path) => inside(path),
    read: async (path) => {
      const value = files.get(inside(path));
      if (value !== undefined) return contentOf(value);
      const folder = [...files.keys()].some((name) => name.startsWith(`${normal(path)}/`));
      return folder ? { kind: 'directory' } : undefined;
    },
  };
}

/** The tree after the outcomes; text stays text. */
export function afterOutcomes(
  tree: Tree,
  outcomes: readonly FileOutcome[],
): Record<string, string | Uint8Array | null> {
  const after: Record<string, string | Uint8Array | null> = { ...tree };
  const key = (path: string): string => (path in tree ? path : normal(path));
  for (const outcome of outcomes) {
    if (outcome.action === 'delete') delete after[key(outcome.path)];
    if (outcome.action === 'move') delete after[key(outcome.from)];
  }
  for (const outcome of outcomes) {
    if (outcome.action === 'delete') continue;
    const before = 'before' in outcome ? outcome.before : undefined;
    const body = outcome.after;
    const marked = before?.kind === 'text' && before.encoding === 'utf8bom' && !('removesBom' in body);
    after[key(outcome.path)] = body.kind === 'text' ? (marked ? '\ufeff' : '') + body.text : body.bytes;
  }
  return after;
}

/** Parses, plans and applies a patch to a tree in memory. */
export async function applyTo(
  tree: Tree,
  patch: string,
  options: PlanOptions = {},
): Promise<Record<string, string | Uint8Array | null>> {
  return afterOutcomes(tree, await planPatch(parsePatch(patch), memoryWorkspace(tree), options));
}
