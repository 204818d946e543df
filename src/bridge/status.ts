// `redline status`: lists the windows that answer, and the agents connected to them.
import type { ConnectedAgent } from '../core/endpoint/handshake.ts';
import { escapeForDisplay } from '../core/text/hiddenCharacters.ts';
import { dialWindow } from './dial.ts';
import { mayBeOnThisHost, readWindows, type FoundWindow } from './windows.ts';

/** A window that answers. */
export interface WindowStatus {
  /** Version of Redline in the window. */
  readonly version: string;
  /** Absolute paths, as opened in the window. */
  readonly folders: readonly string[];
  readonly agents: readonly ConnectedAgent[];
}

/**
 * Asks each announced window of this machine for its status. Omits those that do not answer; `dialWindow` marks those
 * that are gone as closed. @throws UntrustedFolderError
 */
export async function readWindowStatuses(home: string): Promise<WindowStatus[]> {
  const statuses = await Promise.all(readWindows(home).filter(mayBeOnThisHost).map(readStatus));
  return statuses.flatMap((status) => status ?? []);
}

async function readStatus(window: FoundWindow): Promise<WindowStatus | undefined> {
  // The handshake requires a session and its lost calls, which a status request does not have.
  const dialed = await dialWindow(window, { kind: 'status', session: 'status', lost: [] });
  if (dialed === undefined || !('link' in dialed)) return undefined;
  dialed.link.close();
  const folders = window.folders.map(({ path }) => path);
  return { version: window.version, folders, agents: dialed.link.welcome.agents ?? [] };
}

/** Formats windows and their agents for the terminal. */
export function formatStatuses(windows: readonly WindowStatus[]): string {
  if (windows.length === 0) return 'No VS Code window with Redline is open.';
  return windows.map(formatWindow).join('\n');
}

function formatWindow({ version, folders, agents }: WindowStatus): string {
  const agentLines = agents.map(
    ({ name, waiting }) => `  ${name}${waiting > 0 ? `: ${waiting} waiting for review` : ''}`,
  );
  if (agentLines.length === 0) agentLines.push('  no agent is connected');
  return [`${folders.join(', ')} (Redline ${version})`, ...agentLines].map(escapeForDisplay).join('\n');
}
