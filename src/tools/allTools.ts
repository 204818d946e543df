// Lists all tools, for the editor, the MCP endpoint and the manifest generator, which runs without `vscode`.
import { applyPatch } from './change/applyPatch.ts';
import { changesSince } from './read/changesSince.ts';
import { createDirectory } from './change/createDirectory.ts';
import { deletePath } from './change/deletePath.ts';
import { editFile } from './change/edit/editFile.ts';
import { editNotebook } from './change/editNotebook.ts';
import { findFiles } from './read/findFiles.ts';
import { deleteLines, replaceLines } from './change/edit/lineTools.ts';
import { listDirectory } from './read/listDirectory.ts';
import { copyPath, movePath } from './change/moveCopy.ts';
import { multiEdit } from './change/edit/multiEdit.ts';
import { pathInfo } from './read/pathInfo.ts';
import { readFile } from './read/readFile.ts';
import { renameSymbol } from './change/renameSymbol.ts';
import { searchText } from './read/searchText.ts';
import type { Tool } from './shared/tool.ts';
import { writeFile } from './change/writeFile.ts';

/** All tools, in display order. */
export const allTools: readonly Tool[] = [
  readFile,
  listDirectory,
  findFiles,
  searchText,
  pathInfo,
  changesSince,
  writeFile,
  editFile,
  multiEdit,
  applyPatch,
  replaceLines,
  deleteLines,
  createDirectory,
  deletePath,
  movePath,
  copyPath,
  renameSymbol,
  editNotebook,
];
