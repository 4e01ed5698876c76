import { Button } from "@mantine/core";
import { NOTE_RESTORE_DAYS } from "@parfocal/core/note/note.contract.ts";
import { useTranslation } from "react-i18next";
import { dateFormat } from "#ui/locale-formats.ts";
import classes from "./NoteSection.module.css";
import { useDeletedNotes, useRestoreNote } from "./note.api.ts";

/** The user's own deleted notes on a slide, each with a restore button. */
export function DeletedNotes({ imageId }: { readonly imageId: number }) {
  const { t, i18n } = useTranslation();
  const { data: deleted, isError } = useDeletedNotes(imageId);
  const restore = useRestoreNote(imageId);
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  if (isError) return <p role="alert">{t("note.deletedFailed")}</p>;
  if (!deleted) return null;
  if (deleted.length === 0) return <p className={classes.who}>{t("note.noneDeleted", { days: NOTE_RESTORE_DAYS })}</p>;
  return (
    <ul className={classes.list} aria-label={t("note.showDeleted")}>
      {deleted.map(({ note, deletedAt }) => (
        <li key={note.id} className={classes.note}>
          <div className={classes.head}>
            <span>{date.format(new Date(deletedAt))}</span>
            <Button
              size="compact-sm"
              variant="default"
              loading={restore.isPending && restore.variables === note.id}
              onClick={() => restore.mutate(note.id)}
            >
              {t("note.restore")}
            </Button>
          </div>
          <p className={classes.content}>{note.content}</p>
        </li>
      ))}
    </ul>
  );
}
