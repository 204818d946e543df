import * as vscode from 'vscode';
import { fileSystem } from './fileSystem.ts';
import { escapeForDisplay } from '../core/unicode.ts';
import type { Audit, AuditRecord } from '../tools/ports.ts';
import { isMissing } from './disk.ts';
import type { Log } from './log.ts';

/** UTF-8 bytes of one file, and how many older files are kept beside it. */
const mostBytes = 256 * 1024;
const olderKept = 4;

const encoder = new TextEncoder();

/**
 * The audit log: a line of JSON for each call, in the folder for logs that the editor gives the extension. It holds
 * paths, codes, verdicts, answers and hashes; no content of files and no input's text.
 */
export class AuditLog implements Audit {
  readonly #folder: vscode.Uri;
  readonly #log: Log;
  #written: Promise<void>;
  /** Lines that no file has yet: while one write is under way, many calls may end. */
  readonly #waiting: Uint8Array[] = [];
  /** The newest file. */
  #lines: Uint8Array[] = [];
  #bytes = 0;

  constructor(folder: vscode.Uri, log: Log) {
    this.#folder = folder;
    this.#log = log;
    this.#written = this.#load();
  }

  begin(): (record: AuditRecord) => void {
    const time = new Date();
    const start = performance.now();
    return (record) => {
      const milliseconds = Math.round(performance.now() - start);
      this.#waiting.push(lineOf({ time: time.toISOString(), milliseconds }, record));
      this.#written = this.#written
        .then(() => this.#flush())
        .catch((cause: unknown) => this.#log.error(`The audit log could not be written: ${String(cause)}`));
    };
  }

  /** Opens the log in an editor, with all that has been recorded so far. */
  async show(): Promise<void> {
    await this.#written;
    if (this.#bytes === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No agent has called a Redline tool yet.'));
      return;
    }
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(this.#file(0)), { preview: true });
  }

  /** The newest file is the one without a number. */
  #file(age: number): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, age === 0 ? 'audit.jsonl' : `audit.${age}.jsonl`);
  }

  async #load(): Promise<void> {
    try {
      await fileSystem.createDirectory(this.#folder);
      const bytes = await fileSystem.readFile(this.#file(0));
      // A line that was cut off would spoil the next one.
      this.#take(bytes.subarray(0, bytes.lastIndexOf(newline) + 1));
    } catch (cause) {
      if (!isMissing(cause)) this.#log.error(`The audit log could not be read: ${String(cause)}`);
    }
  }

  async #flush(): Promise<void> {
    for (let line = this.#waiting[0]; line !== undefined; line = this.#waiting[0]) {
      if (this.#bytes + line.length > mostBytes) await this.#rotate();
      this.#take(line);
      this.#waiting.shift();
      const next = this.#waiting[0];
      if (next === undefined || this.#bytes + next.length > mostBytes) await this.#write();
    }
  }

  #take(line: Uint8Array): void {
    this.#lines.push(line);
    this.#bytes += line.length;
  }

  async #write(): Promise<void> {
    const whole = new Uint8Array(this.#bytes);
    let at = 0;
    for (const line of this.#lines) {
      whole.set(line, at);
      at += line.length;
    }
    await fileSystem.writeFile(this.#file(0), whole);
  }

  async #rotate(): Promise<void> {
    for (let age = olderKept - 1; age >= 0; age--) {
      await fileSystem.rename(this.#file(age), this.#file(age + 1), { overwrite: true }).then(
        () => undefined,
        (cause: unknown) => {
          if (!isMissing(cause)) throw cause;
        },
      );
    }
    this.#lines = [];
    this.#bytes = 0;
  }
}

const newline = 10;

/** A record as a line, in whose paths nothing hides or reorders what is read beside them; one that is too long only counts. */
function lineOf(when: object, record: AuditRecord): Uint8Array {
  const shown = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? escapeForDisplay(value) : value;
  const line = encoder.encode(`${JSON.stringify({ ...when, ...record }, shown)}\n`);
  const { reads, moreReads = 0, answers, changes, moreChanges = 0 } = record;
  const isShortened = reads.length + changes.length === 0 && answers.length <= 1;
  if (line.length <= mostBytes || isShortened) return line;
  return lineOf(when, {
    ...record,
    reads: [],
    moreReads: moreReads + reads.length,
    answers: answers.slice(0, 1),
    changes: [],
    moreChanges: moreChanges + changes.length,
  });
}
