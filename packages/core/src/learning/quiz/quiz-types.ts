/** Types of quizzes and questions. Source: spec part 1, section 3 ("Quiz", "Quiz question"). */

export const QUIZ_TYPES = ["Individual", "Common", "Auto-Generated"] as const;
export type QuizType = (typeof QUIZ_TYPES)[number];

export const QUESTION_TYPES = ["short-answer", "multiple-choice", "multiple-answer", "matching", "annotation"] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** Kinds of item that a question can be linked to, and that a quiz can show. */
export const QUIZ_SUBJECT_KINDS = ["image", "case"] as const;
export type QuizSubjectKind = (typeof QUIZ_SUBJECT_KINDS)[number];
