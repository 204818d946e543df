import assert from 'node:assert/strict';
import { dialectOf } from './table.ts';

/** As OpenCode 1.18.33, Codex 0.169.0 and Gemini CLI 0.61.0 did: they write a file below a folder `file:`. */
describe('a change by a URI', () => {
  const uri = 'file:///p/a.txt';
  const patch = `*** Begin Patch\n*** Add File: ${uri}\n+x\n*** End Patch\n`;
  const inFolder = `cd 'file:///p' && apply_patch <<'EOF'\n${patch.replace(uri, 'a.txt')}EOF`;
  for (const [id, tool, input] of [
    ['claude', 'Write', { file_path: uri, content: 'x' }],
    ['claude', 'MultiEdit', { file_path: uri, edits: [{ old_string: 'x', new_string: 'y' }] }],
    ['codex', 'apply_patch', { command: patch }],
    ['codex', 'Bash', { command: `apply_patch <<'EOF'\n${patch}EOF\n` }],
    ['codex', 'Bash', { command: inFolder }],
    ['copilot', 'create', { path: uri, file_text: 'x' }],
    ['gemini', 'replace', { file_path: uri, old_string: 'x', new_string: 'y' }],
    ['gemini', 'write_file', { file_path: uri, content: 'x' }],
    ['qwen', 'write_file', { file_path: uri, content: 'x' }],
    ['opencode', 'write', { filePath: uri, content: 'x' }],
    ['opencode', 'apply_patch', { patchText: patch }],
  ] as const)
    it(`is refused for ${id}: ${tool}, whose path it would be, while the person would see the file`, () => {
      const call = { phase: 'preToolUse', event: '', tool, input, cwd: '/p' } as const;
      const intent = dialectOf(id).intentOf(call);
      assert.equal(intent.kind, 'unpredictable');
      assert.match(intent.why, /Send the plain path/);
    });
});
