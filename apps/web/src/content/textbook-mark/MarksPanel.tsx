/** All marks of a textbook, for teachers, with their pages and targets. */
import { ActionIcon } from "@mantine/core";
import type { TextbookMark } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { NotesState } from "#textbook-note/NotesState.tsx";
import styles from "#textbook-note/TextbookNotes.module.css";
import type { ReaderHandle } from "#textbook-reader/reader-props.ts";
import { useMarkActions, useTextbookMarks } from "./textbook-mark.api.ts";

interface MarksPanelProps {
  readonly textbookId: number;
  readonly reader: ReaderHandle;
}

export function MarksPanel({ textbookId, reader }: MarksPanelProps) {
  const { t } = useTranslation();
  const query = useTextbookMarks(textbookId);
  const { remove } = useMarkActions(textbookId);
  const marks = query.data ?? [];
  return (
    <>
      <NotesState
        query={query}
        isEmpty={marks.length === 0}
        emptyText={t("textbookMark.none")}
        failedText={t("textbookMark.loadFailed")}
      />
      {marks.length > 0 && (
        <ul className={styles.list} aria-label={t("textbookMark.all")}>
          {marks.map((mark) => (
            <MarkRow key={mark.id} mark={mark} reader={reader} onRemove={() => void remove(mark.id)} />
          ))}
        </ul>
      )}
    </>
  );
}

interface MarkRowProps {
  readonly mark: TextbookMark;
  readonly reader: ReaderHandle;
  readonly onRemove: () => void;
}

function MarkRow({ mark, reader, onRemove }: MarkRowProps) {
  const { t } = useTranslation();
  const { pageIndex, area, label, target } = mark;
  const page = pageIndex + 1;
  const targetText =
    target === null
      ? t("textbookMark.unavailable")
      : target.itemId === null
        ? t("textbookMark.toPage", { page: (target.pageIndex ?? 0) + 1 })
        : t("textbookMark.toItem", { title: target.title });
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.go}
          aria-current={reader.pageNumber === page || undefined}
          onClick={() => reader.goToPage(page, { xShare: area.left, yShare: area.top })}
        >
          {t("textbookMark.labelAndPage", { label, page })}
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t("textbookMark.deleteNamed", { label })}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </div>
      <p className={styles.content}>{targetText}</p>
    </li>
  );
}
