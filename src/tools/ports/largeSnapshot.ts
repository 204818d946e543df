import type { LargeContent } from '../../core/change/change.ts';

/** A file too large to be read whole. */
export interface LargeSnapshot {
  readonly content: LargeContent;
  /** Its first bytes, enough to detect its encoding. */
  readonly start: Uint8Array;
  /** Its last bytes, enough to detect a line ending. */
  readonly end: Uint8Array;
}
