// Adds changes that create the missing folders of a call's files, so that an undo removes these folders, too.

import type { Change, Location } from '../../../core/change/change.ts';
import { isBelowAny } from '../../../core/path/pathParts.ts';
import { toToolError } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import type { Editor } from '../../ports/editor.ts';

/**
 * Inserts changes that create the missing parent folders of a call's files. The system would create these folders
 * anyway; as changes they are in the journal, so that a rollback or undo removes them. Throws ToolError.
 */
export async function withMissingFolders(changes: readonly Change[], editor: Editor): Promise<readonly Change[]> {
  const tree = new PlannedTree(editor);
  try {
    await tree.prefetch(changes.filter(createsPath).flatMap(({ at }) => parentLocation(at) ?? []));
    const withFolders: Change[] = [];
    for (const change of changes) {
      const missingFolders = createsPath(change) ? await tree.findMissingFoldersAbove(change.at) : [];
      const folderChanges = missingFolders.map((at): Change => ({ kind: 'createDirectory', at }));
      for (const planned of [...folderChanges, change]) {
        withFolders.push(planned);
        tree.record(planned);
      }
    }
    return withFolders;
  } catch (cause) {
    throw toToolError(cause, phrase('Looking at the folders of the change'));
  }
}

/** The paths that will exist once the changes recorded so far are written. */
class PlannedTree {
  readonly #editor: Editor;
  /** Whether something is at a URI; other paths are as on disk. */
  readonly #existsByUri = new Map<string, boolean>();
  /** New URIs of moved and copied files and folders; everything below them counts as existing. */
  readonly #transferredUris = new Set<string>();
  /** URIs below which nothing on disk counts: of moved folders, and of moved or deleted links. */
  readonly #emptiedUris = new Set<string>();

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** Looks folders up concurrently, which is faster than one after the other. */
  async prefetch(folders: readonly Location[]): Promise<void> {
    const uris = new Set(folders.map(({ uri }) => uri));
    await forEachConcurrently(uris, async (uri) => void (await this.#exists(uri)));
  }

  /** The missing folders above a location, outermost first. */
  async findMissingFoldersAbove(location: Location): Promise<readonly Location[]> {
    const missing: Location[] = [];
    let folder = parentLocation(location);
    while (folder !== undefined && !(await this.#exists(folder.uri))) {
      missing.unshift(folder);
      folder = parentLocation(folder);
    }
    return missing;
  }

  /** Records a change as if it were written. */
  record(change: Change): void {
    const { uri } = change.at;
    if (change.kind === 'delete' || change.kind === 'move') {
      const removedUri = change.kind === 'move' ? change.from.uri : uri;
      this.#existsByUri.set(removedUri, false);
      // A deleted folder is empty by then, but a moved folder takes its contents along, and so does a link.
      const { kind } = change.before;
      if (kind === 'link' || (kind === 'directory' && change.kind === 'move')) this.#recordAllGoneBelow(removedUri);
    }
    if (createsPath(change)) this.#existsByUri.set(uri, true);
    if (change.kind === 'move' || change.kind === 'copy') this.#transferredUris.add(uri);
  }

  #recordAllGoneBelow(uri: string): void {
    this.#emptiedUris.add(uri);
    this.#transferredUris.delete(uri);
    for (const known of this.#existsByUri.keys()) if (known.startsWith(`${uri}/`)) this.#existsByUri.delete(known);
    for (const known of this.#transferredUris) if (known.startsWith(`${uri}/`)) this.#transferredUris.delete(known);
  }

  async #exists(uri: string): Promise<boolean> {
    if (this.#transferredUris.has(uri) || isBelowAny(uri, this.#transferredUris)) return true;
    const known = this.#existsByUri.get(uri);
    if (known !== undefined) return known;
    const exists = !isBelowAny(uri, this.#emptiedUris) && (await this.#editor.stat(uri)) !== undefined;
    this.#existsByUri.set(uri, exists);
    return exists;
  }
}

/** The written changes without the folders that `withMissingFolders` added to the requested ones. */
export function withoutAddedFolders(
  written: readonly Change[],
  withFolders: readonly Change[],
  requested: readonly Change[],
): readonly Change[] {
  const addedFolders = new Set(withFolders);
  for (const change of requested) addedFolders.delete(change);
  return written.filter((change) => !addedFolders.has(change));
}

/** Whether a change creates a file or folder at an empty path. */
export function createsPath({ kind }: Pick<Change, 'kind'>): boolean {
  return kind !== 'update' && kind !== 'delete';
}

/** The parent folder of a location; undefined for a workspace folder. */
export function parentLocation({ uri, path, real }: Location): Location | undefined {
  const withoutLastName = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('/')));
  return path.includes('/')
    ? { uri: withoutLastName(uri), path: withoutLastName(path), real: withoutLastName(real) }
    : undefined;
}
