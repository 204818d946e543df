import assert from 'node:assert/strict';
import { appendFile, rename, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { calls, held, says, textOf, tool, type Message, type Turn } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { brew, once } from '../tea.ts';

const lines = Array.from({ length: 5000 }, (_, at) => `entry ${at + 1}${at + 1 === 3700 ? ' the needle' : ''}`);

function lastAnswer(since: readonly Message[]): string {
  const last = since.findLast((message) => message.role === 'tool');
  return last === undefined ? '' : textOf(last);
}

function answersIn(since: readonly Message[]): number {
  return since.filter((message) => message.role === 'tool').length;
}

/** Knows only what the answers say: finds the file, the line in it, reads there, and goes on to the end. */
function findItsWay(since: readonly Message[]): Turn {
  const answer = lastAnswer(since);
  switch (answersIn(since)) {
    case 0:
      return calls(tool('redline_find_files', { pattern: '*.log' }));
    case 1:
      return calls(tool('redline_search_text', { query: 'NEEDLE', path: answer.split('\n')[1] }));
    case 2: {
      const [, filePath, line] = /\n(\S+)\n +(\d+):/.exec(answer) ?? [];
      return calls(tool('redline_read_file', { filePath, startLine: Number(line), maxLines: 2 }));
    }
    default: {
      const next = /continue with redline_read_file (\{.*\})/.exec(answer)?.[1];
      return next === undefined ? says('I am at the end.') : calls(tool('redline_read_file', JSON.parse(next)));
    }
  }
}

/** Asks for a file by a wrong name, then for the one that the answer names. */
function takeTheHint(since: readonly Message[]): Turn {
  if (answersIn(since) > 1) return says('There it is.');
  const meant = /Did you mean "([^"]+)"/.exec(lastAnswer(since))?.[1];
  return calls(tool('redline_read_file', { filePath: meant ?? 'src/brw.js' }));
}

describe('queries through the chat', () => {
  const host = useHost();

  it('lead a model from a file name to a line to the end of the file', async () => {
    const { chat, workspace } = host();
    await workspace.write('logs/2026/server.log', `${lines.join('\n')}\n`);
    const sent = await chat.send('find the needle', findItsWay);
    await sent.finished();
    const answers = sent.answers();
    assert.match(answers[0] ?? '', /^1 file matches "\*\.log"\.\nlogs\/2026\/server\.log$/);
    assert.match(answers[1] ?? '', /^ +3700:15-21→entry 3700 the needle$/m);
    const read = answers.slice(2).flatMap((answer) => [...answer.matchAll(/^ *\d+→(.*)$/gm)].map((match) => match[1]));
    assert.deepEqual(read, lines.slice(3699));
  });

  it('name the file that was meant', async () => {
    const sent = await host().chat.send('read a file by a wrong name', takeTheHint);
    await sent.finished();
    assert.match(sent.answers()[0] ?? '', /\[NOT_FOUND\] src\/brw\.js does not exist\. Did you mean "src\/brew\.js"/);
    assert.match(sent.answers()[1] ?? '', /^src\/brew\.js: lines 1–10 of 10/);
  });

  it('find what is typed and not saved, and no longer what it replaced', async () => {
    const { chat, editors, person } = host();
    const typed = Promise.withResolvers<void>();
    await editors.open(brew);
    const searching = held(typed.promise, [
      calls(tool('redline_search_text', { query: 'green: 27' }), tool('redline_search_text', { query: 'green: 2,' })),
      says('That is all.'),
    ]);
    const sent = await chat.send('search what is typed', searching);
    await person.typeAfter('green: 2', '7');
    typed.resolve();
    await sent.finished();
    assert.match(sent.answers()[0] ?? '', /^1 match for "green: 27" in 1 file[^]*\n +4:2-11→ {2}green: 27,/);
    assert.match(sent.answers()[1] ?? '', /^0 matches for "green: 2,"/);
  });

  it('leave out ignored files and secrets, and say so without a name', async () => {
    const { chat, workspace } = host();
    await workspace.write('.gitignore', 'made/\n');
    await workspace.write('made/out.js', 'oolong\n');
    await workspace.write('.env', 'TEA=oolong\n');
    const sent = await chat.send('search for oolong', once(tool('redline_search_text', { query: 'oolong' })));
    await sent.finished();
    const answer = sent.answers()[0] ?? '';
    assert.match(
      answer,
      /^0 matches for "oolong"[^]*1 ignored by git[^]*1 file that may contain secrets was not searched/,
    );
    assert.doesNotMatch(answer, /\.env/);
  });

  it('tell what others changed, with no false alarm', async () => {
    const { chat, workspace } = host();
    await workspace.write('old/name.txt', 'moved as it is\n');
    const changed = Promise.withResolvers<void>();
    const look = calls(tool('redline_changes_since', {}));
    const sent = await chat.send('look for changes', async (since) => {
      if (answersIn(since) === 1) await changed.promise;
      return answersIn(since) < 3 ? look : says('That is all.');
    });
    await sent.answer(0);
    const at = (file: string): string => path.join(workspace.root, file);
    await appendFile(at(brew), '// stronger\n');
    await utimes(at('src/main.js'), new Date(), new Date());
    await rename(at('old/name.txt'), at('old/other.txt'));
    await unlink(at('README.md'));
    await workspace.write('new.txt', 'new\n');
    changed.resolve();
    await sent.finished();
    const [, second = '', third = ''] = sent.answers();
    assert.match(second, /^1 created, 1 modified, 1 deleted, 1 renamed since /);
    for (const line of ['created new.txt', 'deleted README.md', 'renamed old/name.txt → old/other.txt', '+// stronger'])
      assert.ok(second.includes(`\n${line}`), line);
    assert.doesNotMatch(second, /main\.js/);
    assert.match(third, /^Nothing changed since /);
  });
});
