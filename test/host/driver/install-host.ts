import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from './processes.ts';
import { repositoryRoot } from './paths.ts';
import { applyPatches, proposedApiPatches } from './proposed-api.ts';

/** The npm package that ships a whole VS Code: 4.139.1 is VS Code 1.139.1. */
const codeServerVersion = '4.139.1';

/** To be raised whenever the steps below change, so that an older copy is not taken for a good one. */
const revision = 2;

/**
 * Installs the pinned VS Code into the ignored folder `.vscode-host/`, unless it is there already.
 * It is made beside its place and moved there when whole, so what stands in place is always complete.
 * @returns the absolute folder that holds `out/server-main.js`.
 */
export function installHost(): Promise<string> {
  installing ??= install();
  return installing;
}

/** Two VS Codes that are started side by side wait for one installation. */
let installing: Promise<string> | undefined;

async function install(): Promise<string> {
  const home = path.join(repositoryRoot, '.vscode-host');
  const place = path.join(home, `code-server-${codeServerVersion}-r${revision}`);
  const inside = path.join('node_modules', 'code-server', 'lib', 'vscode');
  if (existsSync(path.join(place, 'complete'))) return path.join(place, inside);

  console.log(`Installing VS Code (code-server ${codeServerVersion}) into .vscode-host, once…`);
  const draft = path.join(home, `draft-${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await writeFile(path.join(draft, 'package.json'), '{ "private": true }\n');
  await npm(draft, ['install', '--ignore-scripts', ...quiet, `code-server@${codeServerVersion}`]);
  await npm(path.join(draft, inside), ['install', '--omit=dev', '--ignore-scripts', ...quiet]);
  await npm(path.join(draft, inside, 'extensions'), ['install', '--omit=dev', '--ignore-scripts', ...quiet]);
  await closeProposedApi(path.join(draft, inside, 'out'));
  await writeFile(path.join(draft, 'complete'), '');
  await moveIntoPlace(draft, place);
  return path.join(place, inside);
}

const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];

async function closeProposedApi(out: string): Promise<void> {
  for (const [file, patches] of proposedApiPatches) {
    const location = path.join(out, file);
    await writeFile(location, applyPatches(file, await readFile(location, 'utf8'), patches));
  }
}

async function moveIntoPlace(draft: string, place: string): Promise<void> {
  if (!existsSync(path.join(place, 'complete'))) await rm(place, { recursive: true, force: true });
  try {
    await rename(draft, place);
  } catch (error) {
    // Another run was faster; its copy is as good as ours.
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(path.join(place, 'complete'))) throw error;
  }
}
