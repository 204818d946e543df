// Codex. Inputs and behaviour as of 0.169: https://developers.openai.com/codex/hooks
import { claudeFormat } from './claudeFormat.ts';
import { envelopeText } from './envelopeText.ts';
import { madeDialect } from './madeDialect.ts';
import { inexactPatch, patchIntent, patchResultOf, patchToolOf, unsayable } from './patchTool.ts';
import { scriptOf, shellPatchOf, withPatch } from './shellPatch.ts';
import type { Tool } from './tools.ts';

const patchTool = { keepsCrlf: true, endsLines: true };

/** The shell, through which some models call `apply_patch`; Codex takes such a command for the tool and runs no shell. */
const shell: Tool = {
  intentOf(input) {
    const script = scriptOf(input['command']);
    if (script === undefined) return { kind: 'unknown' };
    const found = shellPatchOf(input['command']);
    if (found !== undefined) return patchIntent(found.patch, found.folder);
    if (!/\bapply_?patch\b/.test(script) || !script.includes('*** Begin Patch'))
      return { kind: 'shell', command: script };
    const why =
      "Redline can show a patch only if nothing else is in the command. Call apply_patch <<'EOF' alone, or Redline's apply_patch.";
    return { kind: 'unseeable', path: undefined, why };
  },
  amend(input, approved) {
    const text = envelopeText(approved, patchTool);
    const command = text === undefined ? undefined : withPatch(input['command'], text);
    return command === undefined ? unsayable : { input: { ...input, command } };
  },
};

export const codex = madeDialect({
  ...claudeFormat,
  id: 'codex',
  tools: new Map([
    ['apply_patch', patchToolOf('command', patchTool)],
    ['Bash', shell],
  ]),
  resultOf: () => undefined,
  patchResult: patchResultOf(patchTool, inexactPatch),
});
