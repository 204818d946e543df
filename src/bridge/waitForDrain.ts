// Implements back-pressure: waits until a stream has room for more.
import type { Writable } from 'node:stream';
import { maxUnreadBytes } from '../core/endpoint/lineSplitter.ts';

/** Resolves when most of what was written to a stream has been read, or its reader is gone. */
export async function waitForDrain(stream: Writable): Promise<void> {
  if (stream.writableLength <= maxUnreadBytes || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      stream.off('drain', end).off('close', end);
      resolve();
    };
    stream.on('drain', end).on('close', end);
  });
}
