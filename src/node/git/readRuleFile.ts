// Reads ignore files such as `.gitignore` ("rule files" in names), and tells whether ripgrep reads them like git, or would
// hang on them.

import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { runYielding } from '../../async/eventLoop.ts';
import { lstatQuickly, statQuickly } from '../disk/fileStamps.ts';
import { describeSpecialFile, readRegular } from '../files/openRegular.ts';
import { readCommonFolder, readGitFolderReference } from './repository.ts';
import { bytesPerMebibyte, maxRuleFileBytes } from '../../core/text/sizeLimits.ts';
import { countTowardsYield, type YieldCounter, type Yielding } from '../../core/async/yielding.ts';

/** Names of ripgrep's ignore files, lowest precedence first: in their concatenation, the last matching line decides. */
export const ruleFileNames = ['.gitignore', '.ignore', '.rgignore'];

/**
 * Reads an ignore file. `fault` says why it is not applied, as the rest of a sentence about the file. Undefined if the
 * file is missing, unreadable, a folder, or a symlink, since git does not follow symlinks to ignore files.
 */
export async function readRuleFile(
  path: string,
): Promise<{ readonly rules: Buffer } | { readonly fault: string } | undefined> {
  try {
    const stats = await lstatQuickly(path);
    if (stats === undefined) return undefined;
    const fault = describeFault(stats);
    if (fault !== undefined) return { fault: `${fault} and was not applied` };
    return stats.isFile() ? { rules: await readRegular(path, maxRuleFileBytes) } : undefined;
  } catch {
    return undefined;
  }
}

/** Reason why a file must not be opened, as the rest of a sentence; undefined if it may, or is a folder or symlink. */
function describeFault(stats: Stats): string | undefined {
  if (stats.isDirectory() || stats.isSymbolicLink()) return undefined;
  if (!stats.isFile()) return `is ${describeSpecialFile(stats)}`;
  return stats.size > maxRuleFileBytes ? `is larger than ${maxRuleFileBytes / bytesPerMebibyte} MiB` : undefined;
}

/** Whether ripgrep reads one ignore file like git. False for a symlink, which ripgrep follows, but git does not. */
export async function ripgrepReadsFileAsGit(path: string): Promise<boolean> {
  try {
    const stats = await lstatQuickly(path);
    // Neither git nor ripgrep reads a file that is missing, or a folder of this name.
    if (stats === undefined || stats.isDirectory()) return true;
    if (stats.isSymbolicLink() || describeFault(stats) !== undefined) return false;
    return await runYielding(ripgrepReadsRulesAsGit(await readRegular(path, maxRuleFileBytes)));
  } catch {
    // Neither git nor ripgrep reads a file that is unreadable.
    return true;
  }
}

/** Whether ripgrep may hang on an ignore file of a folder: a pipe, socket or device, or a file that is too large. */
export async function hasBlockingRuleFile(folder: string): Promise<boolean> {
  const ruleFiles = ruleFileNames.map((name) => join(folder, name));
  const areBlocking = await Promise.all([...ruleFiles, ...(await listGitFiles(folder))].map(isBlocking));
  return areBlocking.includes(true);
}

async function isBlocking(path: string): Promise<boolean> {
  const target = await statQuickly(path);
  return target !== undefined && describeFault(target) !== undefined;
}

/** The files of git that ripgrep opens in a folder with a `.git`; none without it. */
async function listGitFiles(folder: string): Promise<string[]> {
  const git = join(folder, '.git');
  const stats = await statQuickly(git);
  if (stats === undefined) return [];
  if (!stats.isFile()) return [join(git, 'info', 'exclude')];
  const gitFolder = await readGitFolderReference(git);
  if (gitFolder === undefined) return [];
  return [git, join(gitFolder, 'commondir'), join(await readCommonFolder(gitFolder), 'info', 'exclude')];
}

/** Parts of `knownRule`, in the syntax of regular expressions. */
const starsAlone = String.raw`\*\*(?=\/|$)|\*(?!\*)`;
const plainClass = String.raw`\[(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_.])+\]`;
const plainCharacter = String.raw`[^*[\]{}\\\0]`;
/** Matches the rules that ripgrep is known to read like git, except for those that `differences` match. */
const knownRule = new RegExp(String.raw`^(?:\\[#!])?(?:${starsAlone}|${plainClass}|${plainCharacter})*$`);
/** Patterns for rules that ripgrep reads differently, each with the reason above it. */
const differences = [
  // An empty name.
  /\/\//,
  // `**` after another character.
  /[^ /]\*\*/,
  // Ripgrep trims all white space of Unicode at the end, git only spaces.
  /(?:[^\S ]|\x85) *$/,
  // A space at the start, or a second `!`.
  /^[ !]/,
  // A folder whose name ends with a space.
  /[ ]\/$/,
];

/** Maximum number of lines to leave to ripgrep, which takes some kilobytes of memory for each rule. */
const maxRuleLines = 20_000;

/**
 * Whether ripgrep reads an ignore file like git. A comparison of both on generated rules showed these differences:
 * - braces, escapes, named and negated classes, classes with special members;
 * - `**` beside other characters, empty names, trailing white space other than spaces;
 * - a byte order mark, and bytes that are not UTF-8, where ripgrep stops reading.
 */
export function* ripgrepReadsRulesAsGit(content: Uint8Array): Yielding<boolean> {
  const text = Buffer.from(content.buffer, content.byteOffset, content.length).toString('utf8');
  if (!isUtf8(content) || text.startsWith('\ufeff')) return false;
  const sinceYield: YieldCounter = { units: 0 };
  let lines = 0;
  for (let start = 0; start < text.length; lines++) {
    if (lines >= maxRuleLines) return false;
    if (countTowardsYield(sinceYield, 1)) yield;
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? undefined : end);
    if (!ripgrepReadsLineAsGit(line)) return false;
    start = end < 0 ? text.length : end + 1;
  }
  return true;
}

function ripgrepReadsLineAsGit(line: string): boolean {
  const rule = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (rule === '' || rule.startsWith('#')) return true;
  const body = rule.replace(/^!/, '');
  return body !== '' && knownRule.test(body) && !differences.some((difference) => difference.test(body));
}
