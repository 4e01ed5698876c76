/** Where the results of a quiz are shown: a section of the administration. */

/** @param word of the section. */
export const quizResultsAddress = (siteId: number, quizId: number, word = "quiz-results") => ({
  to: `/s${siteId}/manage/${word}`,
  search: { quiz: String(quizId) } as Readonly<Record<string, string>>,
});
