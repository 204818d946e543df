import { calls, type ToolCall } from '../driver/model-script.ts';
import type { AgentGate } from './agent.ts';

/** How files are edited by a tool that applies patches of the form `*** Begin Patch`; `call` calls it with one. */
export function patching(call: (patch: string) => ToolCall): Pick<AgentGate, 'edit' | 'create' | 'patch'> {
  const patch = (sections: string) => [calls(call(`*** Begin Patch\n${sections}*** End Patch\n`))];
  return {
    edit: (file, oldText, newText) => patch(`*** Update File: ${file}\n@@\n-${oldText}\n+${newText}\n`),
    create: (file, text) => patch(`*** Add File: ${file}\n${text.replace(/^(?=[^])/gm, '+')}`),
    patch,
  };
}
