// Defines the form of the decision tables that place hunks (decisionTable.ts), and evaluates them.

/** A row of a decision table. The first row with matching evidence decides. */
export interface DecisionRow<Evidence extends string, Verdict extends string> {
  /** Evidence that must be true; empty for a row that always applies, which the last row must be. */
  readonly yes: readonly Evidence[];
  /** Evidence that must be false. */
  readonly no?: readonly Evidence[];
  readonly verdict: Verdict;
  /** A file and a hunk for which this row decides. */
  readonly example: string;
}

/** One question about a hunk: its evidence and verdicts in plain English (for docs/patches.md), and the rows in order. */
export interface DecisionTable<Evidence extends string, Verdict extends string> {
  readonly question: string;
  readonly evidence: Readonly<Record<Evidence, string>>;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly rows: readonly DecisionRow<Evidence, Verdict>[];
}

/** A row of a narrowing table: evidence for places, and how many of them may remain. */
export interface NarrowingRow<Evidence extends string> {
  readonly evidence: Evidence;
  /** `keep`: keep the places with this evidence, if there are any. `keepOne`: only if there is exactly one. */
  readonly verdict: 'keep' | 'keepOne';
  readonly example: string;
}

/** A table whose rows are all applied, in order, to narrow the places of hunks. */
export interface NarrowingTable<Evidence extends string> {
  readonly question: string;
  readonly evidence: Readonly<Record<Evidence, string>>;
  readonly verdicts: Readonly<Record<'keep' | 'keepOne', string>>;
  readonly rows: readonly NarrowingRow<Evidence>[];
}

/**
 * The verdict of the first row that applies. Each piece of evidence is computed once, and only if a row needs it.
 *
 * @throws RangeError if no row applies, which a last row that always applies prevents
 */
export function decide<Evidence extends string, Verdict extends string>(
  { question, rows }: DecisionTable<Evidence, Verdict>,
  evidence: Readonly<Record<Evidence, () => boolean>>,
): Verdict {
  const answers = new Map<Evidence, boolean>();
  const isTrue = (name: Evidence): boolean => {
    const answer = answers.get(name) ?? evidence[name]();
    answers.set(name, answer);
    return answer;
  };
  const row = rows.find(({ yes, no = [] }) => yes.every(isTrue) && !no.some(isTrue));
  if (row === undefined) throw new RangeError(`no row fits: ${question}`);
  return row.verdict;
}

/** Defers a computation to its first use, and keeps the result. */
export function lazy<T extends object>(compute: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= compute());
}

/** Remembers the number that a function returns for each argument. */
export function memoize<T extends object>(count: (argument: T) => number): (argument: T) => number {
  const counts = new Map<T, number>();
  return (argument) => {
    const known = counts.get(argument) ?? count(argument);
    counts.set(argument, known);
    return known;
  };
}
