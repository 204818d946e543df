import * as vscode from 'vscode';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { lazyCommands } from '../shared/lazyCommands.ts';
import type { ConnectWorldParts } from '../connect/connectWorld.ts';

const connectCommands: readonly string[] = ['redline.connectAgent', 'redline.disconnectAgent'];

/** Registers the commands that connect agents; `machine` is undefined in a web host, where no agents can run. */
export function startConnect(
  parts: ConnectWorldParts,
  machine: (() => Promise<AgentMachine>) | undefined,
): vscode.Disposable {
  return lazyCommands(connectCommands, async () => {
    if (machine === undefined) throw new Error(vscode.l10n.t('Agents run on a machine of yours: open a folder there.'));
    const [{ registerConnect }, found] = await Promise.all([import('../connect/registerConnect.ts'), machine()]);
    return () => registerConnect({ ...parts, machine: found });
  });
}
