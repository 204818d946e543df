// Remembers the files that each chat has read, to detect later changes.

import type { Content, Location } from '../../core/change/change.ts';
import { allLines, joinSeenLines, type SeenLines } from '../../core/diff/seenLines.ts';
import type { LastRead, ReadMemory } from '../../tools/ports/ports.ts';

/** Maximum UTF-16 units of text stored for all chats together. A longer text is not remembered at all. */
const maxUnits = 32 * 1024 * 1024;

/** Remembers the text of each file that a chat has read. Drops the files read longest ago first. */
export class ReadMemories {
  /** By chat and canonical URI, the longest unread first. */
  readonly #reads = new Map<string, LastRead>();
  /** UTF-16 units of the texts in `#reads`. */
  #units = 0;

  /** The memory of one chat; all callers without a chat share one. */
  of(chat?: string): ReadMemory {
    const keyOf = ({ real }: Location): string => JSON.stringify([chat, real]);
    return {
      remember: (at, content, seen = [allLines]) => this.#remember(keyOf(at), content, seen),
      lastRead: (at) => this.#reads.get(keyOf(at)),
    };
  }

  #remember(key: string, content: Content, seen: readonly SeenLines[]): void {
    const earlier = this.#reads.get(key);
    this.#forget(key);
    if (content.kind !== 'text' || content.text.length > maxUnits) return;
    const { text, sha256 } = content;
    // Lines seen earlier still count if the file is the same.
    const seenBefore = earlier?.sha256 === sha256 ? earlier.seen : [];
    this.#reads.set(key, { text, sha256, seen: joinSeenLines([...seenBefore, ...seen]) });
    this.#units += content.text.length;
    for (const oldest of this.#reads.keys()) {
      if (this.#units <= maxUnits) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#units -= this.#reads.get(key)?.text.length ?? 0;
    this.#reads.delete(key);
  }
}
