import { Alert, Button, Loader, Modal, Text } from "@mantine/core";
import { ANNOTATION_RESTORE_DAYS, DELETED_ANNOTATIONS_MAX } from "@parfocal/core/annotation/annotation.contract.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { dateFormat } from "#ui/locale-formats.ts";
import classes from "./AnnotationBinDialog.module.css";
import { useDeletedAnnotations, useRestore } from "./annotation-history.api.ts";
import type { AnnotationViewer } from "./annotation-outbox.ts";
import { daysLeft } from "./days-left.ts";
import { GeometryPicture } from "./GeometryPicture.tsx";

interface AnnotationBinDialogProps {
  readonly image: Pick<Image, "id">;
  readonly viewer: AnnotationViewer;
  readonly onClose: () => void;
}

/** Deleted annotations of a slide that can still be restored. */
export function AnnotationBinDialog({ image, viewer, onClose }: AnnotationBinDialogProps) {
  const { t, i18n } = useTranslation();
  const { data: deleted, isError } = useDeletedAnnotations(image.id);
  const restore = useRestore(image.id, viewer).deleted;
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t("annotation.bin")}
      closeButtonProps={{ "aria-label": t("annotation.close") }}
    >
      {isError && <Alert color="red">{t("annotation.binFailed")}</Alert>}
      {!deleted && !isError && <Loader role="img" aria-label={t("annotation.bin")} />}
      {deleted?.length === 0 && <Text>{t("annotation.binEmpty", { days: ANNOTATION_RESTORE_DAYS })}</Text>}
      {deleted && deleted.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {t("annotation.binHint")}{" "}
            {deleted.length === DELETED_ANNOTATIONS_MAX && t("annotation.binLast", { number: deleted.length })}
          </Text>
          <ul className={classes.list}>
            {deleted.map(({ annotation, deletedAt, deletedBy, restorableUntil }) => {
              const title = annotation.title || annotation.content || t("annotation.untitled");
              return (
                <li key={annotation.id} className={classes.row}>
                  <GeometryPicture before={null} after={annotation.geometry} label={t("annotation.changedGeometry")} />
                  <div className={classes.facts}>
                    <Text fw={600} className={classes.title}>
                      {title}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {t("annotation.byAuthor", { author: annotation.author })}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {t("annotation.deletedBy", { name: deletedBy, date: date.format(new Date(deletedAt)) })}
                    </Text>
                    <Text size="sm">{t("annotation.daysLeft", { count: daysLeft(restorableUntil, Date.now()) })}</Text>
                  </div>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`${t("annotation.restore")}: ${title}`}
                    leftSection={<IconArrowBackUp size={16} stroke={1.5} aria-hidden />}
                    loading={restore.isPending && restore.variables.includes(annotation.id)}
                    onClick={() => restore.mutate([annotation.id])}
                  >
                    {t("annotation.restore")}
                  </Button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Modal>
  );
}
