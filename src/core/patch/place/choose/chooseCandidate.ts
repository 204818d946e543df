// Chooses the position of a block whose hunk has lost some of its context (decision table `changedContext`). The terms
// of the evidence are those of candidateContext.ts.
import { isAnchorBelow, isUnderHeading } from '../../search/anchors.ts';
import {
  countNearbyContext,
  fitsFileEdges,
  isConfirmedByContext,
  isConfirmedByFileEdge,
  isContradicted,
  isRareBlock,
  type Candidate,
  type BlockQuery,
} from './candidateContext.ts';
import { decide, lazy, memoize } from './decide.ts';
import { changedContext } from './decisionTable.ts';
import type { HunkHints } from '../placement.ts';

interface CandidateHints extends Pick<HunkHints, 'offsets' | 'fileEdge'> {
  /** Whether the lines of the block are in the file only once. */
  readonly isOnlyOne: boolean;
}

/** Chooses a candidate by the decision table `changedContext`; undefined if it refuses. */
export function chooseCandidate(
  query: BlockQuery,
  candidates: readonly Candidate[],
  hints: CandidateHints,
): Candidate | undefined {
  const groups = groupCandidates(query, candidates, hints);
  const { confirmed, underHeading, remaining, expected } = groups;
  // The evidence of each row that chooses includes that its group has exactly one candidate.
  const isOneUnderHeading = (): boolean => underHeading().length === 1;
  const countNearby = memoize((candidate: Candidate) => countNearbyContext(query, candidate));
  const hasNearContext = (minCount: number): boolean => {
    const [candidate] = remaining();
    return candidate !== undefined && countNearby(candidate) >= minCount;
  };
  const verdict = decide(changedContext, {
    contradicted: () => {
      const isChosenByHeading = confirmed().length === 0 && isOneUnderHeading();
      const favoured = isChosenByHeading ? underHeading() : confirmed();
      return favoured.some((candidate) => isContradicted(query, candidate));
    },
    oneConfirmed: () => confirmed().length === 1,
    noneConfirmed: () => confirmed().length === 0,
    oneUnderHeading: isOneUnderHeading,
    oneExpected: () => {
      const [candidate, another] = expected();
      if (candidate === undefined || another !== undefined) return false;
      return remaining().every((other) => other === candidate || countNearby(other) < countNearby(candidate));
    },
    oneRemaining: () => remaining().length === 1,
    isOnlyOne: () => hints.isOnlyOne,
    isRare: () => isRareBlock(query),
    hasTwoNear: () => hasNearContext(2),
    hasThreeNear: () => hasNearContext(3),
  });
  return verdict === 'refuse' ? undefined : groups[verdict]()[0];
}

type CandidateGroup = () => readonly Candidate[];

/** The candidates that each verdict of the table chooses from, computed on first use. */
function groupCandidates(
  query: BlockQuery,
  candidates: readonly Candidate[],
  { offsets, fileEdge }: CandidateHints,
): Readonly<Record<'confirmed' | 'underHeading' | 'remaining' | 'expected', CandidateGroup>> {
  const { searchedFile, hunk, block, side } = query;
  const fitting = candidates.filter(
    (candidate) =>
      fitsFileEdges(searchedFile, block, candidate) &&
      !isAnchorBelow(searchedFile, hunk, candidate.fileLine, candidate.fileLine + candidate.lineCount),
  );
  const isConfirmed = (candidate: Candidate): boolean =>
    isConfirmedByFileEdge(query, candidate, fileEdge) || isConfirmedByContext(query, candidate);
  const isOnExpectedLine = ({ fileLine }: Candidate): boolean => {
    if (hunk.numbers === undefined || side === 'new') return false;
    const headerLine = hunk.numbers.oldStart - 1 + block.oldLinesBefore;
    return offsets.includes(fileLine - headerLine);
  };
  const remaining = lazy(() => fitting.filter((candidate) => !isContradicted(query, candidate)));
  return {
    confirmed: lazy(() => fitting.filter(isConfirmed)),
    underHeading: lazy(() =>
      fitting.filter(({ fileLine }) => isUnderHeading(searchedFile, hunk, fileLine - block.oldLinesBefore) === true),
    ),
    remaining,
    expected: lazy(() => remaining().filter(isOnExpectedLine)),
  };
}
