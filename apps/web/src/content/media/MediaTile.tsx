import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { IconCheck } from "@tabler/icons-react";
import { type CSSProperties, type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes, formatDimensions } from "#ui/quantity-text.ts";
import { fileIconOf } from "./file-icons.ts";
import styles from "./MediaGrid.module.css";
import { type ChoosingHow, howChosen } from "./media-choice.ts";

interface MediaTileProps {
  readonly file: MediaFile;
  /** From 0, among all results. */
  readonly index: number;
  readonly total: number;
  readonly isSelected: boolean;
  /** Whether it can be reached by Tab, which is the case for one tile. */
  readonly isReachable: boolean;
  /** Whether several files can be selected. */
  readonly isMultiple: boolean;
  readonly style: CSSProperties;
  readonly onSelect: (how: ChoosingHow) => void;
  readonly onOpen: () => void;
}

export function MediaTile(props: MediaTileProps) {
  const { file, index, total, isSelected, isReachable, isMultiple, style, onSelect, onOpen } = props;
  const { i18n } = useTranslation();
  // For pointers only: for other users the option itself states whether it is selected.
  const boxActions = {
    onClick(event: MouseEvent) {
      event.stopPropagation();
      onSelect(event.shiftKey ? "range" : "toggle");
    },
    onDoubleClick: (event: MouseEvent) => event.stopPropagation(),
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys of all its options
    <div
      role="option"
      aria-selected={isSelected}
      aria-setsize={total}
      aria-posinset={index + 1}
      tabIndex={isReachable ? 0 : -1}
      data-index={index}
      className={styles.tile}
      style={style}
      onClick={(event) => onSelect(howChosen(event))}
      onDoubleClick={onOpen}
    >
      <FilePicture mimeType={file.mimeType} thumbnail={file.thumbnail} />
      <span className={styles.title}>{file.title}</span>{" "}
      <span className={styles.facts}>
        {file.width === null || file.height === null
          ? ""
          : `${formatDimensions(file.width, file.height, i18n.language)} · `}
        {formatBytes(file.bytes, i18n.language)}
      </span>
      {(isMultiple || isSelected) && (
        <span className={styles.box} aria-hidden {...(isMultiple ? boxActions : {})}>
          <span className={styles.mark}>{isSelected && <IconCheck size={16} stroke={2.5} />}</span>
        </span>
      )}
    </div>
  );
}

/** Thumbnail of a file; its icon if there is no image or it cannot be loaded. */
export function FilePicture({ mimeType, thumbnail }: { readonly mimeType: string; readonly thumbnail: string | null }) {
  const [isBroken, setBroken] = useState(false);
  const FileIcon = fileIconOf(mimeType);
  return (
    <span className={styles.picture}>
      {thumbnail === null || isBroken ? (
        <FileIcon size={40} stroke={1.25} aria-hidden />
      ) : (
        <img src={thumbnail} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setBroken(true)} />
      )}
    </span>
  );
}
