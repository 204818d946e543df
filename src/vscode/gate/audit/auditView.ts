// Shows the audit log as a read-only document, page by page. Loaded when the log is first shown.
import * as vscode from 'vscode';
import { textTable } from '../../../core/wording/textTable.ts';
import { auditHeader, auditRow } from './auditRows.ts';
import { auditScheme } from './auditFiles.ts';
import type { AuditLog } from './auditLog.ts';
import type { AuditPosition } from './auditTail.ts';

/** Number of calls on a page. */
const pageSize = 500;

/** Shows the audit log as a read-only table, one page at a time, newest call first. */
export class AuditView implements vscode.TextDocumentContentProvider, vscode.CodeLensProvider, vscode.Disposable {
  readonly #log: Pick<AuditLog, 'page'>;
  readonly #titleOf: (tool: string) => string;
  readonly #changeEmitter = new vscode.EventEmitter<vscode.Uri>();
  /** The start of the next older page, by the URI of a shown page; undefined for the last page. */
  readonly #olderPositions = new Map<string, AuditPosition | undefined>();
  readonly onDidChange = this.#changeEmitter.event;

  constructor(log: Pick<AuditLog, 'page'>, titleOf: (tool: string) => string) {
    this.#log = log;
    this.#titleOf = titleOf;
  }

  /** Opens a page, by default the newest; refreshes it if it is open. */
  async show(uri: vscode.Uri = pageAt({ age: 0 })): Promise<void> {
    this.#changeEmitter.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { lines, older } = await this.#log.page(parseQuery(uri), pageSize);
    this.#olderPositions.set(uri.toString(), older);
    const rows = lines.map((line) => auditRow(line, this.#titleOf));
    const about = vscode.l10n.t(
      'What agents and extensions asked Redline for, newest first. Contents of files are not recorded.',
    );
    return [about, '', ...textTable([auditHeader(), ...rows]), ''].join('\n');
  }

  /** The links above a page. VS Code asks for them after the page's text, which determines the next older page. */
  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const older = this.#olderPositions.get(uri.toString());
    const commands: vscode.Command[] = [
      { command: 'redline.showRawAuditLog', title: vscode.l10n.t('Show Raw Lines') },
      ...(older === undefined
        ? []
        : [{ command: 'redline.showAuditLog', title: vscode.l10n.t('Show Older'), arguments: [pageAt(older)] }]),
      {
        command: 'redline.showAuditLog',
        title: uri.query === '' ? vscode.l10n.t('Refresh') : vscode.l10n.t('Show Newest'),
      },
    ];
    const range = new vscode.Range(0, 0, 0, 0);
    return commands.map((command) => new vscode.CodeLens(range, command));
  }

  dispose(): void {
    this.#changeEmitter.dispose();
  }
}

/** The URI of a page; `parseQuery` reads its query: nothing for the newest page, `age`, or `age-end`. */
function pageAt({ age, end }: AuditPosition): vscode.Uri {
  const query = end === undefined && age === 0 ? '' : [age, ...(end === undefined ? [] : [end])].join('-');
  return vscode.Uri.from({ scheme: auditScheme, path: `/${vscode.l10n.t('Redline Audit Log')}`, query });
}

function parseQuery({ query }: vscode.Uri): AuditPosition {
  const [age = 0, end] = query.split('-').map((text) => Math.max(0, Math.trunc(Number(text)) || 0));
  return end === undefined ? { age } : { age, end };
}
