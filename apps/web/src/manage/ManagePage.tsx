/** The administration: its tabs, and the part that the address names. */
import { Link, useParams } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import styles from "./ManagePage.module.css";
import { MANAGE_SECTIONS } from "./manage-sections.ts";

/** `sz-admin-app`: the id that the specification gives to the place where content is managed (part 2, section 2). */
export function ManagePage() {
  const { t } = useTranslation();
  const { site, can } = useSession();
  const { section: word = "" } = useParams({ strict: false }) as { section?: string };
  const sections = MANAGE_SECTIONS.filter(({ needs }) => can(needs));
  const section = sections.find((one) => one.word === word);
  usePagePlace({ title: section ? t(section.title) : "" });
  const tabs = useRef<HTMLElement>(null);
  // On a phone not all tabs fit: the chosen one is seen.
  useEffect(() => {
    tabs.current?.querySelector(`[data-word="${word}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [word]);
  if (!section) return <NotFoundPage />;
  const { Screen } = section;
  return (
    <div id="sz-admin-app" className={styles.page}>
      <nav ref={tabs} className={styles.tabs} aria-label={t("manage.sections")}>
        {sections.map(({ word: other, title, icon: Icon }) => (
          <Link
            key={other}
            to={`/s${site.id}/manage${other === "" ? "" : `/${other}`}`}
            className={styles.tab}
            data-word={other}
            data-active={other === word || undefined}
            aria-current={other === word ? "page" : undefined}
          >
            <Icon size={18} stroke={1.5} aria-hidden /> {t(title)}
          </Link>
        ))}
      </nav>
      <div className={styles.body} data-wide={word === "" || undefined}>
        <Suspense fallback={<PageSkeleton />}>
          <Screen key={word} />
        </Suspense>
      </div>
    </div>
  );
}
