// Converts the ids of callers (agents, and callers inside the editor) to display names.
import { agentDisplayName } from './agents.ts';

const editorCallerNames: Readonly<Record<string, string>> = {
  vscode: 'VS Code chat',
  extension: 'another extension',
  user: 'the person at the palette',
};

/** English display name of a caller by its id: "Codex", "VS Code chat". */
export function callerName(id: string): string {
  return Object.hasOwn(editorCallerNames, id) ? (editorCallerNames[id] ?? id) : agentDisplayName(id);
}
