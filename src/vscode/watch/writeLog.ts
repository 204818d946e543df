// Stores recent writes in the editor, and the contents before and after them, within limits.

import type { PathWrite } from '../../core/watch/writeIndex.ts';
import { absentState, anyState, type ContentState } from '../../core/watch/writes.ts';
import { sha256 } from '../../core/text/bytes.ts';

/** `folder` is the URI of its workspace folder. */
export interface FolderWrite extends PathWrite {
  readonly folder: string;
}

/** The bytes of a file on disk; undefined if it is absent, `unread` if it is too large to read at once, or no file. */
export type ContentOnDisk = Uint8Array | 'unread' | undefined;

/** The author of a write: the user (`Write.by` is `reviewed`), or perhaps an extension (`Write.by` is `editor`). */
type Writer = 'user' | 'editor';

/** Maximum number of writes of each writer; the oldest are dropped. */
const maxWrites = 2000;
/** Maximum total bytes of the contents of each writer; the oldest are dropped. */
const maxBytes: Readonly<Record<Writer, number>> = { user: 32 * 1024 * 1024, editor: 16 * 1024 * 1024 };

/** Recent writes and contents. Each writer has its own limits, so that an extension cannot displace the user's. */
export class WriteLog {
  readonly #writes: FolderWrite[] = [];
  readonly #contents = { user: new ContentCache(maxBytes.user), editor: new ContentCache(maxBytes.editor) };

  /** Drops the oldest write of the same writer beyond `maxWrites`. */
  add(write: FolderWrite): void {
    const isOfSameWriter = ({ by }: FolderWrite): boolean => (by === 'editor') === (write.by === 'editor');
    this.#writes.push(write);
    if (this.#writes.filter(isOfSameWriter).length > maxWrites)
      this.#writes.splice(this.#writes.findIndex(isOfSameWriter), 1);
  }

  /** Writes in a folder since a time, in milliseconds since 1970. */
  since(folder: string, time: number): readonly FolderWrite[] {
    return this.#writes.filter((write) => write.folder === folder && write.time >= time);
  }

  /** Stores a content, if there is one, and returns its state: `absent` without a file, `any` for an unread one. */
  async store(bytes: ContentOnDisk, writer: Writer): Promise<ContentState> {
    if (bytes === undefined) return absentState;
    if (bytes === 'unread') return anyState;
    const state = await sha256(bytes);
    this.#contents[writer].set(state, bytes);
    return state;
  }

  /** The bytes of a state; undefined if they were dropped, or never stored. */
  contentOf(state: ContentState): Uint8Array | undefined {
    return this.#contents.user.get(state) ?? this.#contents.editor.get(state);
  }
}

/** Contents by state. Drops those that were stored longest ago beyond a number of bytes. */
class ContentCache {
  readonly #maxBytes: number;
  /** Oldest first. */
  readonly #contents = new Map<ContentState, Uint8Array>();
  #totalBytes = 0;

  constructor(maxTotalBytes: number) {
    this.#maxBytes = maxTotalBytes;
  }

  get(state: ContentState): Uint8Array | undefined {
    return this.#contents.get(state);
  }

  set(state: ContentState, bytes: Uint8Array): void {
    // A content that is stored again becomes the newest.
    if (!this.#contents.delete(state)) this.#totalBytes += bytes.length;
    this.#contents.set(state, bytes);
    for (const [oldest, content] of this.#contents) {
      if (this.#totalBytes <= this.#maxBytes) break;
      this.#contents.delete(oldest);
      this.#totalBytes -= content.length;
    }
  }
}
