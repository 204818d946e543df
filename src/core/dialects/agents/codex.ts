// Defines the dialect of Codex. Inputs and behaviour as of 0.169: https://developers.openai.com/codex/hooks
import { codexFormat } from '../formats/claudeFormat.ts';
import { formatApplyPatch } from '../toolInputs/formatApplyPatch.ts';
import { createDialect } from '../createDialect.ts';
import type { PatchToolBehavior } from '../predict/predictApplyPatch.ts';
import { fieldsOf } from '../fields.ts';
import {
  inexactPatchReason,
  patchIntent,
  createPredictPatch,
  createPatchTool,
  notExpressibleRefusal,
} from '../toolInputs/patchTool.ts';
import { scriptOf, shellPatchOf, withPatch } from '../toolInputs/shellPatch.ts';
import type { Tool } from '../toolInputs/toolAdapters.ts';

const patchBehavior: PatchToolBehavior = { keepsCrlf: true, addsFinalNewline: true };

/** The shell tool. For a command that only calls `apply_patch`, Codex runs its patch tool instead of a shell. */
const bashTool: Tool = {
  intentOf(input) {
    const script = scriptOf(input['command']);
    if (script === undefined) return { kind: 'unknown' };
    const shellPatch = shellPatchOf(input['command']);
    if (shellPatch !== undefined) return patchIntent(shellPatch.patch, shellPatch.folder);
    const containsPatch = /\bapply_?patch\b/.test(script) && script.includes('*** Begin Patch');
    if (!containsPatch) return { kind: 'shell', command: script };
    const why =
      "Redline can show a patch only if nothing else is in the command. Call apply_patch <<'EOF' alone, or Redline's apply_patch.";
    return { kind: 'unpredictable', why };
  },
  amend(input, approved) {
    const text = formatApplyPatch(approved, patchBehavior);
    const command = text === undefined ? undefined : withPatch(input['command'], text);
    return command === undefined ? notExpressibleRefusal : { input: { ...input, command } };
  },
};

export const codex = createDialect({
  ...codexFormat,
  id: 'codex',
  tools: new Map([
    ['apply_patch', createPatchTool('command', patchBehavior)],
    ['Bash', bashTool],
  ]),
  reportsFailures: false,
  // Codex runs no hook after a patch in a shell command.
  endsSilently: ({ tool, input }) => tool === 'Bash' && shellPatchOf(fieldsOf(input)?.['command']) !== undefined,
  // Codex edits only by patches.
  predictEdit: () => undefined,
  predictPatch: createPredictPatch(patchBehavior, inexactPatchReason),
});
