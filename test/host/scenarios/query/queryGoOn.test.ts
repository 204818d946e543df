import assert from 'node:assert/strict';
import { calls, says, textOf, tool, type Message, type Turn } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';

/** What is asked first; what follows it is what the answers name. */
const firsts: readonly (readonly [name: string, input: object])[] = [
  ['redline_search_text', { query: 'needle', maxMatches: 40 }],
  ['redline_search_text', { query: 'needle', outputMode: 'counts', maxMatches: 25 }],
  ['redline_find_files', { pattern: '*.hay', limit: 30 }],
  ['redline_list_directory', { dirPath: 'hay', recursive: true, maxEntries: 35 }],
  ['redline_read_file', { filePath: 'hay/wide.txt' }],
];

/** A model that knows nothing but the answers: it makes each call that an answer names, then begins anew. */
function goOn(since: readonly Message[]): Turn {
  const answers = since.filter((message) => message.role === 'tool').map(textOf);
  const ended = answers.filter((answer) => nextIn(answer) === undefined).length;
  const last = answers.at(-1);
  const next = last === undefined ? undefined : nextIn(last);
  if (next !== undefined) return calls(tool(...next));
  const first = firsts[ended];
  return first === undefined ? says('I have seen all of it.') : calls(tool(...first));
}

function nextIn(answer: string): [name: string, input: object] | undefined {
  const [, name, input] = /(redline_\w+) (\{.*\})/.exec(answer) ?? [];
  return name === undefined || input === undefined ? undefined : [name, JSON.parse(input)];
}

describe('answers that were cut', () => {
  const host = useHost();

  it('lead a model to the end of each', async function () {
    const { chat, workspace } = host();
    for (let at = 0; at < 60; at++) await workspace.write(`hay/${at % 6}/${at}.hay`, 'needle, needle\n');
    const wide = Array.from({ length: 700 }, (_, at) => `<${at}>`).join('0123456789');
    await workspace.write('hay/wide.txt', `${wide}\nend\n`);
    const sent = await chat.send('look at everything', goOn);
    await sent.finished();
    const answers = sent.answers();
    const all = (pattern: RegExp): string[] =>
      answers.flatMap((answer) => [...answer.matchAll(pattern)].map((match) => match[1] ?? ''));
    assert.equal(all(/^ +1:(0-6,8-14)→/gm).length, 60, 'matches');
    assert.equal(new Set(all(/^(hay\S+\.hay): 2$/gm)).size, 60, 'counts');
    assert.equal(new Set(all(/^(hay\S+\.hay)$/gm)).size, 60, 'files');
    assert.equal(new Set(all(/^(hay\S+) {2}\d+ bytes$/gm)).size, 61, 'entries');
    const line = all(/^ +1→(.*)$/gm).map((part) => part.replace(/ … \[.*$/, ''));
    assert.equal(line.join(''), wide);
    assert.ok(answers.length >= 15, `${answers.length} answers`);
  });
});
