// Notifies the user that a built-in edit tool of VS Code wrote a file without a review. Loaded by `hostEdits.ts`.
import * as vscode from 'vscode';
import { baseName } from '../../core/path/pathParts.ts';
import { notify } from '../messages/notify.ts';

/** Notifies the user, and offers Redline's agent, or the list of tools in which the built-in ones can be turned off. */
export async function notifyHostEdit(path: string): Promise<void> {
  const redline = vscode.l10n.t('Use the Redline Agent');
  const tools = vscode.l10n.t('Choose Tools…');
  const picked = await notify(
    'Information',
    vscode.l10n.t(
      'The chat changed {0} with a built-in edit tool, which writes without a Redline review. To review every change first, choose the agent Redline in the chat, or turn the built-in edit tools off.',
      baseName(path),
    ),
    redline,
    tools,
  );
  if (picked === redline) await vscode.commands.executeCommand('redline.openChat');
  if (picked !== tools) return;
  // `configureTools` opens the list of the focused chat.
  await vscode.commands.executeCommand('workbench.action.chat.open', { mode: 'agent' });
  await vscode.commands.executeCommand('workbench.action.chat.configureTools');
}
