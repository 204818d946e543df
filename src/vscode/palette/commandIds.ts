// Lists the commands that run tools.

/** Tools with a command of their own, by the command's id. */
export const toolOfCommand: Readonly<Record<string, string>> = {
  'redline.findFiles': 'redline_find_files',
  'redline.searchText': 'redline_search_text',
  'redline.pathInfo': 'redline_path_info',
};

/** Ids of the commands that run tools for users. */
export const toolCommands: readonly string[] = [
  'redline.runTool',
  'redline.applyPatch',
  'redline.tryReview',
  'redline.addRule',
  'redline.addAgent',
  ...Object.keys(toolOfCommand),
];
