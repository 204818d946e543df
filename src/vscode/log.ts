import type * as vscode from 'vscode';

/** Where Redline tells what it did: names and verdicts, never a file's content. */
export type Log = Pick<vscode.LogOutputChannel, 'info' | 'warn' | 'error'>;
