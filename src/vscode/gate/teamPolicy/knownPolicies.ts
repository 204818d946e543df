// Reads the team policies of the workspace folders from disk, and caches them.
import * as vscode from 'vscode';
import { phrase, type Phrase } from '../../../core/wording/phrase.ts';
import type { HoldScopes } from '../../../core/connect/holdSettings.ts';
import type { Policy } from '../../../core/rules/judge.ts';
import {
  maxTeamPolicyBytes,
  parseTeamPolicy,
  unusableTeamPolicy,
  withTeamPolicies,
  type TeamPolicy,
} from '../../../core/rules/teamPolicy.ts';
import { fileSystem, isMissing, statOf } from '../../files/fileSystem.ts';
import { teamPolicyUri } from './teamPolicyFile.ts';
import { TeamPolicyNotes, type KnownPolicy } from './teamPolicyNotes.ts';

/** Content of a policy's file, or the reason why it cannot be read; undefined if there is none. */
type PolicyText = string | Phrase | undefined;

/** Finds the agents, by id, that a test has confirmed to be under Hold in a folder. Never rejects. */
export type FindHeldAgents = (folder: vscode.Uri) => Promise<HoldScopes>;

/** The team policies of the workspace folders, as last read. */
export class KnownPolicies {
  readonly #notes: TeamPolicyNotes;
  readonly #findHeld: FindHeldAgents;
  readonly #onChange: () => void;
  #policies: ReadonlyMap<string, KnownPolicy> = new Map();
  /** Agents under Hold, by workspace folder; only for folders whose policy requires Hold. */
  #heldAgents: ReadonlyMap<string, HoldScopes> = new Map();
  #currentRead: Promise<void> = Promise.resolve();
  /** The read that starts after `#currentRead`; all calls until then share it. */
  #nextRead: Promise<void> | undefined;
  /** The folders that `#nextRead` will read, which are the folders of the last call. */
  #nextFolders: readonly vscode.Uri[] = [];

  /** @param onChange called as soon as a new, changed or removed policy applies */
  constructor(memento: vscode.Memento, findHeld: FindHeldAgents, onChange: () => void) {
    this.#notes = new TeamPolicyNotes(memento);
    this.#findHeld = findHeld;
    this.#onChange = onChange;
  }

  /** Reads the policies of all folders. Shares a read that has not started yet. */
  refresh(folders: readonly vscode.Uri[]): Promise<void> {
    this.#nextFolders = folders;
    // A failure rejects for the callers of that read only.
    this.#nextRead ??= this.#currentRead
      .catch(() => undefined)
      .then(() => {
        this.#nextRead = undefined;
        this.#currentRead = this.#read(this.#nextFolders);
        return this.#currentRead;
      });
    return this.#nextRead;
  }

  async #read(folders: readonly vscode.Uri[]): Promise<void> {
    const policies = new Map<string, KnownPolicy>();
    const texts = await Promise.all(folders.map(readPolicyText));
    for (const [index, folder] of folders.entries()) {
      const text = texts[index];
      // An unchanged policy keeps its object, so that `isChanged` can compare objects.
      const previous = this.#policies.get(folder.toString());
      if (text !== undefined)
        policies.set(folder.toString(), isSamePolicy(previous, text) ? previous : { text, policy: parsePolicy(text) });
    }
    const heldAgents = await this.#findAllHeld(folders, policies);
    const isChanged =
      policies.size !== this.#policies.size ||
      [...policies].some(([folder, known]) => this.#policies.get(folder) !== known);
    this.#policies = policies;
    this.#heldAgents = heldAgents;
    if (isChanged) this.#onChange();
    for (const folder of folders) void this.#notes.showIfNew(folder, policies.get(folder.toString()));
  }

  async #findAllHeld(
    folders: readonly vscode.Uri[],
    policies: ReadonlyMap<string, KnownPolicy>,
  ): Promise<ReadonlyMap<string, HoldScopes>> {
    const foldersWithHold = folders.filter((folder) => requiresHold(policies.get(folder.toString())));
    const held = foldersWithHold.map(async (folder) => [folder.toString(), await this.#findHeld(folder)] as const);
    return new Map(await Promise.all(held));
  }

  /** Adds the policies of these workspace folders (URIs), as last read, to the rules for an agent. */
  addTo(policy: Policy, folders: readonly string[], agent: string): Policy {
    const policies = folders.flatMap((folder) => this.#policies.get(folder)?.policy ?? []);
    const foldersWithHold = folders.filter((folder) => requiresHold(this.#policies.get(folder)));
    const isHeld = foldersWithHold.every((folder) => this.#heldAgents.get(folder)?.has(agent) === true);
    return withTeamPolicies(agent, policy, policies, isHeld);
  }
}

function requiresHold(known: KnownPolicy | undefined): boolean {
  return known !== undefined && known.policy.hold.length > 0;
}

function isSamePolicy(known: KnownPolicy | undefined, text: string | Phrase): known is KnownPolicy {
  return known !== undefined && JSON.stringify(known.text) === JSON.stringify(text);
}

function parsePolicy(text: string | Phrase): TeamPolicy {
  return typeof text === 'string' ? parseTeamPolicy(text) : unusableTeamPolicy(text);
}

/** Reads a folder's policy from disk. Never rejects. Does not follow links, since agents may change their targets. */
async function readPolicyText(folder: vscode.Uri): Promise<PolicyText> {
  const uri = teamPolicyUri(folder);
  try {
    const entry = await statOf(uri);
    if (entry === undefined) return undefined;
    const parentFolder = await statOf(vscode.Uri.joinPath(uri, '..'));
    if (entry.type === 'symlink' || parentFolder?.type === 'symlink')
      return phrase('it is a symbolic link, or in one; put the file itself there');
    if (entry.type !== 'file') return phrase('it is not a file');
    if (entry.size > maxTeamPolicyBytes) return tooLargePhrase();
    const bytes = await fileSystem.readFile(uri);
    return bytes.length > maxTeamPolicyBytes ? tooLargePhrase() : decode(bytes);
  } catch (cause) {
    return isMissing(cause) ? undefined : phrase('it cannot be read');
  }
}

function tooLargePhrase(): Phrase {
  return phrase('it is larger than {0} kB', maxTeamPolicyBytes / 1024);
}

function decode(bytes: Uint8Array): string | Phrase {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return phrase('it is not UTF-8 text');
  }
}
