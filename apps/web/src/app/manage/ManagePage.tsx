/** The administration: its tabs, and the part that the address names. */
import { Link, useParams } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { useIsSettled } from "#ui/settled.ts";
import { prefetchItemScreens } from "./item-editors.ts";
import styles from "./ManagePage.module.css";
import { MANAGE_SECTIONS, type ManageSection } from "./manage-sections.ts";

/** Begins to fetch what an address of the administration will show. @param word of the section. */
export async function prefetchSection(word: string): Promise<void> {
  const section = MANAGE_SECTIONS.find((one) => one.word === word);
  if (section) await expectSection(section);
}

function expectSection({ Screen, askEarly }: ManageSection): Promise<void> {
  askEarly?.();
  return Screen.prefetch();
}

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
  const isSettled = useIsSettled();
  // Where most go from any other.
  useEffect(() => {
    if (!isSettled) return;
    void MANAGE_SECTIONS[0]?.Screen.prefetch();
    prefetchItemScreens();
  }, [isSettled]);
  if (!section) return <NotFoundPage />;
  const { Screen } = section;
  return (
    <div id="sz-admin-app" className={styles.page}>
      <nav ref={tabs} className={styles.tabs} aria-label={t("manage.sections")}>
        {sections.map((one) => (
          <Link
            key={one.word}
            to={`/s${site.id}/manage${one.word === "" ? "" : `/${one.word}`}`}
            className={styles.tab}
            data-word={one.word}
            data-active={one === section || undefined}
            aria-current={one === section ? "page" : undefined}
            onPointerEnter={() => one !== section && void expectSection(one)}
            onFocus={() => one !== section && void expectSection(one)}
            onClick={() => one !== section && void expectSection(one)}
          >
            <one.icon size={18} stroke={1.5} aria-hidden /> {t(one.title)}
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
