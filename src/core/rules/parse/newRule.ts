// Builds the rules and patterns that commands such as "Add Rule…" write into the settings.

import { withoutFolderName } from '../../path/pathParts.ts';
import type { RuleEntry } from './brokenRule.ts';
import { changeOperations } from '../operation.ts';

/**
 * The files that a new rule applies to: all, one file or folder (by its path in the workspace folder), one file type
 * (by its extension without a dot), or a pattern.
 */
export type RuleScope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'type'; readonly extension: string }
  | { readonly kind: 'pattern'; readonly pattern: string };

/** The pattern of a scope, as written into the settings. */
export function patternFor(scope: RuleScope): string {
  switch (scope.kind) {
    case 'everything':
      return '**';
    case 'file':
      return `/${escapePattern(scope.path)}`;
    case 'folder':
      return scope.path === '.' || scope.path === '' ? '**' : `/${escapePattern(scope.path)}/**`;
    case 'type':
      return `**/*.${escapePattern(scope.extension)}`;
    case 'pattern':
      return scope.pattern;
  }
}

/**
 * Escapes a path, with or without a final slash, as a pattern for settings. Settings reject backslashes, so each
 * wildcard character becomes a class. `(` is escaped since it starts VS Code's extended globs; `)` alone is literal.
 */
function escapePattern(path: string): string {
  return path.replace(/\/+$/, '').replace(/[*?[\]{}(]/g, '[$&]');
}

/**
 * The kind of path that a rule may name. `folder` excludes the workspace folder itself. `folderOrWorkspace` includes
 * it, and is only for a workspace of one folder: a rule applies in every workspace folder.
 */
export type NamedKind = 'file' | 'folder' | 'folderOrWorkspace';

/** Reason why a rule cannot name a path: it is absolute, one of several workspace folders, or the whole workspace. */
export type PathRefusal = 'absolute' | 'oneOfSeveral' | 'wholeWorkspace';

/**
 * Converts a path that a user picked to one relative to its workspace folder, as in a rule; or returns why no rule can
 * name it. `picked` may begin with one of `folderNames`, the names of the workspace folders.
 */
export function rulePathOf(
  picked: string,
  kind: NamedKind,
  folderNames: readonly string[],
): { readonly path: string } | { readonly refusal: PathRefusal } {
  if (isAbsoluteOrInHome(picked)) return { refusal: 'absolute' };
  // Without leading `./` and final slashes.
  const path = withoutFolderName(picked.replace(/^(?:\.\/+)+|\/+$/g, ''), folderNames) || '.';
  if (path !== '.' || kind === 'folderOrWorkspace') return { path };
  return { refusal: folderNames.length > 1 ? 'oneOfSeveral' : 'wholeWorkspace' };
}

/**
 * Whether a path starts at the root of the disk or in the home folder. A rule's paths start at the workspace folder.
 */
function isAbsoluteOrInHome(path: string): boolean {
  return /^(?:[\\/]|~(?:[\\/]|$)|[a-z]:[\\/])/i.test(path);
}

/** The rule that limits changes to one folder, by its path in the workspace folder: it denies them everywhere else. */
export function onlyFolder(path: string): RuleEntry {
  return {
    operations: changeOperations,
    paths: ['**'],
    except: [patternFor({ kind: 'folder', path })],
    action: 'deny',
  };
}
