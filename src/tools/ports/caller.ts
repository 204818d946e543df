/** Who makes a call, and by which way. */
export interface Caller {
  /** The id of an agent (`codex`, `claude`, …), `vscode` for the editor's chat, `user` for the person, `extension`. */
  readonly agent: string;
  /** One conversation of the agent, as far as the way tells. */
  readonly session?: string;
  /** Names one call over reconnections. */
  readonly toolUse?: string;
  readonly via: 'chat' | 'api' | 'palette' | 'mcp';
}

/** The person at the palette. */
export const person: Caller = { agent: 'user', via: 'palette' };
