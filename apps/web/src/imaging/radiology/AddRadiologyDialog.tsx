/** Uploads radiology zips into a course or folder; the uploads continue when the dialog is closed. */
import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { RADIOLOGY_MAX_BYTES, RADIOLOGY_MAX_FILES } from "@parfocal/core/radiology/radiology-limits.ts";
import { IconFileZip } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { FileDrop } from "#media/FileDrop.tsx";
import { FilesButton } from "#ui/FilesButton.tsx";
import { formatBytes } from "#ui/quantity-text.ts";
import { useLatest } from "#ui/useLatest.ts";
import { UploadRow } from "#upload/UploadRow.tsx";
import { useUploadEntries, useUploadQueues } from "#upload/upload-context.tsx";
import { isCancellable } from "#upload/upload-entry.ts";
import { asChosenSlide, type ChosenZips, sortZips, spaceNeeded } from "./chosen-zips.ts";
import styles from "./Radiology.module.css";
import { useRadiologySpace } from "./radiology.api.ts";

const NOTHING_CHOSEN: ChosenZips = { accepted: [], rejected: [], leftOut: 0 };
/** Binary unit, as in 10 GiB. */
const GIBIBYTE = 1024 ** 3;

export function AddRadiologyDialog({ parentId, onAdded, onClose }: AddItemProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("radiology.addTitle")}
      size="xl"
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <ZipUpload parentId={parentId} onAdded={onAdded} onClose={onClose} />
    </Modal>
  );
}

function ZipUpload({ parentId, onAdded, onClose }: Omit<AddItemProps, "parentKind">) {
  const { t, i18n } = useTranslation();
  const queue = useUploadQueues();
  const { data: space, refetch } = useRadiologySpace();
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  const [keysBefore] = useState(() => new Set(queue?.entries().map(({ key }) => key)));
  const entries = useUploadEntries().filter(({ purpose }) => purpose === "radiology");
  const own = entries.filter(({ destination }) => destination?.id === parentId);
  const needed = spaceNeeded(chosen.accepted);
  const isTooMuch = space !== undefined && needed > space.availableSpace;
  const size = (bytes: number) => formatBytes(bytes, i18n.language);

  function handleFiles(files: readonly File[]): void {
    if (files.length === 0 || !queue) return;
    const sorted = sortZips(files, entries.filter(isCancellable).length);
    setChosen(sorted);
    void refetch();
    const fits = space === undefined || spaceNeeded(sorted.accepted) <= space.availableSpace;
    if (fits) queue.addFor.radiology(sorted.accepted.map(asChosenSlide), { id: parentId, title: "" });
  }

  // If only one was added, the item is opened as soon as it exists.
  const [only] = own.filter(({ key }) => !keysBefore.has(key));
  const itemId = own.length === 1 ? (only?.slide?.imageId ?? null) : null;
  const latest = useLatest({ onAdded, onClose });
  useEffect(() => {
    if (itemId === null) return;
    latest.current.onAdded(itemId);
    latest.current.onClose();
  }, [itemId]);

  return (
    <FileDrop label={t("radiology.drop")} onFiles={handleFiles}>
      <Stack>
        <Text c="dimmed">{t("radiology.addText")}</Text>
        <div className={styles.drop}>
          <IconFileZip size={36} stroke={1.25} aria-hidden />
          <Text fw={600}>{t("radiology.drop")}</Text>
          <FilesButton multiple accept=".zip,application/zip" onFiles={handleFiles} disabled={!queue} data-autofocus>
            {t("radiology.choose")}
          </FilesButton>
          <Text c="dimmed" size="sm">
            {t("radiology.limits", { count: RADIOLOGY_MAX_FILES, size: `${RADIOLOGY_MAX_BYTES / GIBIBYTE} GiB` })}
          </Text>
          <Text c="dimmed" size="sm" className="tabular">
            {space ? t("radiology.freeSpace", { size: size(space.availableSpace) }) : "\u00a0"}
          </Text>
        </div>
        <div role="alert">
          {chosen.rejected.length > 0 && (
            <Alert color="red">
              {chosen.rejected.map(({ name, fault }) => (
                <p key={name} className={styles.rejected}>
                  <strong>{name}</strong>: {t(`radiology.fileFault_${fault}`)}
                </p>
              ))}
            </Alert>
          )}
          {isTooMuch && (
            <Alert color="red">
              {t("radiology.noSpace", { needed: size(needed), free: size(space.availableSpace) })}
            </Alert>
          )}
          {chosen.leftOut > 0 && (
            <Alert color="amber">{t("radiology.tooManyFiles", { count: RADIOLOGY_MAX_FILES })}</Alert>
          )}
        </div>
        {queue && own.length > 0 && (
          <>
            <ul className={styles.rows}>
              {own.map((entry) => (
                <UploadRow key={entry.key} entry={entry} />
              ))}
            </ul>
            <Group justify="space-between">
              <Text c="dimmed" size="sm">
                {t("radiology.mayClose")}
              </Text>
              <Button variant="default" onClick={onClose}>
                {t("ui.close")}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </FileDrop>
  );
}
