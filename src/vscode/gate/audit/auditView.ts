// Shows the audit log as a read-only table, page by page. Loaded when the log is first shown.

import * as vscode from 'vscode';
import { parseExportedCall, type ExportedCall } from '../../../core/audit/exportedCall.ts';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';
import { textTable } from '../../../core/wording/textTable.ts';
import { nameOfCaller } from '../../../core/change/reviewTexts.ts';
import { firstNames, changeLabel } from '../../shared/changeLabels.ts';
import { auditScheme } from './auditFiles.ts';
import type { AuditLog } from './auditLog.ts';
import type { AuditPosition } from './auditTail.ts';

/** Number of calls on a page. */
const pageSize = 500;

/** Shows the log in read-only editors, one for each page, newest call first. */
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

/** Maximum number of paths, of answers, and of a rule's agents in a row. */
const maxNamed = 3;

/** The titles of the columns, in the order of the cells of `auditRow`. */
function auditHeader(): readonly string[] {
  return [
    vscode.l10n.t('Time'),
    vscode.l10n.t('Agent'),
    vscode.l10n.t('Paths'),
    vscode.l10n.t('Verdict'),
    vscode.l10n.t('Answered'),
    vscode.l10n.t('Outcome'),
    vscode.l10n.t('Tool'),
  ];
}

/** Formats a line of the log as the cells below `auditHeader`; one cell with a note if the line cannot be read. */
function auditRow(text: string, titleOf: (tool: string) => string): readonly string[] {
  const call = parseExportedCall(text);
  if (call === undefined) return [vscode.l10n.t('(This line cannot be read.)')];
  const cells = [
    timeOf(new Date(call.time)),
    callerText(call),
    pathsText(call),
    verdictText(call),
    answersText(call),
    outcomeText(call),
    titleOf(call.tool),
  ];
  return cells.map((cell) => escapeForDisplay(cell));
}

/** Local time: "2026-11-23 14:05:09". */
function timeOf(time: Date): string {
  const padded = (n: number): string => String(n).padStart(2, '0');
  const day = [time.getFullYear(), padded(time.getMonth() + 1), padded(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(padded).join(':')}`;
}

function callerText(call: ExportedCall): string {
  return (
    nameOfCaller(call) ?? (call.agent === 'vscode' ? vscode.l10n.t('Chat') : vscode.l10n.t('Extension or palette'))
  );
}

/** The changed paths, with the kinds of changes other than updates; for a call that changed nothing, the read paths. */
function pathsText({ changes, moreChanges, reads, moreReads }: ExportedCall): string {
  const readPaths = reads.map(({ path }) => path);
  if (changes.length === 0) return firstNames(readPaths, maxNamed, moreReads).join(', ');
  const paths = changes.map(({ kind, path, from = '' }) => {
    if (kind === 'update') return path;
    const hasSource = kind === 'move' || kind === 'copy';
    return `${path} (${changeLabel(hasSource ? { kind, from: { path: from } } : { kind })})`;
  });
  return firstNames(paths, maxNamed, moreChanges).join(', ');
}

/** The verdict on the changes; for a call that only read, the strictest verdict on its reads. */
function verdictText({ verdict, reads }: ExportedCall): string {
  const strictest = (['deny', 'ask', 'allow'] as const).find((each) => reads.some((read) => read.verdict === each));
  const action = verdict?.action ?? strictest;
  if (action === undefined) return '–';
  const word = {
    allow: vscode.l10n.t('allowed'),
    later: vscode.l10n.t('to be reviewed later'),
    ask: vscode.l10n.t('asked'),
    deny: vscode.l10n.t('denied'),
  }[action];
  return [
    word,
    ...(verdict?.protected === true ? [vscode.l10n.t('protected')] : []),
    ...(verdict?.setting === undefined ? [] : [ruleText(verdict.setting, verdict.agents)]),
  ].join(', ');
}

/** The setting of the deciding rule, "redline.rules", and the agents to which the rule is restricted, if any. */
function ruleText(setting: string, agents: readonly string[] = []): string {
  return agents.length === 0 ? setting : `${setting} (${firstNames(agents, maxNamed).join(', ')})`;
}

function answersText({ answers }: ExportedCall): string {
  if (answers.length === 0) return '–';
  const answerTexts = answers.map(({ approved, surface, amended }) => {
    const how = amended === true ? vscode.l10n.t('approved, amended') : vscode.l10n.t('approved');
    return `${approved ? how : vscode.l10n.t('rejected')} (${surfaceWord(surface)})`;
  });
  return firstNames([...new Set(answerTexts)], maxNamed).join(', ');
}

/** Formats the surface on which the user answered (`DecisionSource.surface`); an unknown one is shown as recorded. */
function surfaceWord(surface: string): string {
  const names = new Map([
    ['chat', vscode.l10n.t('chat')],
    ['editor', vscode.l10n.t('editor')],
    ['view', vscode.l10n.t('view')],
    ['status bar', vscode.l10n.t('status bar')],
    ['notification', vscode.l10n.t('notification')],
    ['approve all', vscode.l10n.t('all waiting changes')],
    ['reject all', vscode.l10n.t('all waiting changes')],
    ['approve and remember', vscode.l10n.t('remembered')],
    ['closed diff', vscode.l10n.t('diff closed')],
    ['stop', vscode.l10n.t('call stopped')],
    ['failure', vscode.l10n.t('diff not shown')],
  ]);
  return names.get(surface) ?? surface;
}

function outcomeText({ applied, outcome }: ExportedCall): string {
  if (applied) return vscode.l10n.t('written');
  return outcome === 'ok' ? vscode.l10n.t('done') : outcome;
}
