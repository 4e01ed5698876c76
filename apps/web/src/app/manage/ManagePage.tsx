/** The administration: its tabs, and the section in the URL. */
import { useParams } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { useIsSettled } from "#ui/settled.ts";
import { prefetchItemScreens } from "./item-editors.ts";
import styles from "./ManagePage.module.css";
import { MANAGE_SECTIONS } from "./manage-sections.ts";
import { expectSection, SectionTabs } from "./SectionTabs.tsx";

/** Starts loading what a URL of the administration will show. @param word URL word of the section. */
export async function prefetchSection(word: string): Promise<void> {
  const section = MANAGE_SECTIONS.find((one) => one.word === word);
  if (section) await expectSection(section);
}

/** `sz-admin-app` is the ID of content management in the specification (part 2, section 2). */
export function ManagePage() {
  const { t } = useTranslation();
  const { can } = useSession();
  const { section: word = "" } = useParams({ strict: false }) as { section?: string };
  const section = MANAGE_SECTIONS.find((one) => one.word === word && can(one.needs));
  usePagePlace({ title: section ? t(section.title) : "" });
  const isSettled = useIsSettled();
  // The section that is most often opened next.
  useEffect(() => {
    if (!isSettled) return;
    void MANAGE_SECTIONS[0]?.Screen.prefetch();
    if (word === "") prefetchItemScreens();
  }, [isSettled, word]);
  if (!section) return <NotFoundPage />;
  const { Screen } = section;
  return (
    <div id="sz-admin-app" className={styles.page}>
      <SectionTabs current={section} />
      <div className={styles.body} data-wide={word === "" || undefined}>
        <Suspense fallback={<PageSkeleton />}>
          <Screen key={word} />
        </Suspense>
      </div>
    </div>
  );
}
