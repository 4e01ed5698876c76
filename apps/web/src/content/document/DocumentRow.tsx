import { ActionIcon } from "@mantine/core";
import type { SiteDocument } from "@parfocal/core/document/document.contract.ts";
import { IconEye, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FilePicture } from "#media/MediaTile.tsx";
import { formatBytes } from "#ui/quantity-text.ts";
import styles from "./Document.module.css";

interface DocumentRowProps {
  readonly document: SiteDocument;
  readonly onShow: () => void;
  readonly onRemove: () => void;
  /** Shown before it. */
  readonly children?: ReactNode;
}

export function DocumentRow({ document, onShow, onRemove, children }: DocumentRowProps) {
  const { t, i18n } = useTranslation();
  const { title, filename, mimeType, thumbnail, bytes, useCount } = document;
  const facts = [
    filename,
    formatBytes(bytes, i18n.language),
    ...(useCount > 0 ? [t("document.useCount", { count: useCount })] : []),
  ];
  return (
    <li className={styles.row}>
      {children}
      <span className={styles.picture}>
        <FilePicture mimeType={mimeType} thumbnail={thumbnail} />
      </span>
      <span className={styles.what}>
        <span className={styles.name}>{title}</span>
        <span className={styles.facts}>{facts.join(" · ")}</span>
      </span>
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
        aria-label={t("document.preview", { title })}
        onClick={onShow}
      >
        <IconEye size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
        aria-label={t("document.remove", { title })}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </li>
  );
}
