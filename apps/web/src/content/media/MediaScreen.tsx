/** The media library screen, with all actions on files. */
import { Button, CloseButton, Drawer, Group, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { IconFolderSymlink, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { MediaBrowser } from "./MediaBrowser.tsx";
import { MediaDetails } from "./MediaDetails.tsx";
import styles from "./MediaScreen.module.css";
import { MoveMediaDialog } from "./MoveMediaDialog.tsx";
import { RemoveMediaDialog } from "./RemoveMediaDialog.tsx";
import { type MediaBrowserState, useMediaBrowser } from "./useMediaBrowser.ts";

export function MediaScreen() {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY);
  const browser = useMediaBrowser(null, true);
  const chosen = browser.files.filter(({ id }) => browser.selectedIds.has(id));
  const [only] = chosen.length === 1 ? chosen : [];
  const details = only && !browser.isGathering && (
    <MediaDetails key={only.id} file={only} onRemoved={browser.clearSelection} />
  );
  // Details cover the files on small screens, so they would interrupt a multiple selection after the first file.
  const isGathering =
    chosen.length > 1 ||
    (browser.isGathering && chosen.length > 0) ||
    (isSmall && chosen.length > 0 && !browser.isAlone);
  return (
    <section className={styles.screen} aria-label={t("media.title")}>
      <div className={styles.files}>
        <MediaBrowser browser={browser} isPicking={false} onOpen={(file) => browser.select(file, "alone")}>
          {isGathering && <ChosenBar chosen={chosen} browser={browser} />}
        </MediaBrowser>
      </div>
      {!isSmall && details && (
        <aside className={styles.details} aria-label={t("media.details")}>
          <Group justify="space-between" wrap="nowrap" mb={8}>
            <Text fw={600}>{t("media.details")}</Text>
            <CloseButton aria-label={t("ui.close")} onClick={browser.clearSelection} />
          </Group>
          {details}
        </aside>
      )}
      {isSmall && (
        <Drawer
          opened={only !== undefined && !isGathering}
          onClose={browser.clearSelection}
          position="bottom"
          size="85%"
          title={t("media.details")}
          closeButtonProps={{ "aria-label": t("ui.close") }}
        >
          {details}
        </Drawer>
      )}
    </section>
  );
}

interface ChosenBarProps {
  readonly chosen: readonly MediaFile[];
  readonly browser: MediaBrowserState;
}

/** Actions on the selected files. */
function ChosenBar({ chosen, browser }: ChosenBarProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"move" | "remove" | null>(null);
  return (
    <div className={styles.bar}>
      <Text size="sm" role="status">
        {t("media.chosen", { count: chosen.length })}
      </Text>
      <Button
        size="compact-sm"
        mih={36}
        variant="default"
        leftSection={<IconFolderSymlink size={16} stroke={1.5} aria-hidden />}
        onClick={() => setDialog("move")}
      >
        {t("media.move")}
      </Button>
      <Button
        size="compact-sm"
        mih={36}
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
        onClick={() => setDialog("remove")}
      >
        {t("media.remove")}
      </Button>
      <CloseButton aria-label={t("media.clearChosen")} onClick={browser.clearSelection} />
      <MoveMediaDialog files={dialog === "move" ? chosen : []} onClose={() => setDialog(null)} />
      <RemoveMediaDialog
        files={dialog === "remove" ? chosen : []}
        onClose={() => setDialog(null)}
        onRemoved={browser.clearSelection}
      />
    </div>
  );
}
