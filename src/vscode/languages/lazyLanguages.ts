// Loads the editor's language services at their first use.

import type { LanguageServices } from '../../tools/ports/languagePorts.ts';

/** The editor's language services, loaded when a tool first uses them. */
export const lazyLanguages: LanguageServices = {
  rename: async (...asked) => (await services()).rename(...asked),
  definitions: async (...asked) => (await services()).definitions(...asked),
};

async function services(): Promise<LanguageServices> {
  return (await import('./languageServices.ts')).editorLanguages;
}
