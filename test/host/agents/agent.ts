// Runs a real agent in a terminal against a scripted model.
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { Turn } from '../driver/model-script.ts';
import { repositoryRoot } from '../driver/paths.ts';
import { startTree } from '../driver/processes.ts';
import { removeFolder, unwind, type Cleanup } from '../driver/cleanup.ts';
import { installAgent, type AgentPackage } from './installAgent.ts';
import { startModel, type AgentScript, type ScriptedModel } from './model/scriptedModel.ts';
import type { WireFormat } from './model/wireFormat.ts';

/** A real agent that works in a terminal: how it is installed, configured and started. */
export interface TerminalAgent {
  /** As Redline's rules name it. */
  readonly id: string;
  /** As people read it. */
  readonly name: string;
  readonly npm: AgentPackage;
  readonly wire: WireFormat<never>;
  /** Absent where the gate before its own tools is not tested. */
  readonly gate?: AgentGate;
  /** The same agent in a terminal, with a person who has answered its first questions there, and asks for this. */
  readonly inTerminal?: (task: string) => TerminalAgent;
  /** Writes what the agent reads at its start, and says how it is started. */
  readonly configure: (setup: AgentSetup) => Promise<AgentCommand>;
}

/** How the agent's own tools are driven behind a hook. The answer to the last call of turns is what they came to. */
export interface AgentGate {
  /** Set where one agent is driven in several ways: what is special about this one. */
  readonly way?: string;
  /** Replaces a line of a file, whose path is absolute. */
  readonly edit: (file: string, oldText: string, newText: string) => readonly Turn[];
  readonly create: (file: string, text: string) => readonly Turn[];
  /** Absent for an agent that reads files by its shell alone. */
  readonly read?: (file: string) => readonly Turn[];
  /** Applies the sections of a patch (`*** Update File: …`) by one call; absent for an agent without such a tool. */
  readonly patch?: (sections: string) => readonly Turn[];
  /** Runs a command, in a mode in which it does not ask first. Absent where no script of ours drives it. */
  readonly shell?: { readonly mode: string; readonly run: (command: string) => Turn };
  /** Whether it creates files in folders alone that are there. */
  readonly needsFolder?: boolean;
  /** What the model reads of an edit that was written. */
  readonly written: RegExp;
  /** The name of its edit tool where the agent ignores a changed input, so that the model has to send it. */
  readonly sendsAmended?: string;
  /** False if its model is told nothing with an approval. */
  readonly readsApproval?: false;
  /** Its permission modes, by its own names, in which it asks nothing about an edit that a hook has allowed. */
  readonly modes: readonly [string, ...string[]];
  /** Those of them in which it does without a hook. */
  readonly asksIn?: readonly string[];
  /** Modes in which it asks about an edit, or refuses it, although a hook has allowed it. */
  readonly asksAgainIn?: readonly string[];
}

/** The hook that an agent runs around its own tools. */
export interface AgentHook {
  /** Such as `<launcher> hook codex --timeout=600`. */
  readonly command: string;
  /** How long it may take, in seconds; undefined for what the agent gives a hook without a limit of its own. */
  readonly timeout: number | undefined;
  /** One of the agent's permission modes. */
  readonly mode: string;
  /** Whether it runs at both ends of a turn, too. */
  readonly turns?: boolean;
}

/** The variables of a terminal. */
export const terminalEnv = { TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8' };

/** All paths are absolute. */
export interface AgentSetup {
  /** The folder that the window has open, and the agent works in. */
  readonly folder: string;
  /** An empty folder; $HOME. */
  readonly home: string;
  /** The command that Redline wrote for agents: `<launcher> mcp`. */
  readonly launcher: string;
  /** Where the model answers: `http://127.0.0.1:40001`. */
  readonly modelUrl: string;
  /** Whether Redline's server starts: an agent that can is to wait for it, before it asks the model. True by default. */
  readonly hasServer?: boolean;
  /** Absent for an agent without hooks. */
  readonly hook?: AgentHook | undefined;
  /** Whether the agent is started with a prompt for a person who goes on to talk with it; by default it ends after its work. */
  readonly isInteractive?: boolean;
}

export interface AgentCommand {
  /** What is started, relative to the agent's `node_modules`: a script for our Node unless it is native. */
  readonly script: string;
  readonly isNative?: true;
  readonly args: readonly string[];
  /** Besides PATH and HOME. */
  readonly env: Readonly<Record<string, string>>;
}

/** An agent at work. */
export interface AgentRun {
  /** The names of the tools that it offers to the model. */
  readonly offered: () => readonly string[];
  /**
   * What the model reads as the answer to the n-th call of the script (0-based); waits for it.
   * @throws Error with what the agent printed if it ends without that answer.
   */
  readonly answer: (call: number, limit?: number) => Promise<string>;
  readonly heard: ScriptedModel['heard'];
  /** Resolves when the agent has ended, with what it printed. */
  readonly ended: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Neither under the temporary folder, which Codex refuses, nor in anybody's home. */
const homes = path.join(repositoryRoot, '.agents/homes');

type AgentPlace = Omit<AgentSetup, 'home' | 'modelUrl'> & { readonly script: AgentScript };

/** An agent that waits to be started in its folder. */
export interface PreparedAgent {
  readonly program: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly model: ScriptedModel;
}

/** Gives an agent a home of its own, a model that plays `script`, and Redline as its only MCP server. */
export async function prepareAgent(
  agent: TerminalAgent,
  { script, ...place }: AgentPlace,
  undo: Cleanup[],
): Promise<PreparedAgent> {
  const modules = path.join(await installAgent(agent.npm), 'node_modules');
  const model = await startModel(agent.wire, script);
  undo.push(model.stop);
  await mkdir(homes, { recursive: true });
  const home = await mkdtemp(path.join(homes, `${agent.id}-`));
  // Also where Ctrl+C ends the demo.
  const atExit = (): void => rmSync(home, { recursive: true, force: true });
  process.once('exit', atExit);
  undo.push(async () => {
    process.off('exit', atExit);
    await removeFolder(home);
  });
  const command = await agent.configure({ ...place, home, modelUrl: model.url });
  const file = path.join(modules, command.script);
  const [program, args] = command.isNative === true ? [file, []] : [process.execPath, [file]];
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  const env = { PATH, HOME: home, ...compiled, ...command.env };
  return { program, args: [...args, ...command.args], env, model };
}

/** Starts an agent without a terminal. */
export async function startAgent(agent: TerminalAgent, place: AgentPlace): Promise<AgentRun> {
  const undo: Cleanup[] = [];
  try {
    const { program, args, env, model } = await prepareAgent(agent, place, undo);
    const tree = startTree(program, args, { cwd: place.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    undo.push(tree.stop);
    const { stdout, stderr } = tree.child;
    if (stdout === null || stderr === null) throw new Error('The agent has no output.');
    const ended = Promise.all([readText(stdout), readText(stderr)]).then((texts) => texts.join('\n'));
    return {
      offered: model.offered,
      heard: model.heard,
      answer: (call, limit) => Promise.race([model.answer(call, limit), endedBefore(ended, model.answer, call)]),
      ended,
      stop: () => unwind(undo),
    };
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

/** Waits until the agent has ended; then the answer is there, or will never be. */
async function endedBefore(ended: Promise<string>, answer: AgentRun['answer'], call: number): Promise<string> {
  const output = await ended;
  return answer(call, 0).catch((cause: unknown) => {
    throw new Error(`The agent ended without an answer to call ${call}. It printed:\n${output}`, { cause });
  });
}
