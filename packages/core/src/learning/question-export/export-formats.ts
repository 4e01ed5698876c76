export const EXPORT_FORMATS = ["moodleXml", "qti"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Characters of all questions in one file: what is exported can be imported. */
export const EXPORT_MAX_CHARACTERS = 5_000_000;
/** The same. */
export const EXPORT_MAX_QUESTIONS = 500;
/** Of all images in one file. */
export const EXPORT_IMAGES_MAX_BYTES = 20 * 1024 * 1024;

const ENDINGS: Readonly<Record<ExportFormat, string>> = { moodleXml: "xml", qti: "zip" };

export const questionsFileName = (quizId: number, format: ExportFormat): string =>
  `quiz-${quizId}-questions.${ENDINGS[format]}`;
