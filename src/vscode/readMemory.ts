import type { Content, Location } from '../core/change.ts';
import type { ReadMemory } from '../tools/ports.ts';

/** UTF-16 units of text kept in all; the files read longest ago are forgotten first. */
const unitsKept = 32 * 1024 * 1024;

interface Read {
  readonly text: string;
  readonly sha256: string;
}

/** Keeps the text of what agents read last, as far as the room goes. */
export function createReadMemory(): ReadMemory {
  const reads = new Map<string, Read>();
  let units = 0;
  const forget = (real: string): void => {
    units -= reads.get(real)?.text.length ?? 0;
    reads.delete(real);
  };
  return {
    remember(at: Location, content: Content) {
      forget(at.real);
      if (content.kind !== 'text' || content.text.length > unitsKept) return;
      reads.set(at.real, { text: content.text, sha256: content.sha256 });
      units += content.text.length;
      for (const real of reads.keys()) {
        if (units <= unitsKept) break;
        forget(real);
      }
    },
    lastRead: (at) => reads.get(at.real),
  };
}
