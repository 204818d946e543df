// Determines whether an agent trusts a folder, so that it runs the hooks of the folder's own settings.
import path from 'node:path';
import { isRecord } from '../core/connect/jsonNodes.ts';
import { isInFolder } from '../core/endpoint/offFolders.ts';
import { parseSettings } from './findHooks.ts';
import { homeFile, readTextOrEmpty, realPath } from './readFiles.ts';

/** The agents that ask whether a folder is trusted: where they keep the answers, and whether they ask by default. */
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
  const readSettings = (file: string): unknown => parseSettings(file, readTextOrEmpty(file));
  const settings = readSettings(homeFile(agent, `${folder}/settings.json`));
  const isTrustRequired = ['security', 'folderTrust', 'enabled'].reduce<unknown>(fieldOf, settings) ?? asksByDefault;
  if (isTrustRequired !== true) return true;
  const rules = readSettings(process.env[variable] ?? homeFile(agent, `${folder}/trustedFolders.json`));
  const matchingRules = Object.entries(isRecord(rules) ? rules : {}).filter(([ruleFolder, level]) =>
    isInFolder(cwd, realPath(level === 'TRUST_PARENT' ? path.dirname(ruleFolder) : ruleFolder), path.sep),
  );
  const [deepestRule] = matchingRules.sort(
    ([folderOfOne], [folderOfOther]) => folderOfOther.length - folderOfOne.length,
  );
  const level = deepestRule?.[1];
  return level === 'TRUST_FOLDER' || level === 'TRUST_PARENT';
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
