// Formats what a user reads of a call beside its diffs: the name of its agent, its title, before and after the review, and
// the cautions about its changes.
import { isFileChange, type Caution, type Change } from './change.ts';
import { agentDisplayName } from '../endpoint/agents.ts';
import { escapeForDisplay } from '../text/hiddenCharacters.ts';
import { phrase, type Phrase } from '../wording/phrase.ts';

/** The result of a review. Changes are compared by identity: an unchanged one must be the same object. */
interface ReviewedChanges {
  readonly planned: readonly Change[];
  readonly accepted: readonly Change[];
  /** Whether any accepted change differs from the planned one. */
  readonly amended: boolean;
  /** The accepted changes without the user's own edits; if undefined, the user excluded no hunk. */
  readonly amendedFrom?: readonly Change[] | undefined;
}

/**
 * Display name of an agent that calls over MCP or by its hook: "Codex". Undefined for the chat, other extensions and
 * the user.
 */
export function nameOfCaller({ agent, via }: { readonly agent: string; readonly via: string }): string | undefined {
  return via === 'mcp' || via === 'hook' ? agentDisplayName(agent) : undefined;
}

/** Title of a call that edits several files: "Edit 4 files". `titleAfterReview` recognizes it. */
export const titleOfEdits = (files: number): Phrase => phrase('Edit {0} files', files);
/** Title of a call that patches several files: "Patch 4 files". `titleAfterReview` recognizes it. */
export const titleOfPatches = (files: number): Phrase => phrase('Patch {0} files', files);

/** The texts of titles that count files, and their wording if the user accepted only a part of the files. */
const partialTitles: Readonly<Record<string, string>> = {
  [titleOfEdits(0).text]: phrase('Edit {0} of {1} files').text,
  [titleOfPatches(0).text]: phrase('Patch {0} of {1} files').text,
};

/** The text of titles with the agent's name, by which `titleAfterReview` recognizes them. */
const attribution = phrase('{0}: {1}', '', '').text;

/** Adds the name of the calling agent: "Codex: Edit src/app.ts". */
export function titleWithAgent(agent: string, title: Phrase): Phrase {
  return { text: attribution, args: [agent, title] };
}

/** The title of a call after the user excluded or edited parts of it: "Edit 2 of 4 files (amended)". */
export function titleAfterReview(title: Phrase, reviewed: ReviewedChanges): Phrase {
  const [agent, innerTitle] = title.args;
  if (title.text === attribution && typeof agent === 'string' && typeof innerTitle === 'object') {
    return titleWithAgent(agent, titleAfterReview(innerTitle, reviewed));
  }
  const { planned, accepted } = reviewed;
  const plannedCount = planned.filter(isFileChange).length;
  const acceptedCount = accepted.filter(isFileChange).length;
  const titleOfPart = acceptedCount === plannedCount ? title : titleWithCount(title, acceptedCount, plannedCount);
  return titleWithEdits(titleOfPart, reviewed);
}

function titleWithEdits(title: Phrase, { planned, accepted, amended, amendedFrom }: ReviewedChanges): Phrase {
  if (!amended) return title;
  const [changesBeforeEdits, plannedChanges] = [new Set(amendedFrom), new Set(planned)];
  const hasExcluded = amendedFrom?.some((change) => !plannedChanges.has(change)) === true;
  if (!hasExcluded) return phrase('{0} (amended)', title);
  const isEdited = accepted.some((change) => !changesBeforeEdits.has(change));
  return isEdited ? phrase('{0} (amended, parts excluded)', title) : phrase('{0} (parts excluded)', title);
}

function titleWithCount(title: Phrase, acceptedCount: number, plannedCount: number): Phrase {
  const text = partialTitles[title.text];
  if (text !== undefined) return { text, args: [acceptedCount, plannedCount] };
  return phrase('{0} ({1} of {2} files)', title, acceptedCount, plannedCount);
}

/** Maximum number of cautions listed for a file; the rest is counted. */
const maxListedCautions = 5;

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
  const listedCautions = placements.slice(0, maxListedCautions).map((placement): Caution => ({
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
