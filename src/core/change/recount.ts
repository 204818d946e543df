import type { Change } from './change.ts';
import { phrase, type Phrase } from '../wording/phrase.ts';

/** How the changes that a person kept differ from those that were planned. */
export interface Recount {
  readonly planned: readonly Change[];
  readonly kept: readonly Change[];
  readonly amended: boolean;
}

const partOf: Readonly<Record<string, string>> = {
  'Edit {0} files': phrase('Edit {0} of {1} files').text,
  'Patch {0} files': phrase('Patch {0} of {1} files').text,
};

/** The title of a call after a person excluded or amended parts of it: "Edit 2 of 4 files (amended)". */
export function recountedTitle(title: Phrase, { planned, kept, amended }: Recount): Phrase {
  const all = planned.filter(isOfFile).length;
  const left = kept.filter(isOfFile).length;
  const counted = left === all ? title : countedTitle(title, left, all);
  return amended ? phrase('{0} (amended)', counted) : counted;
}

function countedTitle(title: Phrase, left: number, all: number): Phrase {
  const text = partOf[title.text];
  return text === undefined ? phrase('{0} ({1} of {2} files)', title, left, all) : { text, args: [left, all] };
}

/** Whether a change is one of a file or link; folders come and go with what they hold. */
export function isOfFile(change: Change): boolean {
  return change.kind !== 'createDirectory' && !('before' in change && change.before.kind === 'directory');
}
