// Determines whether an agent trusts a folder. In an untrusted one, it ignores the hooks of the folder's own settings.
import path from 'node:path';
import { fieldAt, isRecord } from '../../core/connect/json/jsonNodes.ts';
import { isInFolder } from '../../core/path/isInFolder.ts';
import { readSettingsFile } from './findHooks.ts';
import { homeFile, realPath } from '../readFiles.ts';

/**
 * The agents that ask whether a folder is trusted, with the folder of their answers, the environment variable that
 * names another file for these, and whether they ask by default.
 */
const trustFilesByAgent: Readonly<
  Record<string, { readonly folder: string; readonly variable: string; readonly asksByDefault: boolean }>
> = {
  gemini: { folder: '.gemini', variable: 'GEMINI_CLI_TRUSTED_FOLDERS_PATH', asksByDefault: true },
  qwen: { folder: '.qwen', variable: 'QWEN_CODE_TRUSTED_FOLDERS_PATH', asksByDefault: false },
};

/** Whether an agent trusts a folder; true if it does not ask. @param cwd absolute, with links resolved */
export function isFolderTrusted(agent: string, cwd: string): boolean {
  const trustFiles = trustFilesByAgent[agent];
  if (trustFiles === undefined) return true;
  const { folder, variable, asksByDefault } = trustFiles;
  const settings = readSettingsFile(homeFile(agent, `${folder}/settings.json`));
  const isTrustRequired = fieldAt(settings, 'security.folderTrust.enabled') ?? asksByDefault;
  if (isTrustRequired !== true) return true;
  const levels = readSettingsFile(process.env[variable] ?? homeFile(agent, `${folder}/trustedFolders.json`));
  const level = findTrustLevel(levels, cwd);
  return level === 'TRUST_FOLDER' || level === 'TRUST_PARENT';
}

/** The trust level of the deepest folder at or above `cwd`. @param levels trust levels by folder, not validated */
function findTrustLevel(levels: unknown, cwd: string): unknown {
  const matches = Object.entries(isRecord(levels) ? levels : {}).filter(([folder, level]) => {
    const trustedFolder = level === 'TRUST_PARENT' ? path.dirname(folder) : folder;
    return isInFolder(cwd, realPath(trustedFolder), path.sep);
  });
  const [deepest] = matches.sort(([oneFolder], [otherFolder]) => otherFolder.length - oneFolder.length);
  return deepest?.[1];
}
