/** Extension of the textbook reader by bookmarks and notes: two tabs of its panel, and a key. */
import { IconBookmarks, IconNotes } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { ReaderExtras, ReaderHandle } from "#textbook-reader/reader-props.ts";
import { BookmarksPanel } from "./BookmarksPanel.tsx";
import { NotesPanel } from "./NotesPanel.tsx";
import { useTextbookNoteActions, useTextbookNotes } from "./textbook-note.api.ts";

const BOOKMARK_KEY = "b";

const NO_EXTRAS: ReaderExtras = {};

/** @param id ID of the textbook; null: nobody is signed in. */
export function useNoteExtras(id: number | null): ReaderExtras {
  const { t } = useTranslation();
  const textbookId = id ?? 0;
  const { data: notes } = useTextbookNotes(textbookId, id !== null);
  const actions = useTextbookNoteActions(textbookId);

  function toggleBookmark({ pageNumber }: ReaderHandle): void {
    const pageIndex = pageNumber - 1;
    const own = notes?.find((note) => note.kind === "bookmark" && note.pageIndex === pageIndex);
    void (own ? actions.remove(own) : actions.create({ kind: "bookmark", pageIndex, content: "" }));
  }

  if (id === null) return NO_EXTRAS;
  return {
    panels: [
      {
        name: "bookmarks",
        label: t("textbookNote.bookmarks"),
        icon: IconBookmarks,
        render: (reader) => <BookmarksPanel textbookId={textbookId} reader={reader} />,
      },
      {
        name: "notes",
        label: t("textbookNote.notes"),
        icon: IconNotes,
        render: (reader) => <NotesPanel textbookId={textbookId} reader={reader} />,
      },
    ],
    keys: { [BOOKMARK_KEY]: toggleBookmark },
    keyRows: [[BOOKMARK_KEY.toUpperCase(), t("textbookNote.keyBookmark")]],
  };
}
