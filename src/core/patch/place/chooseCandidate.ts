// Chooses the position of a block whose hunk has lost some of its context (decision table `changedContext`).
import { isAnchorBelow } from '../search/anchors.ts';
import { isUnderHeading } from '../search/headings.ts';
import type { SearchedFile } from '../search/searchedFile.ts';
import {
  countNearbyContext,
  fitsFileEdges,
  isConfirmedByContext,
  isConfirmedByFileEdge,
  isContradicted,
  isRareBlock,
  type Candidate,
  type SoughtBlock,
} from './candidateContext.ts';
import { decide, lazy } from './decide.ts';
import { changedContext } from './decisionTable.ts';

/** What is known of a block besides its lines. */
export interface CandidateHints {
  /** Expected offsets from the header's line number. */
  readonly offsets: readonly number[];
  /** Set if the hunk was at the start or end of the file when the patch was made. */
  readonly fileEdge: 'start' | 'end' | undefined;
  /** Whether the lines occur only once in the file. */
  readonly isOnlyOne: boolean;
}

/** Chooses a candidate by the decision table `changedContext`; undefined if it refuses. */
export function chooseCandidate(
  searchedFile: SearchedFile,
  sought: SoughtBlock,
  candidates: readonly Candidate[],
  hints: CandidateHints,
): Candidate | undefined {
  const evidence = new CandidateEvidence(searchedFile, sought, candidates, hints);
  switch (decide(changedContext, evidence)) {
    case 'confirmed':
      return evidence.confirmed()[0];
    case 'underHeading':
      return evidence.underHeading()[0];
    case 'expected':
      return evidence.expected()[0];
    case 'remaining':
      return evidence.remaining()[0];
    case 'refuse':
      return undefined;
  }
}

/**
 * The evidence of the table `changedContext`, one method each, and the candidates that each verdict chooses from. Terms
 * are those of candidateContext.ts.
 */
class CandidateEvidence {
  readonly #searchedFile: SearchedFile;
  readonly #sought: SoughtBlock;
  readonly #hints: CandidateHints;

  /** Candidates that a unique context line or the file's edge confirms. */
  readonly confirmed: () => readonly Candidate[];
  /** Candidates under the section heading of the hunk. */
  readonly underHeading: () => readonly Candidate[];
  /** Candidates that the further context does not contradict. */
  readonly remaining: () => readonly Candidate[];
  /** The remaining candidates on the expected line. */
  readonly expected: () => readonly Candidate[];

  constructor(
    searchedFile: SearchedFile,
    sought: SoughtBlock,
    candidates: readonly Candidate[],
    hints: CandidateHints,
  ) {
    this.#searchedFile = searchedFile;
    this.#sought = sought;
    this.#hints = hints;
    const { hunk, block } = sought;
    const fitting = candidates.filter(
      (candidate) =>
        fitsFileEdges(searchedFile, block, candidate) &&
        !isAnchorBelow(searchedFile, hunk, candidate.fileLine, candidate.fileLine + candidate.lineCount),
    );
    this.confirmed = lazy(() =>
      fitting.filter(
        (candidate) =>
          isConfirmedByFileEdge(searchedFile, sought, candidate, hints.fileEdge) ||
          isConfirmedByContext(searchedFile, sought, candidate),
      ),
    );
    this.underHeading = lazy(() =>
      fitting.filter(({ fileLine }) => isUnderHeading(searchedFile, hunk, fileLine - block.oldLinesBefore) === true),
    );
    this.remaining = lazy(() => fitting.filter((candidate) => !isContradicted(searchedFile, sought, candidate)));
    this.expected = lazy(() => this.remaining().filter((candidate) => this.#isOnExpectedLine(candidate)));
  }

  /** Whether further context contradicts a confirmed candidate; without one, the only candidate under the heading. */
  contradicted(): boolean {
    const isChosenByHeading = this.noneConfirmed() && this.oneUnderHeading();
    const favouredCandidates = isChosenByHeading ? this.underHeading() : this.confirmed();
    return favouredCandidates.some((candidate) => isContradicted(this.#searchedFile, this.#sought, candidate));
  }

  oneConfirmed(): boolean {
    return this.confirmed().length === 1;
  }

  noneConfirmed(): boolean {
    return this.confirmed().length === 0;
  }

  oneUnderHeading(): boolean {
    return this.underHeading().length === 1;
  }

  /** Whether one remaining candidate is on the expected line, and all others have less of the context near them. */
  oneExpected(): boolean {
    const [candidate, ...otherCandidates] = this.expected();
    if (candidate === undefined || otherCandidates.length > 0) return false;
    return this.remaining().every(
      (other) => other === candidate || this.#countNearbyContext(other) < this.#countNearbyContext(candidate),
    );
  }

  oneRemaining(): boolean {
    return this.remaining().length === 1;
  }

  isOnlyOne(): boolean {
    return this.#hints.isOnlyOne;
  }

  isRare(): boolean {
    return isRareBlock(this.#searchedFile, this.#sought);
  }

  hasTwoNear(): boolean {
    return this.#countNearbyContext(this.remaining()[0]) >= 2;
  }

  hasThreeNear(): boolean {
    return this.#countNearbyContext(this.remaining()[0]) >= 3;
  }

  readonly #nearbyCountByCandidate = new Map<Candidate, number>();

  /** The number of further context lines near a candidate, cached. */
  #countNearbyContext(candidate: Candidate | undefined): number {
    if (candidate === undefined) return 0;
    const count =
      this.#nearbyCountByCandidate.get(candidate) ?? countNearbyContext(this.#searchedFile, this.#sought, candidate);
    this.#nearbyCountByCandidate.set(candidate, count);
    return count;
  }

  #isOnExpectedLine({ fileLine }: Candidate): boolean {
    const { hunk, block, side } = this.#sought;
    if (hunk.numbers === undefined || side === 'new') return false;
    const headerLine = hunk.numbers.oldStart - 1 + block.oldLinesBefore;
    return this.#hints.offsets.includes(fileLine - headerLine);
  }
}
