import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** The title of a question; questions of an Auto-Generated quiz have it in the reader's language. */
export function useQuestionTitle(): (question: { readonly title: string }) => string {
  const { t } = useTranslation();
  return useCallback(({ title }) => title || t("quizAttempt.generatedTitle"), [t]);
}
