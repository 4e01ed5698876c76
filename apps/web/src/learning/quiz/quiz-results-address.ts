/** URL of the results of a quiz: a section of the administration. */

/** @param word URL word of the section. */
export const quizResultsAddress = (siteId: number, quizId: number, word = "quiz-results") => ({
  to: `/s${siteId}/manage/${word}`,
  search: { quiz: String(quizId) } as Readonly<Record<string, string>>,
});
