// Shows the questions whether an agent may read a file in the view and the status bar, and registers their commands.

import * as vscode from 'vscode';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';
import { registerCommands } from '../../shared/contributions/commands.ts';
import { buttonsOf, type ReadAnswer, type ReadQuestion, type ReadQuestions } from './readQuestions.ts';
import { plainText } from '../../messages/notify.ts';

/** A row of the view: a file that an agent requests to read. */
export interface ReadRow {
  readonly question: ReadQuestion;
}

export function isReadRow(value: unknown): value is ReadRow {
  return typeof value === 'object' && value !== null && 'question' in value;
}

/** The row of a question in the view. */
export function readItem({ question }: ReadRow): vscode.TreeItem {
  const item = new vscode.TreeItem(escapeForDisplay(question.path));
  item.description =
    question.agent === undefined
      ? vscode.l10n.t('an agent wants to read this')
      : vscode.l10n.t('{0} wants to read this', question.agent);
  item.iconPath = new vscode.ThemeIcon('shield');
  item.contextValue = 'read';
  item.tooltip = question.text;
  item.command = { command: 'redline.answerRead', title: vscode.l10n.t('Answer'), arguments: [{ question }] };
  item.accessibilityInformation = { label: [question.text, vscode.l10n.t('waiting for your answer')].join(' ') };
  return item;
}

/** Higher than in statusBar.ts, and so left of the item of waiting calls. */
const statusPriority = 101;

/** Registers the status bar item, the context key `redline.hasReads`, and the commands that answer. */
export function registerReadSurfaces(questions: ReadQuestions): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('redline.reads', vscode.StatusBarAlignment.Left, statusPriority);
  item.name = 'Redline';
  item.command = 'redline.answerRead';
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  updateStatus(item, questions);
  // Runs a command on the question of the clicked row, else on the first one.
  const onQuestion = (run: (question: ReadQuestion, surface: string) => unknown) => (row: unknown) => {
    if (isReadRow(row)) return run(row.question, 'view');
    const [first] = questions.all;
    return first && run(first, 'status bar');
  };
  const answerWith = (answer: ReadAnswer) => onQuestion((question) => question.answer(answer, 'view'));
  return vscode.Disposable.from(
    item,
    questions.onDidChange(() => updateStatus(item, questions)),
    registerCommands({
      'redline.answerRead': onQuestion(pickAnswer),
      'redline.allowReadOnce': answerWith('once'),
      'redline.allowReadInSession': answerWith('session'),
      'redline.dontAllowRead': answerWith('no'),
    }),
  );
}

/** Shows the waiting questions in the status bar item, and updates the context key. */
function updateStatus(item: vscode.StatusBarItem, { all }: ReadQuestions): void {
  void vscode.commands.executeCommand('setContext', 'redline.hasReads', all.length > 0);
  const [first, ...more] = all;
  if (first === undefined) return item.hide();
  const text =
    more.length === 0
      ? vscode.l10n.t('Read {0}?', plainText(first.path))
      : vscode.l10n.t('Read {0} files?', all.length);
  item.text = `$(shield) Redline: ${text}`;
  item.tooltip = all.map((question) => question.text).join('\n');
  item.accessibilityInformation = { label: item.tooltip };
  item.show();
}

/** Asks by a quick pick; closing it leaves the question open. */
async function pickAnswer(question: ReadQuestion, surface: string): Promise<void> {
  const items = buttonsOf(question).map(({ answer, label }) => ({ label: label(), answer }));
  const { pick } = await import('../../messages/ask.ts');
  const picked = await pick(items, { title: escapeForDisplay(question.path), placeHolder: question.text });
  if (picked !== undefined) question.answer(picked.answer, surface);
}
