import { existsSync } from 'node:fs';
import { runToEnd } from './processes.ts';

/** Runs npm in a folder that has nothing to do with the project, with the Node and the npm that run us. */
export async function npm(folder: string, args: readonly string[]): Promise<void> {
  const cli = process.env['npm_execpath'];
  const options = { cwd: folder, env: withoutProject(process.env) };
  if (cli?.endsWith('.js') && existsSync(cli)) await runToEnd(process.execPath, [cli, ...args], options);
  else await runToEnd('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** Without what `npm run` says about the project, by which an npm inside would take the project for its own. */
function withoutProject(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(npm_(package|lifecycle|command|config_(local_prefix|prefix|global_prefix))|INIT_CWD$)/.test(name),
    ),
  );
}
