// Formats the title of a call after its review: the agent's name, and which part of the call the user accepted.
import { isFileChange, type Change } from './change.ts';
import { phrase, type Phrase } from '../wording/phrase.ts';

/** The result of a review. Changes are compared by identity: an unchanged one must be the same object. */
export interface ReviewedChanges {
  readonly planned: readonly Change[];
  readonly accepted: readonly Change[];
  /** Whether any accepted change differs from the planned one. */
  readonly amended: boolean;
  /** The accepted changes without the user's own edits; if undefined, the user excluded no hunk. */
  readonly amendedFrom?: readonly Change[] | undefined;
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
