import { ActionIcon, Button, Textarea } from "@mantine/core";
import { isNoteContent, NOTE_MAX_CHARACTERS, noteContentOf } from "@parfocal/core/note/note-content.ts";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./NoteSection.module.css";
import type { ListedNote } from "./note-outbox.ts";

const ICON_SIZE_PX = 16;
const ICON_STROKE = 1.5;

interface NoteRowProps {
  readonly note: ListedNote;
  /** Where several people write. */
  readonly isAuthorNamed: boolean;
  /** @returns whether it is kept. */
  readonly onChange: (content: string) => Promise<boolean>;
  readonly onDelete: () => void;
}

export function NoteRow({ note, isAuthorNamed, onChange, onDelete }: NoteRowProps) {
  const { t, i18n } = useTranslation();
  /** null: it is read, not written. */
  const [written, setWritten] = useState<string | null>(null);
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const author = note.isUserOwner ? t("note.byYou") : note.author;

  async function save(): Promise<void> {
    if (written === null || !isNoteContent(written)) return;
    if (noteContentOf(written) === note.content || (await onChange(written))) setWritten(null);
  }

  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <span>
          {isAuthorNamed && `${author} · `}
          {note.isWaiting ? t("note.isWaiting") : date.format(new Date(note.createdAt))}
        </span>
        {note.isUserOwner && written === null && (
          <span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t("note.edit")}
              title={t("note.edit")}
              onClick={() => setWritten(note.content)}
            >
              <IconPencil size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t("note.delete")}
              title={t("note.delete")}
              onClick={onDelete}
            >
              <IconTrash size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
            </ActionIcon>
          </span>
        )}
      </div>
      {written === null ? (
        <p className={classes.content}>{note.content}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Textarea
            aria-label={t("note.edit")}
            autosize
            autoFocus
            minRows={2}
            maxRows={8}
            maxLength={NOTE_MAX_CHARACTERS}
            value={written}
            onChange={(event) => setWritten(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
              if (event.key !== "Escape") return;
              event.stopPropagation();
              setWritten(null);
            }}
          />
          <div className={classes.buttons}>
            <Button type="submit" size="xs" disabled={!isNoteContent(written)}>
              {t("note.save")}
            </Button>
            <Button size="xs" variant="default" onClick={() => setWritten(null)}>
              {t("note.cancel")}
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}
