// The settings files of agents, as they are to be with Redline and without it.
import { isFileContent, type Change } from '../../core/change/change.ts';
import type { PlacedFile } from '../../core/connect/agentSettings.ts';
import { connectText, disconnectText, otherHooks } from '../../core/connect/connectText.ts';
import { SettingsError } from '../../core/connect/settingsError.ts';
import { sha256 } from '../../core/text/hash.ts';
import { equalBytes } from '../../core/text/equalBytes.ts';
import { phrase } from '../../core/wording/phrase.ts';
import type { AgentMachine, RecordKind } from '../../tools/ports/agentPorts.ts';
import type { SettingsFile } from './settingsTool.ts';

/** What Redline writes into a file, and why. */
export interface SettingsPart {
  /** Absolute. */
  readonly path: string;
  readonly file: PlacedFile;
  readonly kind: RecordKind;
}

/**
 * The file with what Redline writes into it.
 * @param written takes the part by the real URI of the file.
 */
export function withPart(part: SettingsPart, written: Map<string, SettingsPart>): SettingsFile {
  const { path, file } = part;
  return {
    path,
    next: async (before, real) => {
      written.set(real, part);
      const { text, mark } = textOf(before);
      const others = otherHooks(text, file);
      const after = connectText(text, file);
      const words = phrase('Other tools answer the same events, and the agent runs them too: {0}', others.join(', '));
      const cautions = others.length === 0 ? [] : [{ words, requiresApproval: true }];
      return { bytes: text === after ? before : bytesOf(after, mark), cautions };
    },
  };
}

/**
 * The file without what Redline wrote into it: the bytes from before if nobody has changed it since, else without Redline's
 * entries.
 * @param parts of one file, the last that was written first.
 */
export function withoutParts(path: string, parts: readonly SettingsPart[], machine: AgentMachine): SettingsFile {
  return {
    path,
    next: async (before, real) => {
      let bytes = before;
      for (const { file, kind } of parts) {
        if (bytes === undefined) break;
        const record = await machine.recall(real, kind);
        if (record?.after === (await sha256(bytes))) bytes = record.before;
        else {
          const { text = '', mark } = textOf(bytes);
          const left = disconnectText(text, file);
          if (left !== text) bytes = left === undefined ? undefined : bytesOf(left, mark);
        }
      }
      return { bytes };
    },
  };
}

/** Records what a call has written, so that it can be taken back to the byte. */
export async function recordWritten(
  changes: readonly Change[],
  parts: ReadonlyMap<string, SettingsPart>,
  machine: AgentMachine,
): Promise<void> {
  for (const change of changes) {
    const part = parts.get(change.at.real);
    if (part === undefined || (change.kind !== 'create' && change.kind !== 'update')) continue;
    const { after } = change;
    const before = change.kind === 'update' ? change.before : undefined;
    if (!isFileContent(after) || (before !== undefined && !isFileContent(before))) continue;
    const { real } = change.at;
    const known = await machine.recall(real, part.kind);
    if (known !== undefined && known.after === before?.sha256) {
      await machine.remember(real, part.kind, { before: known.before, after: after.sha256 });
    } else if (before === undefined || isWithout(before.bytes, part)) {
      await machine.remember(real, part.kind, { before: before?.bytes, after: after.sha256 });
    } else await machine.forget(real, part.kind);
  }
}

/** Whether a file has nothing of Redline's, so that going back to it takes all of that out. */
function isWithout(bytes: Uint8Array, { file }: SettingsPart): boolean {
  const { text = '', mark } = textOf(bytes);
  const left = disconnectText(text, file);
  return left !== undefined && equalBytes(bytesOf(left, mark), bytes);
}

/** @throws SettingsError for bytes that are not UTF-8, which all agents expect. */
function textOf(bytes: Uint8Array | undefined): { readonly text: string | undefined; readonly mark: string } {
  if (bytes === undefined) return { text: undefined, mark: '' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\ufeff') ? { text: text.slice(1), mark: '\ufeff' } : { text, mark: '' };
  } catch {
    throw new SettingsError(phrase('It is not encoded in UTF-8.'));
  }
}

function bytesOf(text: string, mark: string): Uint8Array {
  return new TextEncoder().encode(mark + text);
}
