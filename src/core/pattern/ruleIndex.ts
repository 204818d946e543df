// Indexes ignore rules, so that each path is compared with few of them.
import type { IgnoreRule } from './ignoreRules.ts';
import { countTowardsYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { addToGroup } from '../cache/maps.ts';
import { foldCase, type CaseFold } from './wildcard.ts';

/**
 * Finds the last rule that matches a path, which is relative to the rules' folder, with one character for each byte.
 */
export type RuleIndex = (path: string, isDirectory: boolean) => IgnoreRule | undefined;

/** Rules with wildcards are grouped by the text before the first wildcard, truncated to this many characters. */
const maxPrefixChars = 3;

/** Rules grouped by literal text (`a.log`), suffix (`*.log`), or first characters (`a*`); each group in file order. */
class RuleGroups {
  readonly #literals = new Map<string, IgnoreRule[]>();
  readonly #suffixes = new Map<string, IgnoreRule[]>();
  readonly #suffixLengths = new Set<number>();
  readonly #prefixes = new Map<string, IgnoreRule[]>();

  add(rule: IgnoreRule): void {
    const { isLiteral, isSuffixOnly, prefix, suffix } = rule.wildcard;
    if (isSuffixOnly) this.#suffixLengths.add(suffix.length);
    if (isLiteral) addToGroup(this.#literals, prefix, rule);
    else if (isSuffixOnly) addToGroup(this.#suffixes, suffix, rule);
    else addToGroup(this.#prefixes, prefix.slice(0, maxPrefixChars), rule);
  }

  /** The last rule in the file that matches a text; `otherRule` if that is further down, or none matches. */
  findLastMatch(text: string, isDirectory: boolean, otherRule: IgnoreRule | undefined): IgnoreRule | undefined {
    let lastRule = otherRule;
    const applies = ({ directoryOnly, wildcard }: IgnoreRule): boolean =>
      (isDirectory || !directoryOnly) && wildcard.matches(text);
    const search = (group: readonly IgnoreRule[] = []): void => {
      const lastLine = lastRule?.line ?? 0;
      // The search also ends at a rule above `lastLine`: neither that rule nor those above it can be the last one that
      // applies.
      const found = group.findLast((rule) => rule.line <= lastLine || applies(rule));
      if (found !== undefined && found.line > lastLine) lastRule = found;
    };
    search(this.#literals.get(text));
    for (const length of this.#suffixLengths)
      if (length <= text.length) search(this.#suffixes.get(text.slice(text.length - length)));
    for (let length = 0; length <= Math.min(maxPrefixChars, text.length); length++)
      search(this.#prefixes.get(text.slice(0, length)));
    return lastRule;
  }
}

/** Indexes rules, so that a path is compared only with rules whose literal text, suffix or first characters it has. */
export function* indexRules(rules: readonly IgnoreRule[], fold: CaseFold): Yielding<RuleIndex> {
  const sinceYield: YieldCounter = { units: 0 };
  const groups = { name: new RuleGroups(), path: new RuleGroups() };
  for (const rule of rules) {
    if (countTowardsYield(sinceYield, 1)) yield;
    groups[rule.comparedPart].add(rule);
  }
  return (path, isDirectory) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const lastByName = groups.name.findLastMatch(foldCase(name, fold), isDirectory, undefined);
    return groups.path.findLastMatch(foldCase(path, fold), isDirectory, lastByName);
  };
}
