// Names callers for people, by their ids.
import { agentName } from './agents.ts';

const insideNames: Readonly<Record<string, string>> = {
  vscode: 'VS Code chat',
  extension: 'another extension',
  user: 'the person at the palette',
};

/** The name of any caller by its id, those inside the editor among them, in English: "Codex", "VS Code chat". */
export function callerName(id: string): string {
  return Object.hasOwn(insideNames, id) ? (insideNames[id] ?? id) : agentName(id);
}
