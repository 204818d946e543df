// Records calls in the audit log, one JSON line each, in rotated files, and registers the commands that show the log.
import * as vscode from 'vscode';
import { registerCommands, lazyCommands } from '../../shared/contributions/commands.ts';
import { onceUntilFailure } from '../../../core/async/onceUntilFailure.ts';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';
import type { Audit, AuditRecord } from '../../../tools/ports/audit.ts';
import type { StorageFolder } from '../../../tools/ports/diskPorts.ts';
import { EditorStorage } from '../../journal/editorStorage.ts';
import { AuditFiles, auditFileName, auditScheme, maxFileBytes } from './auditFiles.ts';
import type { AuditPage, AuditPosition } from './auditTail.ts';
import type { Log } from '../../shared/log.ts';
import { notify } from '../../messages/notify.ts';

const encoder = new TextEncoder();

/**
 * Records each call as a line of JSON in the extension's log folder. Lines contain paths, codes, verdicts, answers and
 * hashes, but no file contents and no texts of inputs.
 */
export class AuditLog implements Audit {
  readonly #folder: vscode.Uri;
  readonly #files: AuditFiles;
  readonly #log: Log;
  readonly #storage: StorageFolder;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(folder: vscode.Uri, log: Log, storage: StorageFolder = new EditorStorage(folder)) {
    this.#folder = folder;
    this.#files = new AuditFiles(storage);
    this.#log = log;
    this.#storage = storage;
  }

  /** Implements `Audit.begin`. Writes the lines in the background, one after the other; a failure is only logged. */
  begin(): (record: AuditRecord) => void {
    const time = new Date();
    const start = performance.now();
    return (record) => {
      const milliseconds = Math.round(performance.now() - start);
      const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
      this.#files.add(auditLine({ time: time.toISOString(), milliseconds, folders }, record));
      this.#lastWrite = this.#lastWrite
        .then(() => this.#files.flush())
        .catch((cause: unknown) => this.#log.error(`The audit log could not be written: ${String(cause)}`));
    };
  }

  /** Resolves to the folder of this window's log once all recorded calls have been written to it. */
  async flush(): Promise<vscode.Uri> {
    await this.#lastWrite;
    return this.#folder;
  }

  async hasCalls(): Promise<boolean> {
    await this.#lastWrite;
    return (await this.#files.size()) > 0;
  }

  /** Reads up to `limit` calls backwards from a position. */
  async page(from: AuditPosition, limit: number): Promise<AuditPage> {
    await this.#lastWrite;
    const { readAuditPage } = await import('./auditTail.ts');
    return readAuditPage(this.#storage, from, limit);
  }

  /** Opens the newest file of the log in an editor, or notifies the user that the log is empty. */
  async showRaw(): Promise<void> {
    if (!(await this.hasCalls())) return notifyNoCalls();
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument(vscode.Uri.joinPath(this.#folder, auditFileName())),
      { preview: true },
    );
  }
}

function notifyNoCalls(): void {
  void notify('Information', vscode.l10n.t('No agent has called a Redline tool yet.'));
}

/**
 * Formats a record as one JSON line, with invisible and bidirectional characters escaped. In a line that is too long
 * for a file, counts replace the lists of reads and changes, and only the first answer stays.
 */
function auditLine(when: object, record: AuditRecord): Uint8Array {
  const escaped = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? escapeForDisplay(value) : value;
  const line = encoder.encode(`${JSON.stringify({ ...when, ...record }, escaped)}\n`);
  const { reads, moreReads = 0, answers, changes, moreChanges = 0 } = record;
  const isAlreadyShortened = reads.length + changes.length === 0 && answers.length <= 1;
  if (line.length <= maxFileBytes || isAlreadyShortened) return line;
  return auditLine(when, {
    ...record,
    reads: [],
    moreReads: moreReads + reads.length,
    answers: answers.slice(0, 1),
    changes: [],
    moreChanges: moreChanges + changes.length,
  });
}

/** Registers the commands that show the log, as a table (loaded when first shown) or as raw lines, or export it. */
export function registerAudit(audit: AuditLog, titleOf: (tool: string) => string): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  /** The parts that were loaded at their first use, to be disposed. */
  const loaded: vscode.Disposable[] = [];
  const loadView = onceUntilFailure(async () => {
    const { AuditView } = await import('./auditView.ts');
    const created = new AuditView(audit, titleOf);
    const listener = created.onDidChange((uri) => changed.fire(uri));
    loaded.push(created, listener);
    return created;
  });
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(auditScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => (await loadView()).provideTextDocumentContent(uri),
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: auditScheme },
      { provideCodeLenses: async (document) => (await loadView()).provideCodeLenses(document) },
    ),
    registerCommands({
      'redline.showAuditLog': async (page: unknown) => {
        if (!(await audit.hasCalls())) return notifyNoCalls();
        await (await loadView()).show(page instanceof vscode.Uri ? page : undefined);
      },
      'redline.showRawAuditLog': () => audit.showRaw(),
    }),
    lazyCommands(['redline.exportAuditLog', 'redline.copyTurnSummary'], async () => {
      const { registerAuditExport } = await import('./auditExport.ts');
      return () => loaded.push(registerAuditExport(() => audit.flush()));
    }),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}
