import type { IgnoreRule } from './ignoreRules.ts';
import { endsTurn, type Turn, type Turns } from './turns.ts';
import { lower, type CaseFold } from './wildcard.ts';

/** Answers as `lastMatch` does of the same rules, in a time that only those with wildcards add to. */
export type RuleIndex = (path: string, isDirectory: boolean) => IgnoreRule | undefined;

/** Rules by the text that they are compared with. */
type ByText = Map<string, IgnoreRule[]>;

export function* indexRules(rules: readonly IgnoreRule[], fold: CaseFold): Turns<RuleIndex> {
  const turn: Turn = { lines: 0 };
  const by: Readonly<Record<'name' | 'ending' | 'path', ByText>> = {
    name: new Map(),
    ending: new Map(),
    path: new Map(),
  };
  const wildcards: IgnoreRule[] = [];
  const lengths = new Set<number>();
  for (const rule of rules) {
    if (endsTurn(turn, 1)) yield;
    const { literal } = rule;
    if (literal === undefined) wildcards.push(rule);
    else {
      const same = by[literal.of].get(literal.text);
      if (same === undefined) by[literal.of].set(literal.text, [rule]);
      else same.push(rule);
      if (literal.of === 'ending') lengths.add(literal.text.length);
    }
  }
  return (path, isDirectory) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const [foldedName, foldedPath] = [lower(name, fold), lower(path, fold)];
    const speaks = (rule: IgnoreRule): boolean => isDirectory || !rule.directoryOnly;
    let last: IgnoreRule | undefined;
    const look = (same: readonly IgnoreRule[] | undefined): void => {
      const found = same?.findLast(speaks);
      if (found !== undefined && found.line > (last?.line ?? 0)) last = found;
    };
    look(by.name.get(foldedName));
    look(by.path.get(foldedPath));
    for (const length of lengths) {
      if (length <= foldedName.length) look(by.ending.get(foldedName.slice(foldedName.length - length)));
    }
    for (let at = wildcards.length - 1; at >= 0; at--) {
      const rule = wildcards[at];
      if (rule === undefined || rule.line < (last?.line ?? 0)) break;
      if (speaks(rule) && rule.matches(path, name)) return rule;
    }
    return last;
  };
}
