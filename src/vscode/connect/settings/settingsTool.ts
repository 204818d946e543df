// Creates the internal tool by which the user's commands change settings files of agents. No agent can call it.

import * as z from 'zod/mini';
import type { Caution, Change, FileContent } from '../../../core/change/change.ts';
import { SettingsError } from '../../../core/connect/settingsError.ts';
import { equalBytes } from '../../../core/text/bytes.ts';
import { phrase, type Phrase } from '../../../core/wording/phrase.ts';
import { ToolError, withoutAdvice } from '../../../core/wording/errors.ts';
import { changeTool } from '../../../tools/shared/defineTool.ts';
import type { ChangeTool, ToolContext } from '../../../tools/shared/tool.ts';

/** The new content of a settings file. */
export interface EditedContent {
  /** Undefined for no file. */
  readonly bytes: Uint8Array | undefined;
  readonly cautions?: readonly Caution[];
}

export interface SettingsFile {
  /** Absolute path. */
  readonly path: string;
  /**
   * Computes the new content; writes nothing. Called again if the pipeline plans the call once more.
   * @param before current bytes; undefined for no file
   * @param real canonical URI of the file
   * @throws SettingsError if the file must stay unchanged
   */
  readonly edit: (before: Uint8Array | undefined, real: string) => Promise<EditedContent>;
  /**
   * Text of a settings file without any entry. Written instead of deleting the target of a link, since deleting it
   * would delete the user's link.
   */
  readonly emptyText: string;
}

export interface SettingsCall {
  /** Title in the review and the history: "Connect Codex". */
  readonly title: Phrase;
  readonly files: readonly SettingsFile[];
  /** Called at each plan for each file that must stay unchanged, with the reason. */
  readonly onLeftUnchanged: (path: string, reason: Phrase) => void;
}

export function settingsTool({ title, files, onLeftUnchanged }: SettingsCall): ChangeTool {
  return changeTool({
    name: 'redline_connect',
    displayName: 'Connect an Agent',
    referenceName: 'redlineConnect',
    // Empty, since no agent sees this tool.
    description: '',
    userDescription: '',
    icon: 'plug',
    aliases: {},
    input: z.object({}),
    result: z.object({}),
    progress: () => title,
    async plan(_, context) {
      const changes: Change[] = [];
      for (const file of files) {
        try {
          const change = await planFile(file, context);
          if (change !== undefined) changes.push(change);
        } catch (cause) {
          onLeftUnchanged(file.path, reasonOf(cause));
        }
      }
      return { title, changes, notes: [], describe: () => ({ headline: '', result: {} }) };
    },
  });
}

/** The reason why a file stays unchanged, for the user. Rethrows unexpected errors. */
function reasonOf(cause: unknown): Phrase {
  if (cause instanceof SettingsError) return cause.userMessage;
  if (cause instanceof ToolError)
    return cause.userMessage ?? phrase('It cannot be read: {0}', withoutAdvice(cause.message));
  throw cause;
}

/** Plans the change of one file; undefined if its content stays the same. @throws SettingsError, ToolError */
async function planFile(file: SettingsFile, { workspace }: ToolContext): Promise<Change | undefined> {
  const at = await workspace.locate(file.path);
  const exists = (await workspace.stat(at)) !== undefined;
  const before = exists ? (await workspace.read(at)).content : undefined;
  const { bytes, cautions } = await file.edit(before?.bytes, at.real);
  if (bytes === undefined) {
    if (before === undefined) return undefined;
    const isLinked = (await workspace.locate(file.path, 'link')).real !== at.real;
    if (!isLinked) return { kind: 'delete', at, before };
    return { kind: 'update', at, before, after: await workspace.decode(at, new TextEncoder().encode(file.emptyText)) };
  }
  if (before === undefined) return { kind: 'create', at, after: await workspace.decode(at, bytes), cautions };
  if (equalBytes(before.bytes, bytes)) return undefined;
  const after: FileContent = await workspace.decode(at, bytes);
  return { kind: 'update', at, before, after, cautions };
}
