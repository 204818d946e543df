// Caches the team policies as last read.
import * as vscode from 'vscode';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { HeldPlaces } from '../../core/connect/holdSettings.ts';
import type { Policy } from '../../core/rules/judge.ts';
import {
  maxTeamPolicyBytes,
  parseTeamPolicy,
  unusableTeamPolicy,
  withTeamPolicies,
  type TeamPolicy,
} from '../../core/rules/teamPolicy.ts';
import { fileSystem, isMissing, statOf } from '../files/fileSystem.ts';
import { teamPolicyUri, type HeldIn } from './teamPolicyFile.ts';
import { TeamPolicyNotes } from './teamPolicyNotes.ts';

/** Content of a policy's file, or a message why it cannot be read; undefined if there is none. */
export type PolicyText = string | Phrase | undefined;

interface Known {
  readonly text: string | Phrase;
  readonly policy: TeamPolicy;
}

/** Team policies as last read, by workspace folder. */
export class KnownPolicies {
  readonly #notes: TeamPolicyNotes;
  readonly #heldIn: HeldIn;
  #ofFolder: ReadonlyMap<string, Known> = new Map();
  /** Agents under Hold, by workspace folder; only for folders whose policy requires Hold. */
  #held: ReadonlyMap<string, HeldPlaces> = new Map();
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  /** The folders that the next reading reads: those of the last call, which may have come while another waited. */
  #folders: readonly vscode.Uri[] = [];

  constructor(memory: vscode.Memento, heldIn: HeldIn) {
    this.#notes = new TeamPolicyNotes(memory);
    this.#heldIn = heldIn;
  }

  /** Reads the policies of all folders. Shares a read that has not started yet. */
  refresh(folders: readonly vscode.Uri[]): Promise<void> {
    this.#folders = folders;
    this.#waiting ??= this.#running.then(() => {
      this.#waiting = undefined;
      this.#running = this.#read(this.#folders);
      return this.#running;
    });
    return this.#waiting;
  }

  async #read(folders: readonly vscode.Uri[]): Promise<void> {
    const before = this.#ofFolder;
    const now = new Map<string, Known>();
    const texts = await Promise.all(folders.map(readPolicyText));
    for (const [index, folder] of folders.entries()) {
      const text = texts[index];
      const previous = before.get(folder.toString());
      if (text !== undefined)
        now.set(folder.toString(), isSamePolicy(previous, text) ? previous : { text, policy: policyOf(text) });
    }
    this.#held = await this.#holdsOf(folders, now);
    this.#ofFolder = now;
    for (const folder of folders) void this.#notes.tell(folder, now.get(folder.toString()));
  }

  async #holdsOf(
    folders: readonly vscode.Uri[],
    known: ReadonlyMap<string, Known>,
  ): Promise<ReadonlyMap<string, HeldPlaces>> {
    const requiring = folders.filter((folder) => (known.get(folder.toString())?.policy.hold.length ?? 0) > 0);
    const held = requiring.map(async (folder) => [folder.toString(), await this.#heldIn(folder)] as const);
    return new Map(await Promise.all(held));
  }

  addTo(policy: Policy, folders: readonly string[], agent: string): Policy {
    const teams = folders.flatMap((folder) => this.#ofFolder.get(folder)?.policy ?? []);
    const requiring = folders.filter((folder) => (this.#ofFolder.get(folder)?.policy.hold.length ?? 0) > 0);
    const isHeld = requiring.every((folder) => this.#held.get(folder)?.has(agent) === true);
    return withTeamPolicies(agent, policy, teams, isHeld);
  }
}

function isSamePolicy(known: Known | undefined, text: string | Phrase): known is Known {
  return known !== undefined && JSON.stringify(known.text) === JSON.stringify(text);
}

function policyOf(text: string | Phrase): TeamPolicy {
  return typeof text === 'string' ? parseTeamPolicy(text) : unusableTeamPolicy(text);
}

/** Reads the file from disk. Never rejects. Does not follow links, since agents may change their targets. */
async function readPolicyText(folder: vscode.Uri): Promise<PolicyText> {
  const uri = teamPolicyUri(folder);
  try {
    const entry = await statOf(uri);
    if (entry === undefined) return undefined;
    const above = await statOf(vscode.Uri.joinPath(uri, '..'));
    if (entry.type === 'symlink' || above?.type === 'symlink')
      return phrase('it is a symbolic link, or in one; put the file itself there');
    if (entry.type !== 'file') return phrase('it is no file');
    if (entry.size > maxTeamPolicyBytes) return tooLarge();
    const bytes = await fileSystem.readFile(uri);
    return bytes.length > maxTeamPolicyBytes ? tooLarge() : decode(bytes);
  } catch (cause) {
    return isMissing(cause) ? undefined : phrase('it cannot be read');
  }
}

function tooLarge(): Phrase {
  return phrase('it is larger than {0} kB', maxTeamPolicyBytes / 1024);
}

function decode(bytes: Uint8Array): string | Phrase {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return phrase('it is not UTF-8 text');
  }
}
