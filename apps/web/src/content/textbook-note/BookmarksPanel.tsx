import { ActionIcon, Button, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { BOOKMARK_TITLE_MAX_CHARACTERS } from "@parfocal/core/textbook-note/note-rules.ts";
import type { TextbookNote } from "@parfocal/core/textbook-note/textbook-note.contract.ts";
import { IconBookmark, IconBookmarkFilled, IconPencil, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure, showProblem } from "#platform/failure-toast.ts";
import type { ReaderHandle } from "#textbook-reader/reader-props.ts";
import { NotesState } from "./NotesState.tsx";
import styles from "./TextbookNotes.module.css";
import { type TextbookNoteActions, useTextbookNoteActions, useTextbookNotes } from "./textbook-note.api.ts";

const ICON = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

interface BookmarksPanelProps {
  readonly textbookId: number;
  readonly reader: ReaderHandle;
}

export function BookmarksPanel({ textbookId, reader }: BookmarksPanelProps) {
  const { t } = useTranslation();
  const notes = useTextbookNotes(textbookId);
  const actions = useTextbookNoteActions(textbookId);
  const bookmarks = notes.data?.filter(({ kind }) => kind === "bookmark") ?? [];
  const own = bookmarks.find(({ pageIndex }) => pageIndex === reader.pageNumber - 1);
  const page = reader.pageNumber;
  return (
    <>
      <Button
        variant="default"
        fullWidth
        disabled={!notes.data}
        leftSection={own ? <IconBookmarkFilled {...ICON} /> : <IconBookmark {...ICON} />}
        onClick={() =>
          void (own ? actions.remove(own) : actions.create({ kind: "bookmark", pageIndex: page - 1, content: "" }))
        }
      >
        {t(own ? "textbookNote.removeBookmark" : "textbookNote.addBookmark", { page })}
      </Button>
      <NotesState
        query={notes}
        isEmpty={bookmarks.length === 0}
        emptyText={t("textbookNote.noBookmarks")}
        failedText={t("textbookNote.loadFailed")}
      />
      {bookmarks.length > 0 && (
        <ul className={styles.list} aria-label={t("textbookNote.bookmarks")}>
          {bookmarks.map((bookmark) => (
            <BookmarkRow key={bookmark.id} {...{ bookmark, reader, actions }} />
          ))}
        </ul>
      )}
    </>
  );
}

interface BookmarkRowProps {
  readonly bookmark: TextbookNote;
  readonly reader: ReaderHandle;
  readonly actions: TextbookNoteActions;
}

function BookmarkRow({ bookmark, reader, actions }: BookmarkRowProps) {
  const { t } = useTranslation();
  /** Null: it is not being renamed. */
  const [title, setTitle] = useState<string | null>(null);
  const page = bookmark.pageIndex + 1;
  const name = bookmark.content === "" ? t("textbookNote.page", { page }) : bookmark.content;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (title === null) return;
    try {
      if (title.trim() !== bookmark.content)
        await actions.update(bookmark.id, { content: title, version: bookmark.version });
      setTitle(null);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== "conflict") return showFailure(error);
      await actions.refresh();
      showProblem(t("textbookNote.titleChanged"));
    }
  }

  if (title !== null)
    return (
      <li className={styles.row}>
        <form onSubmit={(event) => void save(event)}>
          <TextInput
            label={t("textbookNote.bookmarkTitle", { page })}
            maxLength={BOOKMARK_TITLE_MAX_CHARACTERS}
            value={title}
            autoFocus
            onChange={(event) => setTitle(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.stopPropagation();
              setTitle(null);
            }}
          />
          <div className={styles.buttons}>
            <Button type="submit" size="xs">
              {t("textbookNote.save")}
            </Button>
            <Button size="xs" variant="default" onClick={() => setTitle(null)}>
              {t("ui.cancel")}
            </Button>
          </div>
        </form>
      </li>
    );
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.go}
          aria-current={reader.pageNumber === page || undefined}
          onClick={() => reader.goToPage(page)}
        >
          {bookmark.content === "" ? name : t("textbookNote.titleAndPage", { title: name, page })}
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t("textbookNote.rename", { name })}
          onClick={() => setTitle(bookmark.content)}
        >
          <IconPencil {...ICON} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t("textbookNote.delete", { name })}
          onClick={() => void actions.remove(bookmark)}
        >
          <IconTrash {...ICON} />
        </ActionIcon>
      </div>
    </li>
  );
}
