import { isFileContent, type Content, type FileContent } from '../../change/change.ts';
import type { TextEdit } from '../../text/text.ts';
import type { HunkReport } from '../hunks/applyHunks.ts';
import type { PatchWorkspace } from './patchWorkspace.ts';

/** What a file holds after a patch: text without its byte order mark, or bytes. `unmarked`: the mark was taken away. */
export type NewContent =
  | { readonly kind: 'text'; readonly text: string; readonly unmarked?: true | undefined }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array };

/** Modes as the patch names them, octal; absent where it does not. */
export interface Modes {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A file during a patch: its original content, and the result of the operations so far. */
export interface FileState {
  readonly id: string;
  /** As the patch spells it, prefixes stripped. */
  path: string;
  readonly original: Content | undefined;
  /** `undefined` where nothing is there now. */
  current: FileContent | NewContent | undefined;
  /** The node whose file this one was moved or copied from. */
  origin: FileState | undefined;
  /** The old spelling, where a move only changes the spelling of one file's name. */
  oldSpelling: string | undefined;
  /** Edits of each operation, offsets in the text the one before left; `undefined` where the whole file was replaced. */
  editSteps: readonly (readonly TextEdit[])[] | undefined;
  reports: readonly HunkReport[];
  modes: Modes;
  /** True where the last `index` line for it names another result. */
  otherResult: boolean;
  /** True once an operation has named this node as its result. */
  touched: boolean;
}

/** The files that a patch has named so far, each once however it is spelled. */
export interface PatchState {
  readonly world: PatchWorkspace;
  readonly files: Map<string, FileState>;
  /** How much text was processed again because a file was named again, in UTF-16 units. */
  reprocessedUnits: number;
}

export async function stateOf({ world, files }: PatchState, path: string): Promise<FileState> {
  const id = await world.identify(path);
  const known = files.get(id);
  if (known !== undefined) return known;
  const original = await world.read(path);
  const node: FileState = {
    id,
    path,
    original,
    current: isFileContent(original) ? original : undefined,
    origin: undefined,
    oldSpelling: undefined,
    editSteps: [],
    reports: [],
    modes: { before: undefined, after: undefined },
    otherResult: false,
    touched: false,
  };
  files.set(id, node);
  return node;
}

/** The content of a node now: the operations' result, or what was there before any. */
export function contentOf(node: FileState): Content | NewContent | undefined {
  return node.touched ? node.current : node.original;
}
