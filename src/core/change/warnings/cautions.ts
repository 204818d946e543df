// Formats and collects cautions: remarks about a change that a user should read before they approve it.
import type { Caution, Change } from '../change.ts';
import { phrase, type Phrase } from '../../wording/phrase.ts';
import { escapeForDisplay } from '../../text/hiddenCharacters.ts';

/** Maximum number of cautions listed for a file; the rest is counted. */
const maxListed = 5;

/** A hunk that did not match exactly where its patch says. */
export interface LoosePlacement {
  /**
   * The difference: indentation, look-alike characters, or missing context; `exact` if only the line number differs.
   */
  readonly difference: 'exact' | 'indentation' | 'lookAlikes' | 'context';
  /** The line at which it matched, 1-based. */
  readonly line: number;
  /** The line that the patch states, 1-based, if it is another one. */
  readonly lineInPatch?: number | undefined;
}

/** Formats the cautions for hunks that may be misplaced; a user must approve each. */
export function placementCautions(path: string, placements: readonly LoosePlacement[]): readonly Caution[] {
  const name = escapeForDisplay(path);
  const listedCautions = placements.slice(0, maxListed).map((placement): Caution => ({
    message: placementPhrase(name, placement),
    at: { line: placement.line, side: 'before' },
    requiresApproval: true,
  }));
  const unlistedCount = placements.length - listedCautions.length;
  if (unlistedCount === 0) return listedCautions;
  const unlistedMessage =
    unlistedCount === 1
      ? phrase('{0}: 1 more place was not matched exactly', name)
      : phrase('{0}: {1} more places were not matched exactly', name, unlistedCount);
  return [...listedCautions, { message: unlistedMessage, requiresApproval: true }];
}

/** Formats the caution for a placeholder line ("… rest unchanged"), whose omitted text would be lost. */
export function abbreviationCaution(path: string, line: number, text: string): Caution {
  const [name, placeholder] = [escapeForDisplay(path), escapeForDisplay(text)];
  return {
    message: phrase('{0}: line {1} stands in for omitted text: {2}', name, line, placeholder),
    at: { line, side: 'after' },
    requiresApproval: true,
  };
}

/** Formats the caution for a result whose hash differs from the one in the patch's `index` line. */
export function resultHashMismatchCaution(path: string): Caution {
  const message = phrase('{0}: the result differs from what the index line of the patch says', escapeForDisplay(path));
  return { message, requiresApproval: false };
}

function placementPhrase(displayName: string, { difference, line, lineInPatch }: LoosePlacement): Phrase {
  const where =
    lineInPatch === undefined
      ? phrase('line {0}', line)
      : phrase('line {0}, though the patch says line {1}', line, lineInPatch);
  switch (difference) {
    case 'exact':
      return phrase('{0}: placed at {1}', displayName, where);
    case 'indentation':
      return phrase('{0}: placed with different indentation at {1}', displayName, where);
    case 'lookAlikes':
      return phrase('{0}: placed by look-alike characters at {1}', displayName, where);
    case 'context':
      return phrase('{0}: placed with less context at {1}', displayName, where);
  }
}

/** Adds cautions to a change; returns the same change if there are none. */
export function withCautions(change: Change, cautions: readonly Caution[]): Change {
  return cautions.length === 0 ? change : { ...change, cautions: [...(change.cautions ?? []), ...cautions] };
}

/** The cautions of several changes. */
export function cautionsOf(changes: readonly Change[]): readonly Caution[] {
  return changes.flatMap(({ cautions }) => cautions ?? []);
}
