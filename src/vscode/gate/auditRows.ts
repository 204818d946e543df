import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { nameOfCaller } from '../../tools/ports/caller.ts';
import { atMost, changeWord } from '../shared/words.ts';

/** Most paths, and answers, named in a row. */
const maxNamed = 3;

const action = z.enum(['allow', 'later', 'ask', 'deny']);
const agents = z.optional(z.array(z.string()));
const kind = z.enum(['create', 'update', 'delete', 'move', 'copy', 'createDirectory']);

/** The fields of a line of the log that a row shows. */
const auditLine = z.object({
  time: z.string(),
  tool: z.string(),
  chat: z.boolean(),
  caller: z.optional(z.object({ agent: z.string(), via: z.string() })),
  outcome: z.string(),
  reads: z._default(z.array(z.object({ path: z.string(), verdict: action })), []),
  moreReads: z._default(z.number(), 0),
  verdict: z.optional(z.object({ action, protected: z.boolean(), setting: z.optional(z.string()), agents })),
  answers: z._default(
    z.array(z.object({ approved: z.boolean(), surface: z.string(), amended: z.optional(z.boolean()) })),
    [],
  ),
  changes: z._default(z.array(z.object({ kind, path: z.string(), from: z.optional(z.string()) })), []),
  moreChanges: z._default(z.number(), 0),
  applied: z._default(z.boolean(), false),
});
type AuditLine = z.infer<typeof auditLine>;

export function auditHeader(): readonly string[] {
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

/** Formats a line of the log as the cells of `auditHeader`. */
export function auditRow(text: string, titleOf: (tool: string) => string): readonly string[] {
  const line = readLine(text);
  if (line === undefined) return [vscode.l10n.t('(This line cannot be read.)')];
  const cells = [
    timeOf(new Date(line.time)),
    whoOf(line),
    pathsText(line),
    verdictText(line),
    answersText(line),
    line.applied ? vscode.l10n.t('written') : line.outcome === 'ok' ? vscode.l10n.t('done') : line.outcome,
    titleOf(line.tool),
  ];
  return cells.map((cell) => escapeForDisplay(cell));
}

function whoOf({ chat, caller }: AuditLine): string {
  const agent = caller === undefined ? undefined : nameOfCaller(caller);
  if (agent !== undefined) return agent;
  return chat ? vscode.l10n.t('Chat') : vscode.l10n.t('Extension or palette');
}

function readLine(text: string): AuditLine | undefined {
  try {
    const read = auditLine.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** "2026-11-23 14:05:09", in local time. */
function timeOf(time: Date): string {
  const padded = (n: number): string => String(n).padStart(2, '0');
  const day = [time.getFullYear(), padded(time.getMonth() + 1), padded(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(padded).join(':')}`;
}

function verdictText({ verdict, reads }: AuditLine): string {
  const strictest = (['deny', 'ask', 'allow'] as const).find((each) => reads.some((read) => read.verdict === each));
  const outcome = verdict?.action ?? strictest;
  if (outcome === undefined) return '–';
  const word = {
    allow: vscode.l10n.t('allowed'),
    later: vscode.l10n.t('to be reviewed later'),
    ask: vscode.l10n.t('asked'),
    deny: vscode.l10n.t('denied'),
  }[outcome];
  return [
    word,
    ...(verdict?.protected === true ? [vscode.l10n.t('protected')] : []),
    ...(verdict?.setting === undefined ? [] : [ruleText(verdict.setting, verdict.agents)]),
  ].join(', ');
}

/** "redline.rules", and the agents that the rule names. */
function ruleText(setting: string, agents: readonly string[] = []): string {
  return agents.length === 0 ? setting : `${setting} (${atMost(agents, maxNamed).join(', ')})`;
}

function answersText({ answers }: AuditLine): string {
  if (answers.length === 0) return '–';
  const words = answers.map(({ approved, surface, amended }) => {
    const how = amended === true ? vscode.l10n.t('approved, amended') : vscode.l10n.t('approved');
    return `${approved ? how : vscode.l10n.t('rejected')} (${surfaceWord(surface)})`;
  });
  return atMost([...new Set(words)], maxNamed).join(', ');
}

/** Words the surface on which the person answered. */
function surfaceWord(surface: string): string {
  const words = new Map([
    ['chat', vscode.l10n.t('chat')],
    ['editor', vscode.l10n.t('editor')],
    ['approve all', vscode.l10n.t('all waiting changes')],
    ['reject all', vscode.l10n.t('all waiting changes')],
    ['approve and remember', vscode.l10n.t('remembered')],
    ['closed diff', vscode.l10n.t('diff closed')],
    ['stop', vscode.l10n.t('call stopped')],
    ['failure', vscode.l10n.t('diff not shown')],
  ]);
  return words.get(surface) ?? surface;
}

function pathsText({ changes, moreChanges, reads, moreReads }: AuditLine): string {
  const readPaths = reads.map(({ path }) => path);
  if (changes.length === 0) return atMost(readPaths, maxNamed, moreReads).join(', ');
  const words = changes.map(({ kind, path, from = '' }) => {
    if (kind === 'update') return path;
    const hasSource = kind === 'move' || kind === 'copy';
    return `${path} (${changeWord(hasSource ? { kind, from: { path: from } } : { kind })})`;
  });
  return atMost(words, maxNamed, moreChanges).join(', ');
}
