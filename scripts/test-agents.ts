import { agentIds, agentsVariable } from '../test/host/agents/allAgents.ts';
import { sumOf, verdictOf } from '../test/host/driver/results.ts';
import { counted, runLanes, type Lane } from './counted.ts';
import { packageExtension } from './package.mjs';

/**
 * `npm run test:agents`: packages the extension, then has the real agents of the terminal work with it, each installed
 * into `.agents/` at its first run, in lanes that run at the same time. With `-- codex claude` only these; with `-- --slow` what takes minutes instead, all of
 * them at the same time: a review of 330 s, and hooks that never answer. The last line is `N passed, N failed`.
 */
async function main(args: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const isSlow = args.includes('--slow');
  const ids = args.filter((argument) => argument !== '--slow');
  const unknown = ids.filter((id) => !agentIds.includes(id));
  if (unknown.length > 0) throw new Error(`There is no agent ${unknown.join(', ')}; there are ${agentIds.join(', ')}.`);
  const env = { [agentsVariable]: (ids.length > 0 ? ids : agentIds).join(',') };
  const packaging = await counted(async () => {
    await packageExtension();
  });
  const agents = await runLanes(isSlow ? slow : lanes, env);
  const verdict = verdictOf(sumOf([packaging, agents]));
  console.log(`\n${verdict.lines.join('\n')}`);
  process.exitCode = verdict.passed ? 0 : 1;
}

const scenarios = 'test/host/scenarios';

/** Two have a VS Code each, and share their work about evenly; those of the third need none. */
const lanes: readonly Lane[] = [
  { name: 'agents-gated', args: ['--retries=1', `${scenarios}/agents/gatedAgents.test.ts`] },
  {
    name: 'agents-scenarios',
    args: ['--retries=1', `${scenarios}/{agents/!(gatedAgents),connect/*}.test.ts`],
  },
  { name: 'agents-alone', args: ['--retries=1', 'test/host/agents/{hookFacts,turnFacts,unanswered,hold}.test.ts'] },
];

/** What takes minutes: each test has all agents wait at the same time. */
const slow: readonly Lane[] = [{ name: 'agents-slow', args: ['test/host/agents/{longReview,hookTimeouts}.test.ts'] }];

await main(process.argv.slice(2));
