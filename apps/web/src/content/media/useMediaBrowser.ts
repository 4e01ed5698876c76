/** Search in the library, its results, and uploads. */

import { useDebouncedValue } from "@mantine/hooks";
import { LIBRARY_TYPES, libraryTypesOf } from "@parfocal/core/media/accepted-types.ts";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { MEDIA_MAX_BYTES } from "@parfocal/core/media/media-limits.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FolderChoice, sendMediaFile, useMediaSearch, useRefreshMedia } from "./media.api.ts";
import { type ChoosingHow, choose, chosenAlone, howTaken, NOTHING_CHOSEN } from "./media-choice.ts";
import { showTypeNotAllowed } from "./type-not-allowed.ts";
import { useFileUploads } from "./useFileUploads.ts";

const TYPING_MS = 250;

/** Media types of the filter; the empty one means all. */
export const TYPE_FILTERS = ["", "image/*", "video/*", "application/pdf"] as const;
export type TypeFilter = (typeof TYPE_FILTERS)[number];

/**
 * @param accept accepted media types; null: all types of the library.
 * @param isMultiple whether several files can be selected.
 */
export function useMediaBrowser(accept: readonly string[] | null, isMultiple: boolean) {
  const { t } = useTranslation();
  const taken = useMemo(() => libraryTypesOf(accept ?? LIBRARY_TYPES), [accept]);
  const [q, setQ] = useState("");
  const [debouncedQ] = useDebouncedValue(q.trim(), TYPING_MS);
  /** "fitting": the accepted types. */
  const [type, setType] = useState<TypeFilter | "fitting">(accept === null ? "" : "fitting");
  const [folder, setFolder] = useState<FolderChoice>("all");
  const [choice, setChoice] = useState(NOTHING_CHOSEN);
  const [isGathering, setGathering] = useState(false);
  const types = type === "fitting" ? taken : libraryTypesOf(type === "" ? LIBRARY_TYPES : [type]);
  const found = useMediaSearch({ q: debouncedQ, types, folder });
  const refresh = useRefreshMedia();
  const uploads = useFileUploads(async (file, options) => {
    const folderId = typeof folder === "number" ? folder : null;
    const sent = await sendMediaFile(file, { ...options, folderId, accept: taken });
    await refresh();
    if (accept !== null) setChoice(chosenAlone(sent.id));
  });

  function add(files: readonly File[]) {
    // The browser's media type of a file may be empty or wrong; then the server, which reads its bytes, decides.
    const rejected = files.filter((file) => isSurelyRejected(file, taken));
    const tooLarge = files.filter((file) => file.size > MEDIA_MAX_BYTES);
    if (rejected.length > 0) showTypeNotAllowed();
    else if (tooLarge[0]) showTypeNotAllowed(t("media.tooLarge", { name: tooLarge[0].name }));
    uploads.add(files.filter((file) => !rejected.includes(file) && !tooLarge.includes(file)));
  }

  const files: readonly MediaFile[] = useMemo(
    () => found.data?.pages.flatMap((page) => page.files) ?? [],
    [found.data],
  );
  return {
    q,
    setQ,
    type,
    setType,
    folder,
    setFolder,
    found,
    files,
    total: found.data?.pages.at(-1)?.total ?? 0,
    uploads,
    add,
    taken,
    selectedIds: choice.ids,
    /** Whether the selected file is to be opened. */
    isAlone: choice.isAlone,
    isMultiple,
    /** Whether a click without a key adds a file to the selection. */
    isGathering,
    setGathering(isOn: boolean) {
      setGathering(isOn);
      if (!isOn) setChoice(NOTHING_CHOSEN);
    },
    select(file: MediaFile, how: ChoosingHow) {
      const order = files.map(({ id }) => id);
      setChoice((now) => choose(now, file.id, howTaken(how, { isMultiple, isGathering }), order));
    },
    clearSelection: () => setChoice(NOTHING_CHOSEN),
  };
}

export type MediaBrowserState = ReturnType<typeof useMediaBrowser>;

/** @param file rejected only if its type is known; a file without a type may be accepted. */
const isSurelyRejected = (file: File, taken: readonly string[]): boolean =>
  file.type !== "" && !taken.includes(file.type.toLowerCase());
