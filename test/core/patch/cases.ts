import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { applyTo, type Tree } from './memoryWorkspace.ts';

const folder = join(import.meta.dirname, '../../fixtures/patch');

/** The objects of a file in test/fixtures/patch, one a line. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the files are ours, and each has one shape
export function readCases<T>(name: string): readonly T[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line));
}

/** A case that scripts/patch-cases has made; file contents are bytes, written as Latin-1. */
export interface MadeCase {
  readonly kind: string;
  readonly before: Readonly<Record<string, string>>;
  readonly patch: string;
  readonly after: Readonly<Record<string, string>>;
}

export type Verdict = 'right' | 'refused' | 'wrong';

/** Applies a made case and compares all bytes of the tree. */
export async function judge({ before, patch, after }: MadeCase): Promise<Verdict> {
  try {
    const result = await applyTo(treeOf(before), Buffer.from(patch, 'latin1').toString('utf8'));
    const found = Object.entries(result).map(([path, value]) => [path, Buffer.from(value ?? '').toString('latin1')]);
    return sorted(found) === sorted(Object.entries(after)) ? 'right' : 'wrong';
  } catch (error) {
    if (error instanceof ToolError) return 'refused';
    throw error;
  }
}

/** Why a made case is refused, or the first line at which its result is wrong. */
export async function reason({ before, patch, after }: MadeCase): Promise<string> {
  try {
    const result = await applyTo(treeOf(before), Buffer.from(patch, 'latin1').toString('utf8'));
    const paths = new Set([...Object.keys(result), ...Object.keys(after)]);
    for (const path of paths) {
      const [found, wanted] = [result[path], after[path]];
      if (found === undefined || wanted === undefined) return `${path} should ${wanted === undefined ? 'not ' : ''}be`;
      const lines = Buffer.from(found ?? '')
        .toString('latin1')
        .split('\n');
      const at = wanted.split('\n').findIndex((line, index) => line !== lines[index]);
      if (at >= 0) return `${path}:${at + 1} is ${JSON.stringify(lines[at])}`;
    }
    return 'right';
  } catch (error) {
    return error instanceof ToolError ? error.message : String(error);
  }
}

function treeOf(files: Readonly<Record<string, string>>): Tree {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'latin1')]));
}

function sorted(entries: readonly (readonly (string | undefined)[])[]): string {
  return JSON.stringify(entries.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

/** How many cases of each verdict there are, and the kinds of those that are not right. */
export async function judgeAll(
  cases: readonly MadeCase[],
): Promise<{ right: number; refused: readonly string[]; wrong: readonly string[] }> {
  const verdicts = await Promise.all(cases.map(async (entry) => ({ kind: entry.kind, verdict: await judge(entry) })));
  const kindsOf = (verdict: Verdict): string[] =>
    verdicts.filter((entry) => entry.verdict === verdict).map((entry) => entry.kind);
  return { right: kindsOf('right').length, refused: kindsOf('refused'), wrong: kindsOf('wrong') };
}
