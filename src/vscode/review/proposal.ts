import * as vscode from 'vscode';
import { amend } from '../../core/amend.ts';
import type { Change, Content, FileContent } from '../../core/change.ts';
import { displayText } from '../../core/encoding.ts';
import { ToolError } from '../../core/errors.ts';
import { pathOf, wordsOf } from '../../core/summary.ts';
import { configuredEncoding } from '../codec.ts';
import { ProposalFiles, proposalScheme } from './proposalFiles.ts';

type Encode = (text: string, encoding: string) => Promise<FileContent>;

/** What a change looks like in a diff: a side that is absent does not exist before, or after. */
interface Row {
  readonly change: Change;
  readonly file: vscode.Uri;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly amendable: boolean;
}

/** The files of one review: they are put before a diff editor, and read back when the person has answered. */
export class Proposal {
  readonly #rows: readonly Row[];
  readonly #id: string;

  constructor(reviewId: string, changes: readonly Change[], files: ProposalFiles) {
    this.#id = reviewId;
    this.#rows = changes.map(toRow);
    for (const row of this.#rows) {
      files.put(this.#uri(row, 'before'), toBytes(row.before ?? '', row.file));
      files.put(this.#uri(row, 'after'), toBytes(row.after ?? '', row.file));
    }
  }

  /** Opens the diff: one file side by side, several in one editor. */
  async show(title: string, preserveFocus: boolean): Promise<void> {
    const [only, ...more] = this.#rows.filter((row) => row.before !== undefined || row.after !== undefined);
    const options: vscode.TextDocumentShowOptions = { preview: false, preserveFocus };
    if (only === undefined) return;
    if (more.length === 0) {
      const sides = [this.#uri(only, 'before'), this.#uri(only, 'after')];
      await vscode.commands.executeCommand('vscode.diff', ...sides, title, options);
      return;
    }
    const resources = [only, ...more].map((row) => [
      row.file,
      row.before === undefined ? undefined : this.#uri(row, 'before'),
      row.after === undefined ? undefined : this.#uri(row, 'after'),
    ]);
    await vscode.commands.executeCommand('vscode.changes', title, resources, options);
  }

  /** The changes as the person left them. Throws ENCODING where their text cannot be held by the file. */
  async read(encode: Encode): Promise<{ changes: Change[]; amended: boolean }> {
    let amended = false;
    const changes: Change[] = [];
    for (const row of this.#rows) {
      const change = await this.#readRow(row, encode);
      amended ||= change !== row.change;
      changes.push(change);
    }
    return { changes, amended };
  }

  async #readRow(row: Row, encode: Encode): Promise<Change> {
    const document = openDocument(this.#uri(row, 'after'));
    const { change } = row;
    if (!row.amendable || document === undefined) return change;
    if (!('after' in change) || change.after.kind !== 'text') return change;
    const text = amend(change.after.text, document.getText());
    if (text === change.after.text) return change;
    if (text === undefined) {
      throw new ToolError(
        'ENCODING',
        `${pathOf(change)} holds bytes that are no text where it was amended. Nothing was changed; propose the change again.`,
      );
    }
    const after = await encode(text, change.after.encoding);
    return change.kind === 'update' ? withoutEdits(change, after) : { ...change, after };
  }

  #uri(row: Row, side: 'before' | 'after'): vscode.Uri {
    return ProposalFiles.uri(this.#id, row.file, side);
  }
}

/** An amended update: the tool's edited ranges no longer describe it. */
function withoutEdits(change: Change & { kind: 'update' }, after: FileContent): Change {
  return { kind: 'update', at: change.at, before: change.before, after };
}

function toRow(change: Change): Row {
  const file = vscode.Uri.parse(change.at.uri, true);
  const before = 'before' in change ? textToShow(change.before) : undefined;
  const after = 'after' in change ? textToShow(change.after) : undefined;
  if (change.kind === 'createDirectory')
    return { change, file, before: undefined, after: wordsOf(change), amendable: false };
  const amendable = 'after' in change && change.after.kind === 'text';
  return { change, file, before, after, amendable };
}

function textToShow(content: Content): string {
  switch (content.kind) {
    case 'text':
      return displayText(content.text);
    case 'binary':
      return vscode.l10n.t('Binary file, {0} bytes, SHA-256 {1}', content.bytes.length, content.sha256);
    case 'link':
      return vscode.l10n.t('Symbolic link to {0}', content.target);
    case 'directory':
      return vscode.l10n.t('Folder');
  }
}

/** The editor reads the text as UTF-8 where that is set, and by the byte order mark where `files.encoding` says else. */
function toBytes(text: string, file: vscode.Uri): Uint8Array {
  return new TextEncoder().encode(configuredEncoding(file) === 'utf8' ? text : `\uFEFF${text}`);
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    (document) => document.uri.scheme === proposalScheme && document.uri.toString() === uri.toString(),
  );
}
