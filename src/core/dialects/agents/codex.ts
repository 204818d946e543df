// Defines the dialect of Codex. Inputs and behaviour as of 0.169: https://developers.openai.com/codex/hooks
import { codexFormat } from '../formats/claudeFormat.ts';
import { formatApplyPatch } from '../toolInputs/formatApplyPatch.ts';
import { createDialect } from '../createDialect.ts';
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

const patchBehavior = { keepsCrlf: true, addsFinalNewline: true };

/** The shell tool. Codex intercepts a command that only calls `apply_patch`: it runs the patch tool, and no shell. */
const bashTool: Tool = {
  intentOf(input) {
    const script = scriptOf(input['command']);
    if (script === undefined) return { kind: 'unknown' };
    const shellPatch = shellPatchOf(input['command']);
    if (shellPatch !== undefined) return patchIntent(shellPatch.patch, shellPatch.folder);
    const namesPatch = /\bapply_?patch\b/.test(script) && script.includes('*** Begin Patch');
    if (!namesPatch) return { kind: 'shell', command: script };
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
  // Codex runs no hook after an intercepted patch.
  endsSilently: ({ tool, input }) => tool === 'Bash' && shellPatchOf(fieldsOf(input)?.['command']) !== undefined,
  predictEdit: () => undefined,
  predictPatch: createPredictPatch(patchBehavior, inexactPatchReason),
});
