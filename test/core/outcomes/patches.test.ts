import { planPatch } from '../../../src/core/patch/files/planPatch.ts';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import { memoryWorkspace } from '../patch/memoryWorkspace.ts';
import { outcomesHold } from './outcomes.ts';

describe('what comes of a patch', () => {
  outcomesHold(
    'patches',
    async ({ files, patch }: { readonly files: Readonly<Record<string, string>>; readonly patch: string }) =>
      (await planPatch(parsePatch(patch), memoryWorkspace(files))).map((outcome) => ({
        action: outcome.action,
        path: outcome.path,
        ...('from' in outcome ? { from: outcome.from } : {}),
        ...('after' in outcome ? { after: 'text' in outcome.after ? outcome.after.text : outcome.after.kind } : {}),
        ...('unchanged' in outcome ? { unchanged: outcome.unchanged } : {}),
        modes: outcome.modes,
        // Without their edits, which are those of the file.
        hunks: outcome.hunks.map((hunk) => ({ ...hunk, edits: undefined })),
        otherResult: outcome.isOtherBlob,
      })),
  );
});
