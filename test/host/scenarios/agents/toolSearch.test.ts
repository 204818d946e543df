import assert from 'node:assert/strict';
import type { AgentRun, TerminalAgent } from '../../agents/agent.ts';
import { chosenAgents } from '../../agents/allAgents.ts';
import { searchingClaude } from '../../agents/claude.ts';
import { searchingCodex } from '../../agents/codex.ts';
import { ownTool, redlineName } from '../../agents/model/scriptedModel.ts';
import { searchingQwen } from '../../agents/qwen.ts';
import { useAgents } from '../../agents/useAgents.ts';
import { calls, says, tool, type Turn } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

const edit = tool('edit_file', { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' });

const isChosen = ({ id }: TerminalAgent): boolean => chosenAgents().some((each) => each.id === id);

describe('an agent whose model has to search for the tools of MCP servers', () => {
  const host = useHost();
  const startInWindow = useAgents(host, [searchingCodex, searchingClaude, searchingQwen].filter(isChosen));
  const start = (agent: TerminalAgent, ...script: readonly Turn[]): Promise<AgentRun> => startInWindow(agent, script);

  if (isChosen(searchingCodex))
    it('Codex: finds them by what they do, and edits', async () => {
      const { person, workspace } = host();
      const original = await workspace.read(brew);
      const search = ownTool('tool_search', { query: 'edit a file', limit: 8 });
      const { answer, ended, offered } = await start(searchingCodex, calls(search), calls(edit), says('Done.'));
      assert.match(await answer(0), /"edit_file"/);
      await seeReview(host(), 'brew.js (Redline, Codex)');
      assert.ok(offered().includes('apply_patch'), offered().join());
      await person.approve();
      assert.match(await answer(1), /Edited src\/brew\.js/);
      await ended;
      assert.equal(await workspace.read(brew), withLongerGreen(original));
      await seeNoReview(host());
    });

  if (isChosen(searchingClaude))
    it('Claude Code: has those in sight that most work needs, and edits', async () => {
      const { person, workspace } = host();
      const original = await workspace.read(brew);
      const { answer, ended, offered } = await start(searchingClaude, calls(edit), says('Done.'));
      await seeReview(host(), 'brew.js (Redline, Claude Code)');
      assert.deepEqual(
        offered()
          .flatMap((name) => redlineName(name) ?? [])
          .toSorted(),
        ['apply_patch', 'delete', 'edit_file', 'find_files', 'move', 'read_file', 'search_text', 'write_file'],
      );
      await person.approve();
      assert.match(await answer(0), /Edited src\/brew\.js/);
      await ended;
      assert.equal(await workspace.read(brew), withLongerGreen(original));
      await seeNoReview(host());
    });

  if (isChosen(searchingQwen))
    it('Qwen Code: has none in sight, finds them by what they do, and edits', async () => {
      const { person, workspace } = host();
      const original = await workspace.read(brew);
      const search = ownTool('tool_search', { query: 'edit a file' });
      const call = ownTool('tool_call', { name: 'mcp__redline__edit_file', arguments: edit.input });
      const { answer, ended, offered } = await start(searchingQwen, calls(search), calls(call), says('Done.'));
      assert.match(await answer(0), /"mcp__redline__edit_file"/);
      await seeReview(host(), 'brew.js (Redline, Qwen Code)');
      assert.deepEqual(
        offered().filter((name) => redlineName(name) !== undefined),
        [],
      );
      await person.approve();
      assert.match(await answer(1), /Edited src\/brew\.js/);
      await ended;
      assert.equal(await workspace.read(brew), withLongerGreen(original));
      await seeNoReview(host());
    });
});
