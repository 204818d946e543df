// Shows a review of an agent in the terminal, for a picture.

import { gemini } from '../../test/host/agents/gemini.ts';
import type { Host } from '../../test/host/driver/host.ts';
import { unwind, type Cleanup } from '../../test/host/driver/cleanup.ts';
import { seeProposal, startInTerminal } from '../demo/agent-tour.ts';
import type { Scene } from './stage.ts';

const undo: Cleanup[] = [];

/** An edit of an agent in the terminal, under review. */
export const terminalScene: Scene = {
  show: async (host) => {
    await startInTerminal(gemini, host, undo);
    await seeProposal(gemini, host);
  },
  clear: async (host: Host) => {
    await host.evaluate(async (vscode) => {
      await vscode.commands.executeCommand('redline.rejectAll');
      for (const terminal of vscode.window.terminals) terminal.dispose();
      await vscode.commands.executeCommand('workbench.action.closePanel');
      return null;
    });
    await unwind(undo);
  },
};
