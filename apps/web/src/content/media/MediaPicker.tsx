/**
 * Selects files of the library for a field that accepts certain types. Other types are rejected, whether selected or
 * uploaded.
 *
 * Source: spec part 1, section 2 ("Media picker") and section 5.
 */
import { Button, Group, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { isAcceptedType } from "@parfocal/core/media/accepted-types.ts";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { useTranslation } from "react-i18next";
import type { MediaRef } from "#platform/host-bridge.ts";
import { nestedDialog } from "#ui/nested-dialog.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { HostLibraryButton } from "./HostLibraryButton.tsx";
import { MediaBrowser } from "./MediaBrowser.tsx";
import styles from "./MediaPicker.module.css";
import type { PickRequest } from "./standalone-bridge.ts";
import { showTypeNotAllowed } from "./type-not-allowed.ts";
import { useMediaBrowser } from "./useMediaBrowser.ts";

const refOf = (file: MediaFile): MediaRef => ({
  provider: "standalone",
  id: String(file.id),
  url: file.src,
  filename: file.filename,
  mimeType: file.mimeType,
  title: file.title,
  bytes: file.bytes,
});

export function MediaPicker({ request: { options, answer } }: { readonly request: PickRequest }) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY);
  const browser = useMediaBrowser(options.accept, options.multiple ?? false);
  const chosen = browser.files.filter(({ id }) => browser.selectedIds.has(id));

  function choose(files: readonly MediaFile[]) {
    if (files.length === 0) return;
    if (files.every(({ mimeType }) => isAcceptedType(mimeType, options.accept))) answer(files.map(refOf));
    else showTypeNotAllowed();
  }
  return (
    <Modal
      opened
      onClose={() => answer(null)}
      title={options.title}
      size="72rem"
      fullScreen={isSmall ?? false}
      closeButtonProps={{ "aria-label": t("ui.close") }}
      {...nestedDialog(() => answer(null))}
      zIndex={400}
    >
      <div className={styles.picker}>
        <MediaBrowser browser={browser} isPicking onOpen={(file) => choose([file])} />
      </div>
      <Group justify="flex-end" mt="md">
        <HostLibraryButton title={options.title} accept={browser.taken} onTaken={(file) => choose([file])} />
        <Button variant="default" onClick={() => answer(null)}>
          {t("ui.cancel")}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => choose(chosen)}>
          {t("media.choose", { count: Math.max(1, chosen.length) })}
        </Button>
      </Group>
    </Modal>
  );
}
