import assert from 'node:assert/strict';
import path from 'node:path';
import { chosenGates } from '../../agents/allAgents.ts';
import { claude } from '../../agents/claude.ts';
import { ownTool, type ScriptedTurn } from '../../agents/model/scriptedModel.ts';
import { useAgents } from '../../agents/useAgents.ts';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { seeNoReview, seeReview } from '../tea.ts';

const file = 'tea.ipynb';
const output = { name: 'stdout', output_type: 'stream', text: ['3\n'] };
const cell = {
  cell_type: 'code',
  execution_count: 1,
  id: 'a1',
  metadata: {},
  outputs: [output],
  source: ['x = 1\n', 'x'],
};
const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };

if (chosenGates().some(({ agent }) => agent === claude)) describe('Claude Code and a notebook', ofClaude);

function ofClaude(): void {
  const host = useHost();
  const startInWindow = useAgents(host, [claude]);
  const notebookPath = (): string => path.join(host().workspace.root, file);
  const start = (...turns: readonly ScriptedTurn[]) =>
    startInWindow(
      claude,
      [calls(ownTool('Read', { file_path: notebookPath() })), ...turns, says('Done.')],
      claude.gate?.modes[0],
    );
  const edit = (input: object) => calls(ownTool('NotebookEdit', { notebook_path: notebookPath(), ...input }));

  it('shows what NotebookEdit will write, whole file, and it writes exactly that', async () => {
    const { person, workspace } = host();
    // In another layout than the one that the agent writes.
    await workspace.write(file, JSON.stringify(notebook, undefined, 4));
    const { answer, ended } = await start(edit({ cell_id: 'a1', new_source: 'x = 2' }));
    await seeReview(host(), 'tea.ipynb (Redline, Claude Code');
    await picture(host(), 'notebook-claude');
    await person.typeAfter('x = 2', '2');
    await person.approve();
    assert.match(await answer(1), /Updated cell a1/);
    await ended;
    const edited = { ...cell, execution_count: null, outputs: [], source: 'x = 22' };
    assert.equal(await workspace.read(file), JSON.stringify({ ...notebook, cells: [edited] }, undefined, 1));
    await seeNoReview(host());
  });

  it('refuses a cell whose id cannot be known, and the model inserts it by the tool that is named', async () => {
    const { person, workspace } = host();
    const before = `${JSON.stringify(notebook, undefined, 4)}\n`;
    await workspace.write(file, before);
    const { answer, ended } = await start(
      edit({ cell_id: 'a1', new_source: 'y', cell_type: 'code', edit_mode: 'insert' }),
      calls(tool('edit_notebook', { filePath: file, action: 'insert', after: 'a1', source: 'y' })),
    );
    assert.match(await answer(1), /NotebookEdit cannot be made to write exactly this\. Call Redline's edit_notebook/);
    await seeReview(host(), 'tea.ipynb (Redline, Claude Code');
    assert.equal(await workspace.read(file), before);
    await person.approve();
    assert.match(await answer(2), /Insert a cell into tea\.ipynb: done\. It is now cell 2, id [0-9a-f]{8}\./);
    await ended;
    const now = await workspace.read(file);
    // Everything before the new cell is as it was.
    assert.ok(now.startsWith(before.slice(0, before.indexOf('\n    ],\n    "metadata"'))));
    assert.deepEqual(JSON.parse(now).cells.length, 2);
    await seeNoReview(host());
  });
}
