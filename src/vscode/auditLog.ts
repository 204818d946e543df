import * as vscode from 'vscode';
import { fileSystem } from './fileSystem.ts';
import { escapeForDisplay } from '../core/unicode.ts';
import type { Audit, AuditRecord } from '../tools/ports.ts';
import { isMissing } from './disk.ts';
import type { Log } from './log.ts';

/** UTF-8 bytes of one file, about, and how many older files are kept beside it. */
const mostBytes = 256 * 1024;
const olderKept = 4;

/**
 * The audit log: a line of JSON for each call, in the folder for logs that the editor gives the extension. It holds
 * paths, codes, verdicts, answers and hashes; no content of files and no input's text.
 */
export class AuditLog implements Audit {
  readonly #folder: vscode.Uri;
  readonly #log: Log;
  #written: Promise<void>;
  #lines = '';

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
      // Paths may hold characters that hide or reorder what is read beside them.
      const line = JSON.stringify({ time: time.toISOString(), milliseconds, ...record }, (_key, value: unknown) =>
        typeof value === 'string' ? escapeForDisplay(value) : value,
      );
      this.#written = this.#written
        .then(() => this.#append(line))
        .catch((cause: unknown) => this.#log.error(`The audit log could not be written: ${String(cause)}`));
    };
  }

  /** Opens the log in an editor, with all that has been recorded so far. */
  async show(): Promise<void> {
    await this.#written;
    if (this.#lines === '') {
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
      this.#lines = new TextDecoder().decode(await fileSystem.readFile(this.#file(0)));
    } catch (cause) {
      if (!isMissing(cause)) this.#log.error(`The audit log could not be read: ${String(cause)}`);
    }
  }

  async #append(line: string): Promise<void> {
    if (this.#lines.length + line.length > mostBytes) await this.#rotate();
    this.#lines += `${line}\n`;
    await fileSystem.writeFile(this.#file(0), new TextEncoder().encode(this.#lines));
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
    this.#lines = '';
  }
}
