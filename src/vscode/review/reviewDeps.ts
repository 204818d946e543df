// Declares what `EditorReview`, which asks the user about calls, needs from other parts of the extension.

import type { OpenSyntaxChecker } from '../../core/change/warnings/syntaxErrors.ts';
import type { FocusTracker } from './focusTracker.ts';
import type { CardPresenter } from './card/cardPresenter.ts';
import type { ChatNotes } from './card/chatNotes.ts';
import type { Encode } from './proposal/amendments.ts';
import type { ProposalFiles } from './proposal/proposalFiles.ts';
import type { PendingReviews } from './pendingReviews.ts';
import type { OpenComments, ReviewComments } from './reviewComments.ts';
import type { ScreenTracker } from './screenTracker.ts';

export interface ReviewDeps {
  readonly pending: PendingReviews;
  readonly files: ProposalFiles;
  readonly card: Pick<CardPresenter, 'ask'>;
  readonly notes: Pick<ChatNotes, 'add'>;
  readonly focusTracker: Pick<FocusTracker, 'likelyFocus'>;
  readonly encode: Encode;
  /** Undefined without a local disk, from which it loads the compiler. */
  readonly openSyntax: OpenSyntaxChecker | undefined;
  readonly screen: ScreenTracker;
  /** Opens comments like `OpenComments`, but never rejects: undefined if comments cannot be shown. */
  readonly openComments: (...args: Parameters<OpenComments>) => Promise<ReviewComments | undefined>;
}
