/** VS Code's names of encodings that have another name, or none of their own, in the Encoding Standard. */
const others: Readonly<Record<string, string>> = {
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  iso88591: 'windows-1252',
  iso88599: 'windows-1254',
  iso885911: 'windows-874',
  macroman: 'macintosh',
  cp866: 'ibm866',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  gbk: 'gbk',
  gb2312: 'gbk',
  gb18030: 'gb18030',
  cp950: 'big5',
  big5hkscs: 'big5',
  shiftjis: 'shift_jis',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
};

/**
 * The name by which the Encoding Standard, and so ripgrep, knows an encoding of VS Code's; `utf8` for UTF-8;
 * undefined for one that it does not know (the old code pages of DOS, and the like).
 */
export function encodingLabel(encoding: string): string | undefined {
  if (encoding === 'utf8' || encoding === 'utf8bom') return 'utf8';
  const numbered = /^(windows)(\d+)$|^(iso8859)(\d+)$/.exec(encoding);
  if (encoding in others) return others[encoding];
  if (numbered?.[1] !== undefined) return `windows-${numbered[2]}`;
  return numbered?.[3] === undefined ? undefined : `iso-8859-${numbered[4]}`;
}
