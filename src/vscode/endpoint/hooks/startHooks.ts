// Creates the handler of agents' hooks with its dependencies on the editor.
import * as vscode from 'vscode';
import type { RealPaths } from '../../../core/path/realPaths.ts';
import { setting } from '../../shared/contributions/settings.ts';
import { dirtyDocument } from '../../files/openDocuments.ts';
import type { AgentMachine } from '../../../tools/ports/agentPorts.ts';
import { isNotebook, newEolOf } from './fileAssociations.ts';
import { translate } from '../../shared/translate.ts';
import type { TeamPolicies } from '../../gate/teamPolicy/teamPolicies.ts';
import { AgentHooks, type HookDeps } from './agentHooks.ts';
import { ApprovedRetries } from '../edits/approvedRetries.ts';
import { findHeldFolder } from './findHeldFolder.ts';
import { listChangedFiles } from './listChangedFiles.ts';
import { readSettingsFiles } from './readSettingsFiles.ts';
import { notify } from '../../messages/notify.ts';

/** The dependencies that the extension passes; all others are created here. */
interface HookParts extends Pick<HookDeps, 'world' | 'applier' | 'wrapApplier' | 'watch'> {
  readonly teamPolicies: Pick<TeamPolicies, 'findHeld'>;
  /** In a browser, `agentMachine` and `realPaths` are undefined. */
  readonly platform: {
    readonly agentMachine?: () => Promise<AgentMachine>;
    readonly flavour: { readonly isWindows: boolean };
    readonly realPaths?: Pick<RealPaths, 'countHardLinks'> | undefined;
  };
}

/** Answers agents' hooks in this window. */
export function startHooks(parts: HookParts): AgentHooks {
  return new AgentHooks({
    ...parts,
    approvedRetries: new ApprovedRetries(),
    findHeldFolder: (agent, cwd) => findHeldFolder(agent, cwd, parts.teamPolicies.findHeld),
    listChangedFiles,
    readSettingsFiles: async (agent, cwd) => readSettingsFiles(agent, cwd, await parts.platform.agentMachine?.()),
    isReadReviewed: () => setting('gate.reads') !== 'off',
    isUnsaved: (uri) => dirtyDocument(vscode.Uri.parse(uri, true)) !== undefined,
    isNotebook: (uri) => isNotebook(vscode.Uri.parse(uri, true)),
    // 0 if unknown: in a browser, and off the local disk.
    countHardLinks: async (realUri) => {
      const uri = vscode.Uri.parse(realUri, true);
      return uri.scheme === 'file' ? ((await parts.platform.realPaths?.countHardLinks(uri.fsPath)) ?? 0) : 0;
    },
    newEolOf: (uri) => newEolOf(vscode.Uri.parse(uri, true), parts.platform.flavour.isWindows),
    warnDifferent,
  });
}

const warnDifferent: HookDeps['warnDifferent'] = (title, paths) => {
  const problem = vscode.l10n.t('"{0}": the agent wrote something other than what you approved.', translate(title));
  const advice = vscode.l10n.t('Look at {0}, or undo the call in the history.', paths.join(', '));
  const showHistoryLabel = vscode.l10n.t('Show History');
  void notify('Warning', `Redline: ${problem} ${advice}`, showHistoryLabel).then((answer) => {
    if (answer === showHistoryLabel) void vscode.commands.executeCommand('redline.history.focus');
  });
};
