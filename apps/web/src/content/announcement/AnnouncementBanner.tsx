/** Announcements on top of a page: one at a time, in the reader's language. */
import { ActionIcon, CloseButton, Group, Text } from "@mantine/core";
import type { ShownAnnouncement } from "@parfocal/core/announcement/announcement.contract.ts";
import { type AnnouncementTexts, textFor } from "@parfocal/core/announcement/announcement-rules.ts";
import { IconChevronLeft, IconChevronRight, IconSpeakerphone } from "@tabler/icons-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { RichText } from "#rich-text/RichText.tsx";
import styles from "./Announcement.module.css";

interface AnnouncementBannerProps {
  /** At least one. */
  readonly announcements: readonly ShownAnnouncement[];
  readonly onClose: (announcement: ShownAnnouncement) => void;
}

export function AnnouncementBanner({ announcements, onClose }: AnnouncementBannerProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const count = announcements.length;
  const at = Math.min(chosen, count - 1);
  const current = announcements[at];
  if (!current) return null;
  return (
    <section className={styles.banner} aria-label={t("announcement.banner")} data-announcement="">
      <AnnouncementText content={current.content} key={current.id}>
        {count > 1 && (
          <Group gap={4} wrap="nowrap" className={styles.pages}>
            <ActionIcon aria-label={t("announcement.previous")} disabled={at === 0} onClick={() => setChosen(at - 1)}>
              <IconChevronLeft size={18} stroke={1.5} />
            </ActionIcon>
            <Text size="sm" role="status" className={styles.position}>
              {t("announcement.position", { number: at + 1, total: count })}
            </Text>
            <ActionIcon
              aria-label={t("announcement.next")}
              disabled={at === count - 1}
              onClick={() => setChosen(at + 1)}
            >
              <IconChevronRight size={18} stroke={1.5} />
            </ActionIcon>
          </Group>
        )}
        {!current.sticky && <CloseButton aria-label={t("announcement.close")} onClick={() => onClose(current)} />}
      </AnnouncementText>
    </section>
  );
}

interface AnnouncementTextProps {
  readonly content: AnnouncementTexts;
  /** Buttons at the end of the banner. */
  readonly children?: ReactNode;
}

/** Content of a banner, also used as a preview. */
export function AnnouncementText({ content, children }: AnnouncementTextProps) {
  const { i18n } = useTranslation();
  const text = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const shown = textFor(content, i18n.language);
  const language = Object.entries(content).find(([, one]) => one === shown)?.[0];
  // Scrollable content must be reachable by keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each text
  useLayoutEffect(() => {
    const { current } = text;
    if (current) setLong(current.scrollHeight > current.clientHeight);
  }, [shown]);
  return (
    <div className={styles.row}>
      <IconSpeakerphone size={20} stroke={1.5} className={styles.icon} aria-hidden />
      <div ref={text} className={styles.text} lang={language} tabIndex={isLong ? 0 : undefined}>
        <RichText text={shown} />
      </div>
      {children}
    </div>
  );
}
