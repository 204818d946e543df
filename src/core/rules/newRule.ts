// Builds the rules and patterns that a user adds by a command: "Add Rule…", or what is always to be asked or allowed.

import { withoutFolderName } from '../path/withoutFolderName.ts';
import type { RuleEntry } from './brokenRule.ts';
import { changeOperations } from './operation.ts';

/** The files that a new rule applies to: all, one path of the workspace folder, one file type, or a pattern. */
export type RuleScope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'type'; readonly extension: string }
  | { readonly kind: 'pattern'; readonly pattern: string };

/** The pattern to write into the settings. */
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
 * Escapes a path, with or without a final slash, as a pattern for settings. They reject backslashes, so each wildcard
 * character becomes a class. Of parentheses, `(` suffices: it starts VS Code's extended globs.
 */
function escapePattern(path: string): string {
  return path.replace(/\/+$/, '').replace(/[*?[\]{}(]/g, '[$&]');
}

/**
 * What a rule should name; `folder` is never a workspace folder itself. A rule applies in every workspace folder, so
 * `folderOrWorkspace` is for a workspace of one folder.
 */
export type NamedKind = 'file' | 'folder' | 'folderOrWorkspace';

/** Why no rule can name a path: it is absolute, is one of several workspace folders, or is all of the workspace. */
export type PathRefusal = 'absolute' | 'oneOfSeveral' | 'wholeWorkspace';

/** A path that a user picked, relative to the workspace folder as in a rule; or why no rule can name it. */
export function rulePathOf(
  picked: string,
  kind: NamedKind,
  folderNames: readonly string[],
): { readonly path: string } | { readonly refusal: PathRefusal } {
  if (isAbsoluteOrInHome(picked)) return { refusal: 'absolute' };
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

/** The rule that allows changes in one folder only. */
export function onlyFolder(path: string): RuleEntry {
  return {
    operations: changeOperations,
    paths: ['**'],
    except: [patternFor({ kind: 'folder', path })],
    action: 'deny',
  };
}
