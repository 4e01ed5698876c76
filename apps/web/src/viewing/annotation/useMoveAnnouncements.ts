/** Screen reader announcements while a row is moved. */
import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { NumberedAnnotation } from "./annotation-listing.ts";

export function useMoveAnnouncements(rows: readonly NumberedAnnotation[]) {
  const { t } = useTranslation();
  return useMemo(() => {
    const placeOf = (id: UniqueIdentifier | undefined) => {
      const row = rows.find(({ annotation }) => annotation.id === Number(id));
      return { number: row?.number ?? 0, total: rows.length, title: row?.annotation.title || t("annotation.untitled") };
    };
    const announcements: Announcements = {
      onDragStart: ({ active }) => t("annotation.movePicked", placeOf(active.id)),
      onDragOver: ({ active, over }) =>
        over ? t("annotation.moveOver", { ...placeOf(over.id), title: placeOf(active.id).title }) : undefined,
      onDragEnd: ({ active, over }) =>
        t("annotation.moveDropped", { ...placeOf(over?.id ?? active.id), title: placeOf(active.id).title }),
      onDragCancel: ({ active }) => t("annotation.moveCancelled", placeOf(active.id)),
    };
    return { announcements, screenReaderInstructions: { draggable: t("annotation.moveInstructions") } };
  }, [rows, t]);
}
