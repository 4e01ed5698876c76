/** Links to the previous and next folder. */
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { pathTo } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";
import styles from "./FolderNeighbours.module.css";

interface FolderNeighboursProps {
  readonly previous: Crumb | null;
  readonly next: Crumb | null;
  /** From the course down to this folder. */
  readonly steps: readonly PathStep[];
}

export function FolderNeighbours({ previous, next, steps }: FolderNeighboursProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  if (!previous && !next) return null;
  const hrefOf = ({ id }: Crumb) => pathTo(site.id, [...steps.slice(0, -1), { kind: "folder", id }]) ?? "/";
  return (
    <nav className={styles.neighbours} aria-label={t("folder.neighbours")}>
      {previous && (
        <Link to={hrefOf(previous)} className={styles.link} rel="prev">
          <IconArrowLeft size={18} stroke={1.5} aria-hidden />
          <span className="for-screen-readers">{t("folder.previous")}</span> {previous.title}
        </Link>
      )}
      {next && (
        <Link to={hrefOf(next)} className={styles.link} data-next rel="next">
          <span className="for-screen-readers">{t("folder.next")}</span> {next.title}
          <IconArrowRight size={18} stroke={1.5} aria-hidden />
        </Link>
      )}
    </nav>
  );
}
