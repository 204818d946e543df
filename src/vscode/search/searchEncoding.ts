import * as vscode from 'vscode';
import { encodingLabel } from '../../core/search/encodingLabel.ts';
import { configuredEncoding, languagesWithEncoding } from '../files/codec.ts';

/** As what the files of a folder are searched that have no byte order mark. */
export interface SearchEncoding {
  /** As `encodingLabel` answers; undefined where the program does not know the encoding. */
  readonly label: string | undefined;
  /** Where the editor may read files otherwise. */
  readonly notes: readonly string[];
}

export function searchEncoding(uri: vscode.Uri): SearchEncoding {
  const encoding = configuredEncoding(uri);
  const files = vscode.workspace.getConfiguration('files', uri);
  const other = languagesWithEncoding(uri).filter((languageId) => {
    const own = vscode.workspace.getConfiguration('files', { uri, languageId }).get<string>('encoding');
    return own !== undefined && own !== encoding;
  });
  return {
    label: encodingLabel(encoding),
    notes: [
      ...(other.length > 0
        ? [
            `Files in ${other.join(', ')} were searched as ${encoding}, although the settings give them a different encoding: read those that matter with redline_read_file.`,
          ]
        : []),
      ...(files.get<boolean>('autoGuessEncoding', false)
        ? [`All files without a byte order mark were searched as ${encoding}; files.autoGuessEncoding was not applied.`]
        : []),
    ],
  };
}
