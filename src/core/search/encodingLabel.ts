// Converts VS Code's names of encodings to labels of the Encoding Standard, for ripgrep and `TextDecoder`.

/** Labels by VS Code's name, for names that `encodingLabel` does not convert by their form. */
const labelByName: Readonly<Record<string, string>> = {
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
 * The label of an encoding in the Encoding Standard, by VS Code's name; undefined for encodings that the standard
 * lacks, such as DOS code pages.
 */
export function encodingLabel(encoding: string): string | undefined {
  if (encoding === 'utf8' || encoding === 'utf8bom') return 'utf8';
  if (Object.hasOwn(labelByName, encoding)) return labelByName[encoding];
  const [, family, number] = /^(windows|iso8859)(\d+)$/.exec(encoding) ?? [];
  if (family === undefined) return undefined;
  return family === 'windows' ? `windows-${number}` : `iso-8859-${number}`;
}
