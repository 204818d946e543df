// Creates the handler of agents' hooks with its dependencies on the editor.
import * as vscode from 'vscode';
import type { RealPaths } from '../../../core/path/realPaths.ts';
import { setting } from '../../shared/contributions/settings.ts';
import { dirtyDocument } from '../../files/openDocuments.ts';
import type { AgentMachine } from '../../../tools/ports/agentPorts.ts';
import { isNotebook } from '../../files/isNotebook.ts';
import { translate } from '../../shared/translate.ts';
import type { HeldIn } from '../../gate/teamPolicy/teamPolicyFile.ts';
import { AgentHooks, type HookDeps } from './agentHooks.ts';
import { ApprovedRetries } from '../edits/approvedRetries.ts';
import { findHeldFolder } from './findHeldFolder.ts';
import { listChangedFiles } from './listChangedFiles.ts';
import type { HookedReviewDeps } from '../edits/hookedReview.ts';
import { readSettingsFiles } from './readSettingsFiles.ts';
import { newEolOf } from './newEolOf.ts';
import { notify } from '../../messages/notify.ts';

/** Answers agents' hooks in this window. */
export function startHooks(
  parts: Pick<HookedReviewDeps, 'world' | 'applier' | 'wrapApplier'> &
    Pick<HookDeps, 'watch'> & {
      readonly heldIn: HeldIn;
      readonly platform: {
        readonly agentMachine?: () => Promise<AgentMachine>;
        readonly flavour: { readonly isWindows: boolean };
        readonly realPaths?: Pick<RealPaths, 'countHardLinks'> | undefined;
      };
    },
): AgentHooks {
  return new AgentHooks({
    ...parts,
    approvedRetries: new ApprovedRetries(),
    findHeldFolder: (agent, cwd) => findHeldFolder(agent, cwd, parts.heldIn),
    listChangedFiles,
    readSettingsFiles: async (agent, cwd) => readSettingsFiles(agent, cwd, await parts.platform.agentMachine?.()),
    isReadReviewed: () => setting('gate.reads') !== 'off',
    isUnsaved: (uri) => dirtyDocument(vscode.Uri.parse(uri, true)) !== undefined,
    isNotebook: (uri) => isNotebook(vscode.Uri.parse(uri, true)),
    countHardLinks: async (real) => {
      const uri = vscode.Uri.parse(real, true);
      return uri.scheme === 'file' ? ((await parts.platform.realPaths?.countHardLinks(uri.fsPath)) ?? 0) : 0;
    },
    newEolOf: (uri) => newEolOf(vscode.Uri.parse(uri, true), parts.platform.flavour.isWindows),
    warnDifferent: (title, paths) => {
      const what = vscode.l10n.t('"{0}": the agent wrote something other than what you approved.', translate(title));
      const where = vscode.l10n.t('Look at {0}, or undo the call in the history.', paths.join(', '));
      const history = vscode.l10n.t('Show History');
      void notify('Warning', `Redline: ${what} ${where}`, history).then((answer) => {
        if (answer === history) void vscode.commands.executeCommand('redline.history.focus');
      });
    },
  });
}
