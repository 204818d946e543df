import * as vscode from 'vscode';
import { inEnglish } from '../core/phrase.ts';
import { shown } from './shown.ts';
import { ToolError } from '../core/errors.ts';
import { judge, type Verdict } from '../core/rules/judge.ts';
import { readActions, strictestAction } from '../core/rules/plainlyReadable.ts';
import type { Action } from '../core/rules/rule.ts';
import { withNameInside, type Subject } from '../core/rules/subject.ts';
import { escapeForDisplay } from '../core/unicode.ts';
import type { Call, ReadTrail } from '../tools/ports.ts';
import { foldersInside, pathIn } from './nestedFolders.ts';
import type { Place } from './places.ts';
import type { SettingsPolicy } from './policy.ts';
import type { ReadQuestions } from './review/readQuestions.ts';
import type { ReadGuard } from './workspace.ts';

/** Stands before all reading: asks the rules, and where they say so the person. */
export class ReadGate {
  readonly #policy: SettingsPolicy;
  readonly #questions: ReadQuestions;
  /** Real places whose reading the person agreed to until the window closes. */
  readonly #session = new Set<string>();

  constructor(policy: SettingsPolicy, questions: ReadQuestions) {
    this.#policy = policy;
    this.#questions = questions;
  }

  /** The guard of one call: what was agreed to once holds as long as that call, also when its plan is made again. */
  for(call: Call, trail?: ReadTrail): ReadGuard {
    const permitted = new Set<string>();
    return {
      allow: (place) => this.#allow(place, call, trail, permitted),
      refuseDenied: (place) => refuseDenied(this.#verdict(place)),
      reader: ({ folders }) => this.#reader(folders),
    };
  }

  /** What lies in a workspace folder inside one of these is held to the rules of both. */
  #reader(folders: readonly string[]): (subject: Subject) => Action {
    const read = readActions([this.#policy.for(folders)]);
    const inside = folders.flatMap(foldersInside).map(({ uri, path }) => ({
      path,
      readInside: readActions([this.#policy.for([...folders, uri])]),
    }));
    if (inside.length === 0) return read;
    return (subject) => {
      const actions = inside.flatMap(({ path, readInside }) => {
        const relative = subject.spellings.map((spelling) => pathIn(path, spelling)).find((each) => each !== undefined);
        return relative === undefined ? [] : [readInside(withNameInside(subject, relative))];
      });
      return strictestAction([read(subject), ...actions]);
    };
  }

  #verdict({ subject, folders }: Pick<Place, 'subject' | 'folders'>): Verdict {
    return judge('read', subject, this.#policy.for(folders));
  }

  async #allow(place: Place, call: Call, trail: ReadTrail | undefined, permitted: Set<string>): Promise<void> {
    const { path, real } = place.location;
    const verdict = this.#verdict(place);
    if (!permitted.has(real)) trail?.read(path, verdict.action);
    refuseDenied(verdict);
    if (verdict.action === 'ask' && !permitted.has(real) && !this.#session.has(real)) {
      const { answer, surface } = await this.#ask(place, verdict, call);
      trail?.answered(path, answer !== 'no', surface);
      if (answer === 'no') throw rejected(path);
      if (answer === 'session') this.#session.add(real);
    }
    permitted.add(real);
  }

  #ask(place: Place, verdict: Verdict, { signal, changes }: Call): ReturnType<ReadQuestions['ask']> {
    const { location, subject, folders } = place;
    const secret = this.#policy.for(folders).protectedFiles.reading(subject.shapes) !== undefined;
    const text = questionText(place, shown(verdict.reason), secret, changes === true);
    return this.#questions.ask({ path: location.path, text }, signal);
  }
}

function refuseDenied(verdict: Verdict): void {
  if (verdict.action === 'deny') throw new ToolError(verdict.code ?? 'PERMISSION_DENIED', inEnglish(verdict.reason));
}

function rejected(path: string): ToolError {
  return new ToolError('REJECTED', `The user did not allow ${path} to be read. Do not try again; go on without it.`);
}

/** Why it is asked and what agreeing means, in sentences for the person. */
function questionText({ location, subject }: Place, reason: string, secret: boolean, changes: boolean): string {
  const path = escapeForDisplay(location.path);
  const { scheme, fsPath } = vscode.Uri.parse(location.real, true);
  // Elsewhere nobody knows where a link leads.
  const known = subject.linked && scheme === 'file';
  return [
    secret ? vscode.l10n.t('{0} may contain secrets.', path) : reason,
    ...(known ? [vscode.l10n.t('It is really {0}.', escapeForDisplay(fsPath))] : []),
    vscode.l10n.t('The agent will see its contents.'),
    ...(changes ? [vscode.l10n.t('It wants to change the file; you are asked about that change next.')] : []),
  ].join(' ');
}
