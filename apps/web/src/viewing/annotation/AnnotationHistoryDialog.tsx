import { Alert, Button, Loader, Modal, Stack, Text } from "@mantine/core";
import { annotationTypeOf } from "@parfocal/core/annotation/annotation-types.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { dateFormat } from "#ui/locale-formats.ts";
import classes from "./AnnotationHistoryDialog.module.css";
import { type ComparedField, type VersionStep, versionSteps } from "./annotation-changes.ts";
import { useAnnotationVersions, useRestore } from "./annotation-history.api.ts";
import type { AnnotationViewer, ListedAnnotation } from "./annotation-outbox.ts";
import { typeTextKey } from "./drawing-tools.ts";
import { GeometryPicture } from "./GeometryPicture.tsx";

interface AnnotationHistoryDialogProps {
  readonly annotation: ListedAnnotation;
  readonly image: Pick<Image, "id">;
  readonly viewer: AnnotationViewer;
  readonly onClose: () => void;
}

/** Version history of an annotation; earlier versions can be restored. */
export function AnnotationHistoryDialog({ annotation, image, viewer, onClose }: AnnotationHistoryDialogProps) {
  const { t } = useTranslation();
  const history = useAnnotationVersions(annotation.id);
  const { versions, isError, hasNextPage } = history;
  const restore = useRestore(image.id, viewer).version;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t("annotation.historyTitle", { title: annotation.title || t("annotation.untitled") })}
      closeButtonProps={{ "aria-label": t("annotation.close") }}
    >
      {isError && <Alert color="red">{t("annotation.historyFailed")}</Alert>}
      {!versions && !isError && <Loader role="img" aria-label={t("annotation.history")} />}
      {versions && (
        <ol className={classes.versions}>
          {versionSteps(versions, hasNextPage).map((step, index) => (
            <VersionRow
              key={step.version.version}
              step={step}
              isNow={index === 0}
              isBusy={restore.isPending}
              onRestore={() => restore.mutate({ id: annotation.id, version: step.version.version })}
            />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          {t("annotation.olderVersions")}
        </Button>
      )}
    </Modal>
  );
}

interface VersionRowProps {
  readonly step: VersionStep;
  readonly isNow: boolean;
  readonly isBusy: boolean;
  readonly onRestore: () => void;
}

function VersionRow({ step: { version, before, changed }, isNow, isBusy, onRestore }: VersionRowProps) {
  const { t, i18n } = useTranslation();
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const isReshaped = changed.includes("geometry") || before === null;
  return (
    <li className={classes.version}>
      <Stack gap={4} className={classes.facts}>
        <Text fw={600}>
          {t(`annotation.change_${version.change}`)}
          <Text span c="dimmed" fw={400}>
            {" · "}
            {isNow ? t("annotation.versionNow") : t("annotation.version", { number: version.version })}
          </Text>
        </Text>
        <Text size="sm" c="dimmed">
          {t("annotation.changedBy", { name: version.changedBy, date: date.format(new Date(version.changedAt)) })}
        </Text>
        <Changes step={{ version, before, changed }} />
        {!isNow && (
          <Button
            className={classes.restore}
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.5} aria-hidden />}
            loading={isBusy}
            onClick={onRestore}
          >
            {t("annotation.restoreVersion")}
          </Button>
        )}
      </Stack>
      {isReshaped && (
        <GeometryPicture
          before={before && changed.includes("geometry") ? before.geometry : null}
          after={version.geometry}
          label={t(changed.includes("geometry") ? "annotation.shapeAfter" : "annotation.changedGeometry")}
        />
      )}
    </li>
  );
}

const FIELD_LABELS = {
  typeId: "annotation.changedType",
  title: "annotation.fieldTitle",
  content: "annotation.fieldContent",
  link: "annotation.fieldLink",
  includeMeasurement: "annotation.measurement",
  geometry: "annotation.changedGeometry",
} as const satisfies Record<ComparedField, string>;

function Changes({ step: { version, before, changed } }: { readonly step: VersionStep }) {
  const { t } = useTranslation();
  const textOf = (of: VersionStep["version"], field: ComparedField): string => {
    if (field === "typeId") return t(`annotation.${typeTextKey(annotationTypeOf(of.typeId)?.name ?? "polygon")}`);
    if (field === "includeMeasurement")
      return of.includeMeasurement ? t("annotation.measurementShown") : t("annotation.measurementHidden");
    return String(of[field]) || t("annotation.emptyText");
  };
  if (before === null) return <Text className={classes.text}>{version.title || version.content}</Text>;
  if (changed.length === 0) return <Text size="sm">{t("annotation.changedNothing")}</Text>;
  return (
    <dl className={classes.changes}>
      {changed.map((field) => (
        <div key={field}>
          <dt>{t(FIELD_LABELS[field])}</dt>
          {field !== "geometry" && (
            <dd>
              {textOf(version, field)}{" "}
              <Text span size="sm" c="dimmed">
                ({t("annotation.changedFrom", { text: textOf(before, field) })})
              </Text>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
