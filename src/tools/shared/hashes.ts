// Checks and returns the SHA-256 of contents, in lower-case hexadecimal, for tools, answers and the audit log.

import * as z from 'zod/mini';
import type { Change, Content } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';

/** Result fields: the SHA-256 of a file's bytes before and after a change; null if there is no file. */
export const hashFields = { sha256Before: z.nullable(z.string()), sha256After: z.nullable(z.string()) };

/** Checks a content against the hash that the caller expects; undefined for none. @throws ToolError STALE */
export function checkExpectedSha256(content: Content, expected: string | undefined, path: string): void {
  const actual = sha256Of(content);
  if (expected === undefined || actual === expected.toLowerCase()) return;
  throw new ToolError(
    'STALE',
    `${path} has SHA-256 ${actual ?? 'none'}, not the expected one, so it has changed since. Read it again with redline_read_file, then repeat the call with the hash that it gives.`,
  );
}

/** The SHA-256 of a content; null for a link, a folder, a file that was not read, or without a content. */
export function sha256Of(content: Content | undefined): string | null {
  return content !== undefined && 'sha256' in content ? content.sha256 : null;
}

/** The hashes of both sides of a change, in the form of `hashFields`; null for a side that has none. */
export function getHashes(change: Change | undefined): { sha256Before: string | null; sha256After: string | null } {
  if (change === undefined) return { sha256Before: null, sha256After: null };
  return {
    sha256Before: 'before' in change ? sha256Of(change.before) : null,
    sha256After: 'after' in change ? sha256Of(change.after) : null,
  };
}
