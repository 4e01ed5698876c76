/** The sections of the administration available to the user, as links: above each section, and on the home page. */
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { MANAGE_SECTIONS, type ManageSection } from "./manage-sections.ts";
import styles from "./SectionTabs.module.css";

interface SectionTabsProps {
  /** Undefined: none is open. */
  readonly current?: ManageSection | undefined;
}

export function SectionTabs({ current }: SectionTabsProps) {
  const { t } = useTranslation();
  const { site, can } = useSession();
  const tabs = useRef<HTMLElement>(null);
  const word = current?.word;
  // On a phone not all tabs fit, so the current one is scrolled into view.
  useEffect(() => {
    if (word === undefined) return;
    tabs.current?.querySelector(`[data-word="${word}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [word]);
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={t("manage.sections")}>
      {MANAGE_SECTIONS.filter(({ needs, isUnlisted }) => !isUnlisted && can(needs)).map((one) => {
        const expect = one === current ? undefined : () => void expectSection(one);
        return (
          <Link
            key={one.word}
            to={`/s${site.id}/manage${one.word === "" ? "" : `/${one.word}`}`}
            className={styles.tab}
            data-word={one.word}
            data-active={one === current || undefined}
            aria-current={one === current ? "page" : undefined}
            onPointerEnter={expect}
            onFocus={expect}
            onClick={expect}
          >
            <one.icon size={18} stroke={1.5} aria-hidden /> {t(one.title)}
          </Link>
        );
      })}
    </nav>
  );
}

/** Starts loading what a section will show. */
export function expectSection({ Screen, askEarly }: ManageSection): Promise<void> {
  askEarly?.();
  return Screen.prefetch();
}
