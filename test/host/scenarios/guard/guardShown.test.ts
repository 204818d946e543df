import assert from 'node:assert/strict';
import { calls, says, tool } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { seeNoReview, seeReview } from '../tea.ts';

/** What the window shows that no name may bring about: links and pictures that lead to it, and its own emphasis. */
interface Shown {
  readonly links: readonly string[];
  readonly pictures: readonly string[];
  readonly bold: readonly string[];
  readonly icons: readonly string[];
  readonly text: string;
}

const hostile: readonly (readonly [title: string, name: string, plain: RegExp])[] = [
  ['a link', '[click](evil.example).md', /\[click\]\(evil\.example\)\.md/],
  ['a command', '[click](command:redline.approve).md', /\[click\]\(command:redline\.approve\)\.md/],
  ['a reference', '[click][1] [1]: command:redline.approve', /\[click\]\[1\]/],
  ['a picture', '![click](evil.png).md', /!\[click\]\(evil\.png\)/],
  ['HTML', '<img src=evil.png><b>click.md', /<img src=evil\.png><b>click\.md/],
  ['a link of HTML', '<a href=command-redline.approve>click', /<a href=command-redline\.approve>click/],
  ['emphasis', '**click** _click_.md', /\*\*click\*\* _click_\.md/],
  ['an icon', '$(verified-filled) click.md', /\$\(verified-filled\) click\.md/],
  ['code', '`click`.md', /`click`\.md/],
  ['an ordinary name', 'click_a_b.md', /click_a_b\.md/],
  ['a reversal', 'click\u202etxt.exe', /click⟨U\+202E⟩txt\.exe/],
];

describe('what is shown of a name', () => {
  const host = useHost();

  it('is no more than its letters, in all that is shown of a change and of what became of it', async () => {
    const { chat, page, person } = host();
    // Each is proposed when all of the one before has been looked at.
    const looked = hostile.map(() => Promise.withResolvers<void>());
    const sent = await chat.send('write under odd names', async (since) => {
      const asked = since.filter(({ role }) => role === 'tool').length;
      await looked[asked - 1]?.promise;
      const next = hostile[asked];
      return next === undefined
        ? says('That is all.')
        : calls(tool('redline_write_file', { filePath: next[1], content: 'x\n' }));
    });
    const seen: RegExp[] = [];
    for (const [index, [title, , plain]] of hostile.entries()) {
      await seeReview(host(), '(Redline');
      const during = await page.evaluate(shown);
      await person.reject();
      assert.match(await sent.answer(index), /^\[REJECTED\]/, title);
      await seeNoReview(host());
      const after = await page.evaluate(shown);
      for (const { links, pictures, bold, icons } of [during, after])
        assert.deepEqual({ links, pictures, bold, icons }, { links: [], pictures: [], bold: [], icons: [] }, title);
      // Wherever a change is named in whole, it is named so.
      seen.push(plain);
      for (const line of during.text.split('\n').filter((each) => each.includes(': Create ')))
        assert.ok(
          seen.some((each) => each.test(line)),
          `${title}: ${line}`,
        );
      assert.match(during.text, plain, title);
      assert.doesNotMatch(during.text + after.text, /[\u202a-\u202e\u2066-\u2069]/, title);
      looked[index]?.resolve();
    }
    await sent.finished();
    const { links, pictures, bold, icons } = await page.evaluate(shown);
    assert.deepEqual({ links, pictures, bold, icons }, { links: [], pictures: [], bold: [], icons: [] });
  }).timeout(240_000);
});

/** Runs in the page. */
function shown(): Shown {
  const view = document.querySelector('.monaco-workbench');
  const all = (selector: string): Element[] => [...(view?.querySelectorAll(selector) ?? [])];
  const texts = (selector: string): string[] =>
    all(selector)
      .map((element) => element.textContent ?? '')
      .filter((text) => /click/.test(text));
  return {
    links: texts('a[href], a[data-href], .monaco-link'),
    pictures: all('img')
      .map((element) => element.getAttribute('src') ?? '')
      .filter((source) => source.includes('evil')),
    bold: texts('.interactive-session strong, .interactive-session em, .interactive-session b'),
    icons: all('.codicon-verified-filled').map((element) => element.parentElement?.outerHTML ?? ''),
    // What is there for the eye; beside the parts stands what is read aloud.
    text: [...document.querySelectorAll<HTMLElement>('.monaco-workbench .part')]
      .map((part) => part.innerText.replaceAll('\u00a0', ' '))
      .join('\n'),
  };
}
