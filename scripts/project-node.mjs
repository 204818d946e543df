// Runs a script with the project's own Node, and installs it if needed. Runs on any Node from 18 on, without
// dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');
const isWindows = process.platform === 'win32';
const node = path.join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node');

/**
 * Installs the project's packages where any is missing, then runs a script of this folder with the project's own Node.
 * Ends this process with the script's exit code.
 * @param {string} script its name in this folder
 * @param {readonly string[]} args
 */
export function runWithProjectNode(script, args) {
  if (!isInstalled()) install();
  const bin = path.join(root, 'node_modules/.bin');
  const { status, error } = spawnSync(node, [path.join(root, 'scripts', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  if (error) console.error(error.message);
  process.exit(status ?? 1);
}

function isInstalled() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const missing = Object.keys({ ...dependencies, ...devDependencies }).some(
    (name) => !existsSync(path.join(root, 'node_modules', name, 'package.json')),
  );
  // npm writes this file last, so an interrupted installation lacks it.
  return !missing && existsSync(path.join(root, 'node_modules/.package-lock.json')) && existsSync(node);
}

function install() {
  console.log("Installing the project's packages, once…");
  // `npm ci` refuses a registry that lacks packages of other platforms, as some mirrors do.
  if (!npm('ci')) npm('install');
  // If npm runs no install scripts, the one that fetches Node has not run.
  if (existsSync(path.dirname(path.dirname(node))) && !existsSync(node)) {
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
      cwd: path.join(root, 'node_modules/node'),
      stdio: 'inherit',
    });
  }
  if (isInstalled()) return;
  console.error('Not every package was installed. Run "npm ci" by hand and read what it says.');
  process.exit(1);
}

/** Runs an npm command in the project, with the npm that started this script, if one did. */
function npm(command) {
  const cli = process.env.npm_execpath;
  const options = { cwd: root, stdio: /** @type {const} */ ('inherit') };
  const args = [command, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync('npm', args, { ...options, shell: isWindows });
  return status === 0;
}
