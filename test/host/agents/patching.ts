// Edits files by tools that apply patches.
import { calls, type ToolCall } from '../driver/model-script.ts';
import type { AgentGate } from './agent.ts';

/** What differs between the ways in which one agent edits files, depending on its model. */
export type EditWay = Pick<AgentGate, 'way' | 'edit' | 'create' | 'patch'>;

/** How files are edited by a tool that applies patches of the form `*** Begin Patch`; `call` calls it with one. */
export function patching(call: (patch: string) => ToolCall): Omit<EditWay, 'way'> {
  const patch = (sections: string) => [calls(call(`*** Begin Patch\n${sections}*** End Patch\n`))];
  return {
    edit: (file, oldText, newText) => patch(`*** Update File: ${file}\n@@\n-${oldText}\n+${newText}\n`),
    create: (file, text) => patch(`*** Add File: ${file}\n${text.replace(/^(?=[^])/gm, '+')}`),
    patch,
  };
}
