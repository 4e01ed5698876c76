import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** The title of a question. Questions of an Auto-Generated quiz have a title in the reader's language. */
export function useQuestionTitle(): (question: { readonly title: string }) => string {
  const { t } = useTranslation();
  return useCallback(({ title }) => title || t("quizAttempt.generatedTitle"), [t]);
}
