/** Plan of an upload: number and size of slides, destination, and excluded files. */
import { Button, Group, Loader, Modal, ScrollArea, Switch, Text } from "@mantine/core";
import { IconAlertTriangle, IconFile, IconStack2 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes, formatQuantity } from "#ui/quantity-text.ts";
import { type ChosenSlide, fileCountOf } from "./slide-content.ts";
import styles from "./UploadPlanDialog.module.css";
import type { UploadDestination } from "./upload-entry.ts";
import {
  fits,
  hasFolders,
  hasSeveralFolders,
  totalBytes,
  totalFiles,
  type UploadPlan,
  withFolders,
} from "./upload-plan.ts";

interface UploadPlanDialogProps {
  /** Null: folders are still being read. */
  readonly plan: UploadPlan | null;
  readonly filesFound: number;
  readonly onClose: () => void;
  readonly onStart: (slides: readonly ChosenSlide[], destination: UploadDestination | null) => void;
}

export function UploadPlanDialog({ plan, filesFound, onClose, onStart }: UploadPlanDialogProps) {
  const { t, i18n } = useTranslation();
  const title = !plan
    ? t("upload.planReadingTitle")
    : plan.slides.length === 0
      ? t("upload.planEmptyTitle")
      : t("upload.planTitle", { count: plan.slides.length });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      withCloseButton={plan !== null}
      closeOnEscape={plan !== null}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      {plan ? (
        <Plan plan={plan} onClose={onClose} onStart={onStart} />
      ) : (
        <Group gap="sm" role="status">
          <Loader size="sm" />
          <Text className="tabular">
            {t("upload.planReading", { count: filesFound, number: formatQuantity(filesFound, i18n.language) })}
          </Text>
        </Group>
      )}
    </Modal>
  );
}

function Plan({ plan, onClose, onStart }: Pick<UploadPlanDialogProps, "onClose" | "onStart"> & { plan: UploadPlan }) {
  const { t, i18n } = useTranslation();
  const [createsFolders, setCreatesFolders] = useState(() => hasSeveralFolders(plan));
  const { slides, leftOut, destination, availableBytes } = plan;
  const hasRoom = fits(plan);
  const size = (bytes: number) => formatBytes(bytes, i18n.language);
  const files = totalFiles(slides);

  if (slides.length === 0)
    return (
      <>
        <Text>{t("upload.planEmpty")}</Text>
        <LeftOut paths={leftOut} isOpen />
        <Group justify="flex-end" mt="lg">
          <Button onClick={onClose} data-autofocus>
            {t("ui.close")}
          </Button>
        </Group>
      </>
    );
  return (
    <>
      <Text className="tabular">
        {[
          size(totalBytes(slides)),
          files > slides.length &&
            t("upload.planFiles", { count: files, number: formatQuantity(files, i18n.language) }),
          destination && t("upload.planTo", { place: destination.title }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
      {availableBytes !== null && (
        <Text size="sm" c={hasRoom ? "dimmed" : "var(--mantine-color-error)"} role={hasRoom ? undefined : "alert"}>
          {hasRoom
            ? t("upload.freeSpace", { size: size(availableBytes) })
            : t("upload.planTooLarge", { size: size(availableBytes) })}
        </Text>
      )}
      {hasFolders(plan) && (
        <Switch
          mt="md"
          checked={createsFolders}
          onChange={(event) => setCreatesFolders(event.currentTarget.checked)}
          label={t("upload.planFolders")}
          description={t("upload.planFoldersHint")}
        />
      )}
      <SlideList slides={slides} areFoldersShown={createsFolders} />
      <LeftOut paths={leftOut} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t("ui.cancel")}
        </Button>
        <Button
          data-autofocus
          disabled={!hasRoom}
          onClick={() => onStart(withFolders(slides, createsFolders), destination)}
        >
          {t("upload.planStart", { count: slides.length })}
        </Button>
      </Group>
    </>
  );
}

/** Maximum number of displayed rows; more would only cost time. */
const MAX_ROWS = 300;

function SlideList({ slides, areFoldersShown }: { slides: readonly ChosenSlide[]; areFoldersShown: boolean }) {
  const { t, i18n } = useTranslation();
  return (
    <ScrollArea.Autosize mah="min(22rem, 40dvh)" type="auto" className={styles.list} viewportProps={{ tabIndex: 0 }}>
      <ul>
        {slides.slice(0, MAX_ROWS).map(({ filename, folders, bytes, content }) => (
          <li key={`${folders.join("/")}/${filename}`} className={styles.row}>
            {content.kind === "set" ? (
              <IconStack2 size={18} stroke={1.5} aria-hidden />
            ) : (
              <IconFile size={18} stroke={1.5} aria-hidden />
            )}
            <span className={styles.name}>
              {areFoldersShown && folders.length > 0 && (
                <span className={styles.folders}>{folders.join(" / ")} / </span>
              )}
              {content.kind === "set" ? filename.replace(/\.zip$/, "") : filename}
            </span>
            <span className={styles.size}>
              {content.kind === "set" && `${t("upload.partCount", { count: fileCountOf(content) })} · `}
              {formatBytes(bytes, i18n.language)}
            </span>
          </li>
        ))}
      </ul>
      {slides.length > MAX_ROWS && (
        <p className={styles.more}>{t("upload.andMore", { count: slides.length - MAX_ROWS })}</p>
      )}
    </ScrollArea.Autosize>
  );
}

function LeftOut({ paths, isOpen = false }: { readonly paths: readonly string[]; readonly isOpen?: boolean }) {
  const { t } = useTranslation();
  if (paths.length === 0) return null;
  return (
    <details className={styles.leftOut} open={isOpen}>
      <summary>
        <IconAlertTriangle size={18} stroke={1.5} aria-hidden /> {t("upload.leftOut", { count: paths.length })}
      </summary>
      <ul>
        {paths.slice(0, MAX_ROWS).map((path) => (
          <li key={path}>{path}</li>
        ))}
        {paths.length > MAX_ROWS && <li>{t("upload.andMore", { count: paths.length - MAX_ROWS })}</li>}
      </ul>
    </details>
  );
}
