import assert from 'node:assert/strict';
import { files, HookWindow } from './hookWindow.ts';

const patched = (...sections: readonly string[]): string => `*** Begin Patch\n${sections.join('')}*** End Patch\n`;
const update = (file: string): string => `*** Update File: /ws/${file}\n@@\n-two\n+zwei\n`;
const add = (file: string): string => `*** Add File: /ws/${file}\n+x\n`;

describe('an edit that the sandbox of an agent under Hold would refuse', () => {
  let window: HookWindow;
  let closed: NonNullable<HookWindow['closed']>;
  beforeEach(() => {
    window = new HookWindow(files);
    const root = 'file:///ws';
    closed = { folder: root, writableFolders: [`${root}/out`] };
    window.closed = closed;
  });

  const bash = (patch: string) => window.call('codex', 'Bash', { command: `apply_patch <<'EOF'\n${patch}EOF\n` });

  it('is refused without a question, with the tool of Redline that makes it', async () => {
    for (const sections of [[update('a.txt')], [add('new.txt')], [add('out/new.txt'), update('b.txt')]])
      for (const call of [
        bash(patched(...sections)),
        window.call('codex', 'apply_patch', { command: patched(...sections) }),
      ]) {
        const { decision, reason } = await call.answer;
        assert.equal(decision, 'deny');
        assert.match(reason, /Hold is on here.*was not asked.*Call Redline's apply_patch \(MCP server "redline"\)/);
      }
    assert.deepEqual(window.asked, []);
  });

  it('is reviewed in a folder that is open to its shell, and elsewhere', async () => {
    assert.equal((await bash(patched(add('out/new.txt'))).answer).decision, 'allow');
    window.closed = { ...closed, folder: `${closed.folder}/src` };
    assert.equal((await bash(patched(update('a.txt'))).answer).decision, 'allow');
    assert.equal(window.asked.length, 2);
  });

  it('is reviewed where a name only begins like that of the folder', async () => {
    window.closed = { folder: `${closed.folder}/a`, writableFolders: [] };
    assert.equal((await bash(patched(update('a.txt'))).answer).decision, 'allow');
  });

  it('is reviewed without a proof of Hold, and for another agent', async () => {
    assert.equal((await window.edit('a.txt', 'two', '2').answer).decision, 'allow');
    window.closed = undefined;
    assert.equal((await bash(patched(update('b.txt'))).answer).decision, 'allow');
    assert.equal(window.asked.length, 2);
  });
});
