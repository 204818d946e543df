import type { Change } from '../../core/change/change.ts';
import { diffOf, pathOf } from '../../core/change/summary.ts';
import type { Editor } from '../ports/editor.ts';
import { shownText } from '../ports/verifyState.ts';

/** A change with what saving made of it, and a sentence about that for the model. */
export interface Finished {
  readonly change: Change;
  readonly note?: string;
}

/** Looks what is on disk after a save with participants (formatting, trimming): that is then the change's outcome. */
export async function withFinalText(change: Change, editor: Editor): Promise<Finished> {
  if ((change.kind !== 'update' && change.kind !== 'create') || change.after.kind !== 'text') return { change };
  const { uri } = change.at;
  const content = await editor.decode(uri, await editor.readFile(uri));
  if (content.kind !== 'text' || content.sha256 === change.after.sha256) return { change };
  const saving: Change = { kind: 'update', at: change.at, before: change.after, after: content };
  const note = `Saving changed ${pathOf(change)} further (formatting on save); this is what it changed:\n${diffOf(saving, 4000)}`;
  return change.kind === 'create'
    ? { change: { ...change, after: content }, note }
    : { change: { ...change, after: content, edits: undefined }, note };
}

/** A change with what saving made of its file. What the editor does not show is another program's work, and no part of it. */
export async function asSaved(change: Change, editor: Editor): Promise<Change> {
  const { change: final } = await withFinalText(change, editor);
  const text = editor.loaded(change.at.uri);
  if (text === undefined || !('after' in final) || final.after.kind !== 'text') return change;
  return text.getText() === shownText(final.after.text, text.eol) ? final : change;
}
