/** Browser of the library: folders, search, types, files, and uploads. Used by the picker and the library screen. */
import { Button, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { IconCloudOff, IconListCheck, IconPhotoOff, IconPhotoPlus, IconSearch, IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FilesButton } from "#ui/FilesButton.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { FileDrop } from "./FileDrop.tsx";
import { FolderList, FolderSelect } from "./FolderList.tsx";
import styles from "./MediaBrowser.module.css";
import { MediaGrid } from "./MediaGrid.tsx";
import { UploadRows } from "./UploadRows.tsx";
import { type MediaBrowserState, TYPE_FILTERS, type TypeFilter } from "./useMediaBrowser.ts";

interface MediaBrowserProps {
  readonly browser: MediaBrowserState;
  /** Whether certain types are requested; these are selected in the filter first. */
  readonly isPicking: boolean;
  readonly onOpen: (file: MediaFile) => void;
  /** Shown above the files: actions for the selected files. */
  readonly children?: ReactNode;
}

export function MediaBrowser({ browser, isPicking, onOpen, children }: MediaBrowserProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY);
  return (
    <FileDrop label={t("media.dropHere")} onFiles={browser.add}>
      <div className={styles.browser}>
        {!isSmall && <FolderList chosen={browser.folder} onChoose={browser.setFolder} isEditable={!isPicking} />}
        <div className={styles.main}>
          <MediaToolbar browser={browser} isPicking={isPicking} />
          {isSmall && <FolderSelect chosen={browser.folder} onChoose={browser.setFolder} isEditable={!isPicking} />}
          <UploadRows {...browser.uploads} />
          {children}
          <FoundFiles browser={browser} onOpen={onOpen} />
        </div>
      </div>
    </FileDrop>
  );
}

function MediaToolbar({ browser, isPicking }: Pick<MediaBrowserProps, "browser" | "isPicking">) {
  const { t } = useTranslation();
  const { q, setQ, type, setType, isMultiple, isGathering, setGathering } = browser;
  const types = TYPE_FILTERS.map((value) => ({ value, label: t(TYPE_TEXTS[value]) }));
  return (
    <div className={styles.toolbar}>
      <TextInput
        className={styles.search}
        type="search"
        aria-label={t("media.search")}
        placeholder={t("media.search")}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        rightSection={q !== "" && <CloseButton aria-label={t("media.clearSearch")} onClick={() => setQ("")} />}
      />
      <NativeSelect
        aria-label={t("media.typeLabel")}
        value={type}
        onChange={(event) => setType(event.currentTarget.value as TypeFilter | "fitting")}
        data={isPicking ? [{ value: "fitting", label: t("media.typeFitting") }, ...types] : types}
      />
      {isMultiple && (
        <Button
          variant={isGathering ? "light" : "default"}
          aria-pressed={isGathering}
          leftSection={<IconListCheck size={18} stroke={1.5} aria-hidden />}
          onClick={() => setGathering(!isGathering)}
        >
          {t("media.chooseSeveral")}
        </Button>
      )}
      <ChooseFiles browser={browser} />
    </div>
  );
}

const TYPE_TEXTS = {
  "": "media.typeAll",
  "image/*": "media.typePictures",
  "video/*": "media.typeVideos",
  "application/pdf": "media.typePdf",
} as const satisfies Record<TypeFilter, string>;

function ChooseFiles({ browser: { add, taken } }: Pick<MediaBrowserProps, "browser">) {
  const { t } = useTranslation();
  return (
    <FilesButton
      multiple
      accept={taken.join(",")}
      onFiles={add}
      leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />}
    >
      {t("media.upload")}
    </FilesButton>
  );
}

function FoundFiles({ browser, onOpen }: Pick<MediaBrowserProps, "browser" | "onOpen">) {
  const { t } = useTranslation();
  const { found, files, total, q, type, folder, selectedIds, isMultiple, select } = browser;
  if (found.isPending) return <PageSkeleton />;
  if (found.isError && files.length === 0)
    return (
      <StateMessage
        icon={IconCloudOff}
        title={t("media.loadFailed")}
        text={t("media.loadFailedText")}
        isWholePage={false}
        isAlert
      >
        <Button variant="default" onClick={() => void found.refetch()}>
          {t("media.again")}
        </Button>
      </StateMessage>
    );
  if (files.length === 0) {
    const isLookingFor = q !== "" || (type !== "" && type !== "fitting") || folder !== "all";
    return isLookingFor ? (
      <StateMessage
        icon={IconPhotoOff}
        title={t("media.noneFound")}
        text={t("media.noneFoundText")}
        isWholePage={false}
      />
    ) : (
      <StateMessage icon={IconPhotoPlus} title={t("media.empty")} text={t("media.emptyText")} isWholePage={false} />
    );
  }
  return (
    <>
      <p className={styles.count} role="status">
        {t("media.count", { count: total })}
      </p>
      <MediaGrid
        label={t("media.files")}
        files={files}
        total={total}
        selectedIds={selectedIds}
        isMultiple={isMultiple}
        onSelect={select}
        onOpen={onOpen}
        onEnd={() => {
          if (!found.isFetchingNextPage) void found.fetchNextPage();
        }}
      />
    </>
  );
}
