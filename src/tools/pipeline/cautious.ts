import { cautionsOf } from '../../core/change/cautions.ts';
import { phrase } from '../../core/wording/phrase.ts';
import type { Rules } from '../ports/ports.ts';

/** Wraps the rules so that changes with a caution that asks always need approval. */
export function cautious(rules: Rules): Rules {
  return {
    async judge(changes, asked) {
      const verdict = await rules.judge(changes, asked);
      const first = cautionsOf(changes).find(({ asks }) => asks);
      if (first === undefined || verdict.action === 'deny') return verdict;
      if (verdict.action === 'ask') return { ...verdict, mustBeSeen: true };
      const reason = phrase('Needs approval whatever the rules allow: {0}.', first.words);
      return { action: 'ask', reason, protected: false, mustBeSeen: true, rememberable: false };
    },
  };
}
