/** The caller of a tool, and the channel of the call. */
export interface Caller {
  /** The id of an agent (`codex`, `claude`, …), `vscode` for the editor's chat, `user` for the person, `extension`. */
  readonly agent: string;
  /** Id of the agent's conversation, if the channel tells it. */
  readonly session?: string;
  /** Id of the call, which stays the same after a reconnection. */
  readonly toolUse?: string;
  readonly via: 'chat' | 'api' | 'palette' | 'mcp';
}

/** The person at the palette. */
export const person: Caller = { agent: 'user', via: 'palette' };
