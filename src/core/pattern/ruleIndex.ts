// Indexes ignore rules, so that each path is compared with few of them.
import type { IgnoreRule } from './ignoreRules.ts';
import { shouldYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { foldCase, type CaseFold } from './wildcard.ts';

/** Finds the last rule that matches a path. `path` is relative to the rules' folder, in bytes. */
export type RuleIndex = (path: string, isDirectory: boolean) => IgnoreRule | undefined;

/** Rules with wildcards are grouped by the text before the first wildcard, truncated to this many characters. */
const maxPrefixLength = 3;

/** Rules by the text that they are compared with. */
type ByText = Map<string, IgnoreRule[]>;

/** Indexes rules by the texts that they are compared with, so that only rules with wildcards cost time at each path. */
export function* indexRules(rules: readonly IgnoreRule[], fold: CaseFold): Yielding<RuleIndex> {
  const sinceYield: YieldCounter = { lines: 0 };
  const literals: Readonly<Record<'name' | 'path', ByText>> = { name: new Map(), path: new Map() };
  const byPrefix: Readonly<Record<'name' | 'path', ByText>> = { name: new Map(), path: new Map() };
  const endings: ByText = new Map();
  const lengths = new Set<number>();
  for (const rule of rules) {
    if (shouldYield(sinceYield, 1)) yield;
    const { of, wildcard } = rule;
    const isEnding = of === 'name' && wildcard.isSuffixOnly;
    if (wildcard.isLiteral) addRule(literals[of], wildcard.prefix, rule);
    else if (isEnding) addRule(endings, wildcard.suffix, rule);
    else addRule(byPrefix[of], wildcard.prefix.slice(0, maxPrefixLength), rule);
    if (isEnding) lengths.add(wildcard.suffix.length);
  }
  return (path, isDirectory) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const [foldedName, foldedPath] = [foldCase(name, fold), foldCase(path, fold)];
    const applies = (rule: IgnoreRule): boolean => isDirectory || !rule.directoryOnly;
    let lastRule: IgnoreRule | undefined;
    /** Takes the last rule of a group whose text is already known to match. */
    const consider = (same: readonly IgnoreRule[] | undefined): void => {
      const rule = same?.findLast(applies);
      if (rule !== undefined && rule.line > (lastRule?.line ?? 0)) lastRule = rule;
    };
    consider(literals.name.get(foldedName));
    consider(literals.path.get(foldedPath));
    for (const length of lengths) {
      if (length <= foldedName.length) consider(endings.get(foldedName.slice(foldedName.length - length)));
    }
    /** Takes the last rule of a group whose wildcard matches, too; stops at rules before the one already found. */
    const match = (rules: readonly IgnoreRule[] | undefined): void => {
      for (let at = (rules?.length ?? 0) - 1; at >= 0; at--) {
        const rule = rules?.[at];
        if (rule === undefined || rule.line < (lastRule?.line ?? 0)) return;
        if (!applies(rule) || !rule.wildcard.matches(rule.of === 'name' ? foldedName : foldedPath)) continue;
        lastRule = rule;
        return;
      }
    };
    for (let length = 0; length <= maxPrefixLength; length++) {
      if (length <= foldedName.length) match(byPrefix.name.get(foldedName.slice(0, length)));
      if (length <= foldedPath.length) match(byPrefix.path.get(foldedPath.slice(0, length)));
    }
    return lastRule;
  };
}

function addRule(rules: ByText, text: string, rule: IgnoreRule): void {
  const same = rules.get(text);
  if (same === undefined) rules.set(text, [rule]);
  else same.push(rule);
}
