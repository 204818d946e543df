// Loads the editor's language services at their first use.

import type { LanguageServices } from '../../tools/ports/languagePorts.ts';

export const lazyLanguages: LanguageServices = {
  rename: async (...request) => (await services()).rename(...request),
  definitions: async (...request) => (await services()).definitions(...request),
};

async function services(): Promise<LanguageServices> {
  return (await import('./languageServices.ts')).editorLanguages;
}
