/** Progress of the uploads into each course and folder, for the rows of the tree. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatPercent } from "#ui/quantity-text.ts";
import { useUploadEntries } from "#upload/upload-context.tsx";
import { isUploadUnderWay, overallProgress } from "#upload/upload-entry.ts";

/** @returns a function that returns the note of an item; null: no uploads into it. */
export function useUploadNotes(): (id: number) => string | null {
  const { t, i18n } = useTranslation();
  const entries = useUploadEntries();
  return useMemo(() => {
    const byPlace = Map.groupBy(entries.filter(isUploadUnderWay), ({ destination }) => destination?.id ?? null);
    return (id) => {
      const here = byPlace.get(id);
      if (!here) return null;
      const percent = formatPercent(overallProgress(here).share, i18n.language);
      return t("upload.note", { count: here.length, percent });
    };
  }, [entries, t, i18n.language]);
}
