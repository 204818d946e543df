// Runs the tests with the real agents of the terminal.

import { agentIds, agentsVariable, usualAgent } from '../test/host/agents/allAgents.ts';
import { sumOf, verdictOf } from '../test/host/driver/results.ts';
import { compiledOnce, counted, runLanes, type Lane } from './counted.ts';
import { packageExtension } from './package.mjs';

/**
 * `npm run test:agents`: packages the extension, then has the real agents of the terminal work with it, each installed
 * into `.agents/` at its first run, in lanes that run at the same time. With `-- codex claude` only these; with `--
 * --rest` without what `npm test` has run; with `-- --slow` what takes minutes instead, all of them at the same time: a
 * review of 330 s, and hooks that never answer. The last line is `N passed, N failed`.
 */
async function main(args: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const isSlow = args.includes('--slow');
  const isRest = args.includes('--rest');
  const ids = args.filter((argument) => argument !== '--slow' && argument !== '--rest');
  const unknown = ids.filter((id) => !agentIds.includes(id));
  if (unknown.length > 0) throw new Error(`There is no agent ${unknown.join(', ')}; there are ${agentIds.join(', ')}.`);
  const chosen = ids.length > 0 ? ids : agentIds;
  const inWindow = isRest ? chosen.filter((id) => id !== usualAgent) : chosen;
  const packaging = await counted(async () => {
    await packageExtension();
  });
  const agents = await runLanes(isSlow ? [slow(chosen)] : lanes(chosen, inWindow));
  const verdict = verdictOf(sumOf([packaging, agents]));
  console.log(`\n${verdict.lines.join('\n')}`);
  process.exitCode = verdict.passed ? 0 : 1;
}

const scenarios = 'test/host/scenarios';

/**
 * Two have a VS Code each, and share their work about evenly; the others need none and mostly wait, and `npm test` has
 * none of them. What starts no agent is in `npm test` alone.
 */
function lanes(all: readonly string[], inWindow: readonly string[]): readonly Lane[] {
  const gated = `${scenarios}/{agents/gatedAgents,connect/!(connectVscode|oddHomes)}.test.ts`;
  return [
    lane('agents-gated', inWindow, '--retries=1', gated),
    lane('agents-scenarios', inWindow, '--retries=1', `${scenarios}/agents/!(gatedAgents).test.ts`),
    lane('agents-hooks', all, '--retries=1', 'test/host/agents/hookFacts.test.ts'),
    lane('agents-alone', all, '--retries=1', 'test/host/agents/{turnFacts,unanswered,hold}.test.ts'),
  ];
}

/** What takes minutes: each test has all agents wait at the same time. */
function slow(agents: readonly string[]): Lane {
  return lane('agents-slow', agents, 'test/host/agents/{longReview,hookTimeouts}.test.ts');
}

function lane(name: string, agents: readonly string[], ...args: readonly string[]): Lane {
  return { name, args, env: { ...compiledOnce, [agentsVariable]: agents.join(',') } };
}

await main(process.argv.slice(2));
