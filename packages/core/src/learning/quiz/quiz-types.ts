/** The types of quizzes and of questions. Source: spec part 1, section 3 ("Quiz", "Quiz question"). */

export const QUIZ_TYPES = ["Individual", "Common", "Auto-Generated"] as const;
export type QuizType = (typeof QUIZ_TYPES)[number];

export const QUESTION_TYPES = ["short-answer", "multiple-choice", "multiple-answer", "matching", "annotation"] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** What a question may be linked to, and what a quiz shows. */
export const QUIZ_SUBJECT_KINDS = ["image", "case"] as const;
export type QuizSubjectKind = (typeof QUIZ_SUBJECT_KINDS)[number];
