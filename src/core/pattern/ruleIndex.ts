// Indexes ignore rules, so that each path is compared with few of them.
import type { IgnoreRule } from './ignoreRules.ts';
import { shouldYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { foldCase, type CaseFold } from './wildcard.ts';

/** Finds the last rule that matches a path. `path` is relative to the rules' folder, in bytes. */
export type RuleIndex = (path: string, isDirectory: boolean) => IgnoreRule | undefined;

/** Rules with wildcards are grouped by the text before the first wildcard, truncated to this many characters. */
const maxPrefixChars = 3;

/** Rules by the text that they are compared with. */
type RulesByText = Map<string, IgnoreRule[]>;

/** Indexes rules by the texts that they are compared with, so that only rules with wildcards cost time at each path. */
export function* indexRules(rules: readonly IgnoreRule[], fold: CaseFold): Yielding<RuleIndex> {
  const sinceYield: YieldCounter = { lines: 0 };
  const rulesByLiteral: Readonly<Record<'name' | 'path', RulesByText>> = { name: new Map(), path: new Map() };
  const rulesByPrefix: Readonly<Record<'name' | 'path', RulesByText>> = { name: new Map(), path: new Map() };
  const rulesBySuffix: RulesByText = new Map();
  const suffixLengths = new Set<number>();
  for (const rule of rules) {
    if (shouldYield(sinceYield, 1)) yield;
    const { comparedPart, wildcard } = rule;
    const isSuffix = comparedPart === 'name' && wildcard.isSuffixOnly;
    if (wildcard.isLiteral) addRule(rulesByLiteral[comparedPart], wildcard.prefix, rule);
    else if (isSuffix) addRule(rulesBySuffix, wildcard.suffix, rule);
    else addRule(rulesByPrefix[comparedPart], wildcard.prefix.slice(0, maxPrefixChars), rule);
    if (isSuffix) suffixLengths.add(wildcard.suffix.length);
  }
  return (path, isDirectory) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const [foldedName, foldedPath] = [foldCase(name, fold), foldCase(path, fold)];
    const canApply = (rule: IgnoreRule): boolean => isDirectory || !rule.directoryOnly;
    let lastRule: IgnoreRule | undefined;
    /** Takes the last rule of a group whose text is already known to match. */
    const considerLiterals = (matchingRules: readonly IgnoreRule[] | undefined): void => {
      const rule = matchingRules?.findLast(canApply);
      if (rule !== undefined && rule.line > (lastRule?.line ?? 0)) lastRule = rule;
    };
    considerLiterals(rulesByLiteral.name.get(foldedName));
    considerLiterals(rulesByLiteral.path.get(foldedPath));
    for (const length of suffixLengths) {
      if (length <= foldedName.length)
        considerLiterals(rulesBySuffix.get(foldedName.slice(foldedName.length - length)));
    }
    /** Takes the last rule of a group whose wildcard matches, too; stops at rules before the one already found. */
    const considerWildcards = (rules: readonly IgnoreRule[] | undefined): void => {
      for (let at = (rules?.length ?? 0) - 1; at >= 0; at--) {
        const rule = rules?.[at];
        if (rule === undefined || rule.line < (lastRule?.line ?? 0)) return;
        if (!canApply(rule) || !rule.wildcard.matches(rule.comparedPart === 'name' ? foldedName : foldedPath)) continue;
        lastRule = rule;
        return;
      }
    };
    for (let length = 0; length <= maxPrefixChars; length++) {
      if (length <= foldedName.length) considerWildcards(rulesByPrefix.name.get(foldedName.slice(0, length)));
      if (length <= foldedPath.length) considerWildcards(rulesByPrefix.path.get(foldedPath.slice(0, length)));
    }
    return lastRule;
  };
}

function addRule(rulesByText: RulesByText, text: string, rule: IgnoreRule): void {
  const rulesOfText = rulesByText.get(text);
  if (rulesOfText === undefined) rulesByText.set(text, [rule]);
  else rulesOfText.push(rule);
}
