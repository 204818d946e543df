import * as vscode from 'vscode';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { lazyCommands, type LazyCommands } from '../shared/lazyCommands.ts';
import type { ConnectWorldParts } from '../connect/connectWorld.ts';

const connectCommands: readonly string[] = ['redline.connectAgent', 'redline.disconnectAgent', 'redline.checkAgents'];

/** Registers the commands that connect agents; `machine` is undefined in a web host, where no agents can run. */
export function startConnect(
  parts: ConnectWorldParts,
  machine: (() => Promise<AgentMachine>) | undefined,
): LazyCommands<vscode.Disposable> {
  let registered: vscode.Disposable | undefined;
  const commands = lazyCommands(connectCommands, async () => {
    if (machine === undefined) throw new Error(vscode.l10n.t('Agents run on a machine of yours: open a folder there.'));
    const [{ registerConnect }, found] = await Promise.all([import('../connect/registerConnect.ts'), machine()]);
    return () => (registered = registerConnect({ ...parts, machine: found }));
  });
  const dispose = (): void => {
    commands.dispose();
    registered?.dispose();
  };
  return { ready: commands.ready, dispose };
}
