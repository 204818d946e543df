// Whether an agent trusts a folder, so that it runs the hooks of the folder's own settings.
import path from 'node:path';
import { isRecord } from '../core/connect/jsonNodes.ts';
import { parseSettings } from './findHooks.ts';
import { homeFile, readTextOrEmpty } from './readFiles.ts';
import { realPath } from './windows.ts';

/** The agents that ask whether a folder is trusted: where they keep the answers, and whether they ask unless told otherwise. */
const trustFilesByAgent: Readonly<
  Record<string, { readonly folder: string; readonly variable: string; readonly asks: boolean }>
> = {
  gemini: { folder: '.gemini', variable: 'GEMINI_CLI_TRUSTED_FOLDERS_PATH', asks: true },
  qwen: { folder: '.qwen', variable: 'QWEN_CODE_TRUSTED_FOLDERS_PATH', asks: false },
};

/** @param cwd absolute, with links resolved. True for an agent that does not ask. */
export function isFolderTrusted(agent: string, cwd: string): boolean {
  const trustFiles = trustFilesByAgent[agent];
  if (trustFiles === undefined) return true;
  const { folder, variable, asks } = trustFiles;
  const readSettings = (file: string): unknown => parseSettings(file, readTextOrEmpty(file));
  const settings = readSettings(homeFile(agent, `${folder}/settings.json`));
  const isTrustRequired = ['folderTrust', 'enabled'].reduce<unknown>(fieldOf, fieldOf(settings, 'security')) ?? asks;
  if (isTrustRequired !== true) return true;
  const rules = readSettings(process.env[variable] ?? homeFile(agent, `${folder}/trustedFolders.json`));
  const matchingRules = Object.entries(isRecord(rules) ? rules : {}).filter(([at, level]) => isBelow(cwd, at, level));
  const [deepest] = matchingRules.sort(([one], [other]) => other.length - one.length);
  return deepest?.[1] === 'TRUST_FOLDER' || deepest?.[1] === 'TRUST_PARENT';
}

function isBelow(cwd: string, at: string, level: unknown): boolean {
  const top = realPath(level === 'TRUST_PARENT' ? path.dirname(at) : at);
  return cwd === top || cwd.startsWith(top.endsWith(path.sep) ? top : top + path.sep);
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
