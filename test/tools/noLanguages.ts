import { ToolError } from '../../src/core/wording/errors.ts';
import type { LanguageServices } from '../../src/tools/ports/languagePorts.ts';

const refusal =
  'The language service does not rename this: no reason. Nothing was changed. Make the edits with redline_multi_edit instead.';

/** Language services that know no language. */
export const noLanguages: LanguageServices = {
  rename: () => Promise.reject(new ToolError('VALIDATION_ERROR', refusal)),
  definitions: async () => [],
};
