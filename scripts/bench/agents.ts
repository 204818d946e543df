// Measures what agents outside the editor wait for: the bridge, their hooks and the calls over the pipe.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Machine } from '../../test/node/endpoint/machine.ts';
import type { ChangeRow } from './time.ts';

const startCount = 100;
const callCount = 10_000;
/** Maximum number of calls that an agent has waiting at the same time. */
const maxPendingCalls = 50;
const mebibyte = 1024 * 1024;

const clientInfo = { name: 'codex-mcp-client', version: '1.0.0' };
const opening = [
  { id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
  { method: 'notifications/initialized' },
];
const read = (id: number) => ({
  id,
  method: 'tools/call',
  params: { name: 'read_file', arguments: { filePath: 'a' } },
});
const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

/** Measures what an agent outside the editor waits for before a tool begins to work: the bridge, and the pipe. */
export async function benchAgents(): Promise<readonly ChangeRow[]> {
  const machine = await Machine.start();
  try {
    const { window } = await machine.openWindow([machine.root]);
    const started = await timeStarts(machine);
    return [...started, await timeHooks(machine), await timeCalls(machine, () => window.calls.splice(0))];
  } finally {
    await machine.stop();
  }
}

/** Times the bridge and a bare Node in pairs, so that other load on the machine affects both. */
async function timeStarts(machine: Machine): Promise<readonly ChangeRow[]> {
  const [ours, node]: [number[], number[]] = [[], []];
  for (let round = 0; round < startCount; round++) {
    // In turns, so that neither is always the first of a pair.
    const isNodeFirst = round % 2 === 0;
    if (isNodeFirst) node.push(await timeNode());
    ours.push(await timeBridge(machine));
    if (!isNodeFirst) node.push(await timeNode());
  }
  const node99 = percentile(node, 0.99);
  const [middle, other, slow] = [percentile(ours, 0.5), percentile(node, 0.5), percentile(ours, 0.99)];
  const than = '`node -e 0`';
  return [
    {
      name: "the bridge, from its start to the window's first answer",
      ours: middle,
      other,
      than,
      block: undefined,
      goal: '≤ 60 ms, ≤ 2 × `node -e 0`',
      met: middle <= 60 && middle <= 2 * other,
    },
    {
      name: `the same, at the 99th of ${startCount}`,
      ours: slow,
      other: node99,
      than,
      block: undefined,
      goal: '≤ 120 ms',
      met: slow <= 120,
    },
  ];
}

/** Times the hook of a tool that Redline leaves alone, and a bare Node, in pairs as well. */
async function timeHooks(machine: Machine): Promise<ChangeRow> {
  const [ours, node]: [number[], number[]] = [[], []];
  for (let round = 0; round < startCount; round++) {
    node.push(await timeNode());
    ours.push(await timeHook(machine));
  }
  const [middle, other] = [percentile(ours, 0.5), percentile(node, 0.5)];
  return {
    name: 'a hook of a tool that needs no look',
    ours: middle,
    other,
    than: '`node -e 0`',
    block: undefined,
    goal: '≤ 60 ms, ≤ 2 × `node -e 0`',
    met: middle <= 60 && middle <= 2 * other,
  };
}

async function timeHook(machine: Machine): Promise<number> {
  const start = performance.now();
  const child = machine.run(machine.root, 'hook', 'claude');
  child.stdin?.end(
    JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'WebFetch', tool_input: {}, cwd: machine.root }),
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The hook ended with ${code}.`);
  return performance.now() - start;
}

/** @param fraction such as 0.99 */
function percentile(times: readonly number[], fraction: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * fraction) - 1] ?? Infinity;
}

async function timeNode(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - start;
}

async function timeBridge(machine: Machine): Promise<number> {
  const start = performance.now();
  const { stdin, stdout } = machine.run(machine.root, 'mcp');
  if (stdin === null || stdout === null) throw new Error('The bridge has no pipes.');
  stdin.write([...opening, read(1)].map(line).join(''));
  for await (const answer of createInterface({ input: stdout })) if (JSON.parse(answer).id === 1) break;
  const time = performance.now() - start;
  stdin.end();
  return time;
}

/** @param forgetCalls empties the list that the test window keeps of its calls */
async function timeCalls(machine: Machine, forgetCalls: () => void): Promise<ChangeRow> {
  const bridge = machine.run(machine.root, 'mcp');
  const { stdin, stdout } = bridge;
  if (stdin === null || stdout === null) throw new Error('The bridge has no pipes.');
  stdin.write(opening.map(line).join(''));
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
  await answers.next();
  forgetCalls();
  const heapBefore = usedHeapBytes();
  const start = performance.now();
  let sent = 0;
  for (let answered = 0; answered < callCount; answered++) {
    while (sent < callCount && sent - answered < maxPendingCalls) stdin.write(line(read((sent += 1))));
    await answers.next();
  }
  const ours = performance.now() - start;
  stdin.end();
  await once(bridge, 'exit');
  forgetCalls();
  const grownMebibytes = (usedHeapBytes() - heapBefore) / mebibyte;
  return {
    name: `${callCount} calls over one pipe, ${maxPendingCalls} at once; ${grownMebibytes.toFixed(1)} MiB stay in the window`,
    ours,
    other: undefined,
    than: '',
    block: undefined,
    goal: '≤ 5 s, ≤ 8 MiB',
    met: ours <= 5000 && grownMebibytes <= 8,
  };
}

/** Collects garbage, and returns the size of the heap in bytes. */
function usedHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
