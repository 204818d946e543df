import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Outcome } from '../guard/data/calls.ts';

/** How a call ended, as one text. */
export function ending(outcome: Outcome): string {
  return outcome.success ? JSON.stringify(outcome.result) : `${outcome.error.code}: ${outcome.error.message}`;
}

export function resultOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  assert.ok(outcome.success, ending(outcome));
  return outcome.result as Readonly<Record<string, unknown>>;
}

export function undoLast(): Thenable<unknown> {
  return vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
}
