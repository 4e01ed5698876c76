export const EXPORT_FORMATS = ["moodleXml", "qti"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Limit of all questions in one file; exported files stay importable. */
export const EXPORT_MAX_CHARACTERS = 5_000_000;
/** See above. */
export const EXPORT_MAX_QUESTIONS = 500;
/** Limit of all images in one file. */
export const EXPORT_IMAGES_MAX_BYTES = 20 * 1024 * 1024;

const ENDINGS: Readonly<Record<ExportFormat, string>> = { moodleXml: "xml", qti: "zip" };

export const questionsFileName = (quizId: number, format: ExportFormat): string =>
  `quiz-${quizId}-questions.${ENDINGS[format]}`;
