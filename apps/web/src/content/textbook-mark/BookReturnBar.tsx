/** Link back to the textbook page that led here. */
import { ActionIcon } from "@mantine/core";
import { IconArrowLeft, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./BookReturnBar.module.css";
import type { BookReturn } from "./book-return.ts";

export function BookReturnBar({ back }: { readonly back: BookReturn }) {
  const { t } = useTranslation();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  const [path = "", page = ""] = back.href.split("?page=");
  return (
    <div className={styles.bar}>
      <Link className={styles.link} to={path} search={{ page } as never}>
        <IconArrowLeft size={18} stroke={1.5} aria-hidden />
        <span>{t("textbookMark.back", { title: back.title, page: back.pageNumber })}</span>
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t("textbookMark.dismiss")}
        onClick={() => setClosed(true)}
      >
        <IconX size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </div>
  );
}
