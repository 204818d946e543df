// Installs an agent from the registry, once.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from '../driver/npm.ts';
import { repositoryRoot } from '../driver/paths.ts';

/** A real agent from the npm registry, at the version that was seen to behave as the tests say. */
export interface AgentPackage {
  readonly name: string;
  readonly version: string;
}

/**
 * Installs an agent into the ignored folder `.agents/`, unless it is there already. It is made beside its place and moved
 * there when whole.
 * @returns the absolute folder that holds `node_modules`.
 */
export async function installAgent({ name, version }: AgentPackage): Promise<string> {
  const home = path.join(repositoryRoot, '.agents');
  const place = path.join(home, `${name.replace(/^@/, '').replace('/', '-')}-${version}`);
  if (existsSync(path.join(place, 'node_modules'))) return place;
  await rm(place, { recursive: true, force: true });
  console.log(`Installing ${name} ${version} into .agents, once…`);
  const draft = path.join(home, `draft-${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await writeFile(path.join(draft, 'package.json'), '{ "private": true }\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  await npm(draft, ['install', ...quiet, `${name}@${version}`]);
  await rename(draft, place);
  return place;
}
