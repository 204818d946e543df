/** A VS Code that says nothing unasked, and saves as the desktop does: only when told to. */
export const quietSettings = {
  'remote.autoForwardPorts': false,
  'workbench.startupEditor': 'none',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'files.autoSave': 'off',
  'update.mode': 'none',
  'workbench.tips.enabled': false,
  'git.enabled': false,
  // Whoever has not chosen is asked after some approvals in a row.
  'redline.review.when': 'before',
  'typescript.disableAutomaticTypeAcquisition': true,
  // Some suites make links that lead to `/`, which the editor's own searches for manifests would follow for minutes.
  'search.followSymlinks': false,
  // Without it Copilot covers the chat's input with an offer to choose a second model.
  'chat.byokUtilityModelDefault': 'mainAgent',
} as const;

/** What `chatLanguageModels.json` says so that Copilot offers the scripted model. */
export function scriptedModels(url: string, editTools?: readonly string[]): object {
  const model = {
    id: 'scripted',
    name: 'Scripted',
    url,
    toolCalling: true,
    vision: true,
    maxInputTokens: 128_000,
    maxOutputTokens: 16_000,
    ...(editTools === undefined ? {} : { editTools }),
  };
  return [{ name: 'Local', vendor: 'customendpoint', apiKey: 'x', apiType: 'chat-completions', models: [model] }];
}
