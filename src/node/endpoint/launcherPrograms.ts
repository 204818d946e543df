// Installs this version of the bridge program beside the launcher, atomically, and removes old versions.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getScriptName, parseScript } from './launcherScript.ts';

/** The files of one version of the extension for agents. */
export interface Program {
  /** Source of the bridge program (JavaScript, CommonJS). */
  readonly bridge: string;
  /** Source of the part of it that `redline doctor` loads. */
  readonly doctor: string;
  /** The bridge's answer to `tools/list` while no window is open (JSON). */
  readonly tools: string;
  /** Version of the extension, `major.minor.patch`. */
  readonly version: string;
}

/** The files that the bridge needs to serve agents. Only `redline doctor` needs `doctor.cjs`. */
export const requiredFiles = ['bridge.cjs', 'tools.json'];

/** Name of a program's folder in `<home>/bin`: its version, and a hash of its files, which differs between builds. */
const programNamePattern = /^(\d+\.\d+\.\d+)-[0-9a-f]{12}$/;
/** Name of a draft of a program's folder, or of the launcher script. */
const draftNamePattern = /^\d+\.\d+\.\d+-[0-9a-f]{12}\.[0-9a-f-]{36}\.new$|^redline(?:\.cmd)?\.[0-9a-f-]{36}\.new$/;

/** Age in milliseconds from which files are old: a bridge that was started before must have read them. */
const oldAfterMs = 10 * 60_000;

/** Creates the program's folder in `folder` atomically, so that no incomplete one is started; returns its name. */
export async function installProgram(folder: string, { bridge, doctor, tools, version }: Program): Promise<string> {
  const hash = createHash('sha256').update([bridge, doctor, tools].join('\0')).digest('hex');
  const name = `${version}-${hash.slice(0, 12)}`;
  const files = { 'bridge.cjs': bridge, 'doctor.cjs': doctor, 'tools.json': tools };
  if (await hasFiles(path.join(folder, name), files)) return name;
  const draft = path.join(folder, `${name}.${randomUUID()}.new`);
  await mkdir(draft, { mode: 0o700 });
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(draft, file), text, { mode: 0o600 });
  try {
    await rename(draft, path.join(folder, name));
  } catch {
    // The folder exists: another window of this version was faster, or it is damaged.
    if (await hasFiles(path.join(folder, name), files)) return name;
    await rm(path.join(folder, name), { recursive: true, force: true });
    await rename(draft, path.join(folder, name));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return name;
}

async function hasFiles(folder: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  for (const [file, text] of Object.entries(files))
    if ((await readTextOrEmpty(path.join(folder, file))) !== text) return false;
  return true;
}

/**
 * Returns the newest complete program. Of several builds of one version, prefers `current`, then the launcher's.
 * @param folder the folder of the launcher
 * @param current name of a complete program
 */
export async function findNewestProgram(folder: string, current: string): Promise<string> {
  const launcherProgram = parseScript(await readTextOrEmpty(path.join(folder, getScriptName())))?.programFolder;
  let newest = current;
  for (const name of await readdir(folder)) {
    const order = compareVersions(parseVersion(name), parseVersion(newest));
    const isBetter = order > 0 || (order === 0 && newest !== current && name === launcherProgram);
    if (isBetter && (await isComplete(path.join(folder, name)))) newest = name;
  }
  return newest;
}

/**
 * Removes programs that the launcher does not start, and drafts of killed windows, if they and the launcher are old. An
 * agent that read the launcher before it was replaced may still be starting the program named there.
 */
export async function removeOldPrograms(folder: string): Promise<void> {
  const script = path.join(folder, getScriptName());
  const launcherProgram = parseScript(await readTextOrEmpty(script))?.programFolder;
  if (launcherProgram === undefined || !(await isOld(script))) return;
  for (const name of await readdir(folder)) {
    const isRedlineFile = programNamePattern.test(name) || draftNamePattern.test(name);
    if (!isRedlineFile || name === launcherProgram || !(await isOld(path.join(folder, name)))) continue;
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

async function isOld(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > oldAfterMs;
}

async function isComplete(folder: string): Promise<boolean> {
  const texts = await Promise.all(requiredFiles.map((file) => readTextOrEmpty(path.join(folder, file))));
  return texts.every((text) => text !== '');
}

/** The version in the name of a program's folder; '' for any other name. */
function parseVersion(name: string): string {
  return programNamePattern.exec(name)?.[1] ?? '';
}

/** Compares versions like a comparator of `sort`; '' is older than any. */
function compareVersions(one: string, other: string): number {
  if (one === '' || other === '') return one.length - other.length;
  const otherNumbers = other.split('.').map(Number);
  const differences = one.split('.').map((number, index) => Number(number) - (otherNumbers[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

function readTextOrEmpty(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
