/** The contents of files by name; a name that is missing has no file. */
export type Files = Readonly<Record<string, string>>;

/** A change of forty files of all kinds, as a patch, with what it starts from and what it leaves. */
export interface FortyFiles {
  readonly before: Files;
  readonly after: Files;
  readonly patch: string;
}

/**
 * Twenty files are edited, eight created, six deleted and six moved; every fifth has a hundred times as many lines, so that
 * writing it takes time.
 */
export function fortyFiles(folder: string, lines = 40): FortyFiles {
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  const patch: string[] = ['*** Begin Patch'];
  for (let at = 0; at < 40; at++) {
    const name = `${folder}/dir${at % 4}/file${at}.txt`;
    const text = linesOf(at, at % 5 === 0 ? 100 * lines : lines);
    const edited = text.replace(`file ${at} line 20\n`, `file ${at} LINE TWENTY\n`);
    const hunk = [`@@`, ` file ${at} line 19`, `-file ${at} line 20`, `+file ${at} LINE TWENTY`, ` file ${at} line 21`];
    if (at < 20) {
      before[name] = text;
      after[name] = edited;
      patch.push(`*** Update File: ${name}`, ...hunk);
    } else if (at < 28) {
      after[name] = text;
      patch.push(
        `*** Add File: ${name}`,
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => `+${line}`),
      );
    } else if (at < 34) {
      before[name] = text;
      patch.push(`*** Delete File: ${name}`);
    } else {
      before[name] = text;
      const target = name.replace('.txt', '-moved.txt');
      after[target] = edited;
      patch.push(`*** Update File: ${name}`, `*** Move to: ${target}`, ...hunk);
    }
  }
  return { before, after, patch: [...patch, '*** End Patch', ''].join('\n') };
}

function linesOf(file: number, count: number): string {
  return Array.from({ length: count }, (_, line) => `file ${file} line ${line}\n`).join('');
}
