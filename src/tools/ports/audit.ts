// Declares the port of the audit log, and its records.

import type { Change } from '../../core/change/change.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import type { Caller } from './caller.ts';

/** A user's answer, and the surface on which it was given: `chat`, `editor`, `notification`… */
export interface AuditAnswer {
  /** Path to read; undefined if the question was about the call's changes. */
  readonly path?: string;
  readonly approved: boolean;
  readonly surface: string;
  /** Set if the user approved with own edits. */
  readonly amended?: boolean;
}

/** Collects the reads of a call for its record: paths and verdicts, never content. */
export interface ReadTrail {
  recordRead(path: string, verdict: Verdict['action']): void;
  /** Records the user's answer about reading a path. */
  recordAnswer(path: string, approved: boolean, surface: string): void;
}

/** A call in the audit log: paths, codes and hashes, never content or input. */
export interface AuditRecord {
  readonly tool: string;
  /** Whether the call came from a chat of the editor. */
  readonly chat: boolean;
  readonly caller: Caller;
  /** `ok`, or the error's code. */
  readonly outcome: string;
  readonly reads: readonly { readonly path: string; readonly verdict: Verdict['action'] }[];
  /** Number of reads that are not listed. */
  readonly moreReads?: number;
  /** The rules' verdict on the changes of the last plan. */
  readonly verdict?: {
    readonly action: Verdict['action'];
    readonly protected: boolean;
    readonly code?: string;
    readonly setting?: string;
    /** Ids of the agents to which the rule is restricted. */
    readonly agents?: readonly string[];
  };
  readonly answers: readonly AuditAnswer[];
  /** The changes last planned or, if `applied`, written. */
  readonly changes: readonly AuditChange[];
  /** Number of changes that are not listed. */
  readonly moreChanges?: number;
  readonly applied: boolean;
}

/** A change of one file, by path and hashes; these are lower-case hexadecimal, null without a file. */
export interface AuditChange {
  readonly kind: Change['kind'];
  readonly path: string;
  /** The earlier path of a move, or the source of a copy. */
  readonly from?: string;
  readonly sha256Before: string | null;
  readonly sha256After: string | null;
}

/** Appends calls to the audit log. */
export interface Audit {
  /** Starts the clock of a call; the returned function logs the call. Neither throws. */
  begin(): (record: AuditRecord) => void;
}
