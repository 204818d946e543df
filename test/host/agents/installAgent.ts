// Installs an agent from the registry, once.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from '../driver/processes.ts';
import { repositoryRoot } from '../driver/paths.ts';

/** A real agent from the npm registry, at the version that was seen to behave as the tests say. */
export interface AgentPackage {
  readonly name: string;
  readonly version: string;
}

/**
 * Installs an agent into the ignored folder `.agents/`, unless it is there already. It is made beside its place and moved
 * there when whole, so several runs may install it at once.
 * @returns the absolute folder that holds `node_modules`.
 */
export function installAgent(agent: AgentPackage): Promise<string> {
  const folder = `${agent.name.replace(/^@/, '').replace('/', '-')}-${agent.version}`;
  const known = installing.get(folder);
  if (known !== undefined) return known;
  const installed = install(agent, folder);
  installing.set(folder, installed);
  // Whoever asks once more after a failure, such as a test's second try, has it tried anew.
  installed.catch(() => installing.delete(folder));
  return installed;
}

/** Those of one run that ask at once wait for one installation. */
const installing = new Map<string, Promise<string>>();

async function install({ name, version }: AgentPackage, folder: string): Promise<string> {
  const home = path.join(repositoryRoot, '.agents');
  const place = path.join(home, folder);
  const isThere = (): boolean => existsSync(path.join(place, 'node_modules'));
  if (isThere()) return place;
  console.log(`Installing ${name} ${version} into .agents, once…`);
  const draft = path.join(home, `draft-${process.pid}-${folder}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await writeFile(path.join(draft, 'package.json'), '{ "private": true }\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  await npm(draft, ['install', ...quiet, `${name}@${version}`]);
  try {
    await rename(draft, place);
  } catch (error) {
    // Another run was faster; its copy is as good as ours.
    await rm(draft, { recursive: true, force: true });
    if (!isThere()) throw error;
  }
  return place;
}
