/**
 * Agreement of a class about an answer that is selected or typed.
 *
 * Source: spec decisions, "Quizzes", "Consensus": the share of submitted users per option; reached when one option
 * passes the threshold. field.md, 5.10: a tie is not a consensus.
 */

export interface Vote {
  readonly text: string;
  /** Number of users. */
  readonly count: number;
}

interface AgreedShare extends Vote {
  /** Fraction of all submitted users, 0 to 1. */
  readonly share: number;
  readonly isAgreed: boolean;
}

/**
 * @param userCount submitted users, including those without an answer. @param threshold 0 to 1.
 * @param isExclusive whether each user gives one answer; then at most one is agreed, and a tie of two is not.
 */
export function agreedShares<Given extends Vote>(
  votes: readonly Given[],
  { userCount, threshold, isExclusive }: { userCount: number; threshold: number; isExclusive: boolean },
): (Given & AgreedShare)[] {
  const most = Math.max(0, ...votes.map(({ count }) => count));
  const isTied = votes.filter(({ count }) => count === most).length > 1;
  return votes.map((vote) => {
    const share = userCount === 0 ? 0 : vote.count / userCount;
    const isPassed = vote.count > 0 && share >= threshold;
    return { ...vote, share, isAgreed: isPassed && (!isExclusive || (vote.count === most && !isTied)) };
  });
}
