import type { LargeContent } from '../../core/change/change.ts';

/** A file that is too large to be read whole. */
export interface LargeSnapshot {
  readonly content: LargeContent;
  /** Its first bytes, enough to tell what it is. */
  readonly start: Uint8Array;
  /** Its last bytes, enough for a line break. */
  readonly end: Uint8Array;
}
