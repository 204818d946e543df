import * as vscode from 'vscode';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Audit, AuditRecord } from '../../tools/ports/ports.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import { EditorStorage } from '../journal/editorStorage.ts';
import { AuditFiles, auditFile, maxBytes } from './auditFiles.ts';
import type { AuditPage, AuditPlace } from './auditTail.ts';
import type { Log } from '../shared/log.ts';

const encoder = new TextEncoder();

/**
 * The audit log: a line of JSON for each call, in the folder for logs that the editor gives the extension. It holds
 * paths, codes, verdicts, answers and hashes; no content of files and no input's text.
 */
export class AuditLog implements Audit {
  readonly #folder: vscode.Uri;
  readonly #files: AuditFiles;
  readonly #log: Log;
  readonly #storage: StorageFolder;
  #written: Promise<void> = Promise.resolve();

  constructor(folder: vscode.Uri, log: Log, storage: StorageFolder = new EditorStorage(folder)) {
    this.#folder = folder;
    this.#files = new AuditFiles(storage);
    this.#log = log;
    this.#storage = storage;
  }

  begin(): (record: AuditRecord) => void {
    const time = new Date();
    const start = performance.now();
    return (record) => {
      const milliseconds = Math.round(performance.now() - start);
      this.#files.add(lineOf({ time: time.toISOString(), milliseconds }, record));
      this.#written = this.#written
        .then(() => this.#files.flush())
        .catch((cause: unknown) => this.#log.error(`The audit log could not be written: ${String(cause)}`));
    };
  }

  /** Whether a call has been recorded; the person is told where none has. */
  async hasCalls(): Promise<boolean> {
    await this.#written;
    if ((await this.#files.size()) > 0) return true;
    void vscode.window.showInformationMessage(vscode.l10n.t('No agent has called a Redline tool yet.'));
    return false;
  }

  /** Reads lines from a place backwards, with all that has been recorded so far. */
  async page(from: AuditPlace, limit: number): Promise<AuditPage> {
    await this.#written;
    const { readAuditPage } = await import('./auditTail.ts');
    return readAuditPage(this.#storage, from, limit);
  }

  /** Opens the newest file of the log as it is, with all that has been recorded so far. */
  async showRaw(): Promise<void> {
    if (!(await this.hasCalls())) return;
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument(vscode.Uri.joinPath(this.#folder, auditFile())),
      { preview: true },
    );
  }
}

/** A record as a line, in whose paths nothing hides or reorders what is read beside them; one that is too long only counts. */
function lineOf(when: object, record: AuditRecord): Uint8Array {
  const shown = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? escapeForDisplay(value) : value;
  const line = encoder.encode(`${JSON.stringify({ ...when, ...record }, shown)}\n`);
  const { reads, moreReads = 0, answers, changes, moreChanges = 0 } = record;
  const isShortened = reads.length + changes.length === 0 && answers.length <= 1;
  if (line.length <= maxBytes || isShortened) return line;
  return lineOf(when, {
    ...record,
    reads: [],
    moreReads: moreReads + reads.length,
    answers: answers.slice(0, 1),
    changes: [],
    moreChanges: moreChanges + changes.length,
  });
}
