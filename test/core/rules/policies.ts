// Short ways to write policies and paths for the tables about verdicts.

import { resolvePath } from '../path/resolvePath.ts';
import type { Approval } from '../../../src/core/rules/approval.ts';
import type { Policy } from '../../../src/core/rules/judge.ts';
import { compileProtectedFiles } from '../../../src/core/rules/protected.ts';
import { parseRules } from '../../../src/core/rules/parse/rule.ts';
import { operations, type Operation } from '../../../src/core/rules/operation.ts';
import { virtualSubject, type Subject } from '../../../src/core/rules/subject.ts';
import { posix } from '../path/workspaces.ts';

/** A policy without rules. */
export const bare: Policy = {
  userRules: { rules: [] },
  workspaceRules: { rules: [] },
  protectedFiles: compileProtectedFiles(),
  approvals: [],
  writesEnabled: true,
  trusted: true,
  externalPaths: 'deny',
};

const changes = operations.filter((operation) => operation !== 'read');

/** A path of the workspace; with `real`, a link to that. */
export function subject(path: string, real?: string): Subject {
  const plain = virtualSubject(resolvePath(path, posix), { isLinked: real !== undefined });
  if (real === undefined) return plain;
  return {
    ...plain,
    spellings: [...plain.spellings, real],
    spellingsWithFolderName: [...plain.spellingsWithFolderName, real, `ws/${real}`],
  };
}

export type ShortRule = readonly [operations: Operation | 'all', paths: string, action: string];

/** A policy with rules of the user. */
export function user(...rules: readonly ShortRule[]): Policy {
  return { ...bare, userRules: parseRules(rules.map(toRule), 'redline.rules') };
}

/** The policy with rules of the workspace. */
export function workspace(base: Policy, ...rules: readonly (readonly [Operation | 'all', string, string])[]): Policy {
  return { ...base, workspaceRules: parseRules(rules.map(toRule), 'redline.workspaceRules', { tightenOnly: true }) };
}

function toRule([operation, paths, action]: readonly [Operation | 'all', string, string]): unknown {
  return { operations: operation === 'all' ? operations : [operation], paths: paths.split(' '), action };
}

/** A remembered approval. */
export function approve(glob: string, ...allowed: readonly Operation[]): Approval {
  const { folder } = subject('a');
  return { operations: allowed.length > 0 ? allowed : changes, glob, scope: 'always', folder };
}
