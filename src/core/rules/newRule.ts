import type { RuleEntry } from './brokenRule.ts';
import type { Operation } from './rule.ts';

/** All operations that change something. */
export const changing: readonly Operation[] = ['create', 'update', 'delete', 'move'];

/** What a rule is about: everything, a path from the workspace folder on, all files of a type, or a pattern. */
export type RulePlace =
  | { readonly kind: 'everything' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'type'; readonly extension: string }
  | { readonly kind: 'pattern'; readonly pattern: string };

/** The pattern that settings hold for a place. */
export function patternFor(place: RulePlace): string {
  switch (place.kind) {
    case 'everything':
      return '**';
    case 'file':
      return `/${literally(place.path)}`;
    case 'folder':
      return place.path === '.' || place.path === '' ? '**' : `/${literally(place.path)}/**`;
    case 'type':
      return `**/*.${literally(place.extension)}`;
    case 'pattern':
      return place.pattern;
  }
}

/** A path as settings write it, where a backslash is refused: what would be a wildcard stands in a class of its own. */
function literally(path: string): string {
  return path.replace(/[*?[\]{}(]/g, '[$&]');
}

/** The rule that lets one folder alone be written. */
export function onlyFolder(path: string): RuleEntry {
  return { operations: changing, paths: ['**'], except: [patternFor({ kind: 'folder', path })], action: 'deny' };
}
