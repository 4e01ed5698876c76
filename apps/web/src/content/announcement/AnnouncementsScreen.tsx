/** The announcements of the site, for administrators: a list with states; adding, editing, and deleting with undo. */
import { Button, Group, Text } from "@mantine/core";
import type { Announcement } from "@parfocal/core/announcement/announcement.contract.ts";
import { type AnnouncementState, textFor } from "@parfocal/core/announcement/announcement-rules.ts";
import {
  type Icon,
  IconCircleCheck,
  IconCircleOff,
  IconClock,
  IconHistory,
  IconPlugConnectedX,
  IconPlus,
  IconSpeakerphone,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mutateAlways } from "#platform/mutate-always.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { readableDate } from "#ui/site-dates.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import styles from "./Announcement.module.css";
import { AnnouncementDialog } from "./AnnouncementDialog.tsx";
import { useAnnouncements, useDeleteAnnouncement, useRestoreAnnouncement } from "./announcement.api.ts";
import { readerText } from "./reader-texts.ts";

const STATE_ICONS: Readonly<Record<AnnouncementState, Icon>> = {
  planned: IconClock,
  shown: IconCircleCheck,
  over: IconHistory,
  off: IconCircleOff,
};
/** Maximum length of a text within the label of a button. */
const NAME_CHARACTERS = 40;

export function AnnouncementsScreen() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useAnnouncements();
  /** Null: a new one; undefined: none. */
  const [edited, setEdited] = useState<Announcement | null | undefined>();
  if (isError && !data)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("announcement.loadFailed")}
        text={t("announcement.loadFailedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={() => void refetch()}>{t("ui.tryAgain")}</Button>
      </StateMessage>
    );
  if (!data) return <PageSkeleton />;
  return (
    <section className={styles.screen} aria-label={t("announcement.section")}>
      <div className={styles.head}>
        <Text c="dimmed">{t("announcement.intro")}</Text>
        <Button leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setEdited(null)}>
          {t("announcement.add")}
        </Button>
      </div>
      {data.length === 0 ? (
        <StateMessage
          icon={IconSpeakerphone}
          title={t("announcement.emptyTitle")}
          text={t("announcement.emptyText")}
          isWholePage={false}
        />
      ) : (
        <ul className={styles.list}>
          {data.map((one) => (
            <AnnouncementItem key={one.id} announcement={one} onEdit={() => setEdited(one)} />
          ))}
        </ul>
      )}
      {edited !== undefined && <AnnouncementDialog announcement={edited} onClose={() => setEdited(undefined)} />}
    </section>
  );
}

interface AnnouncementItemProps {
  readonly announcement: Announcement;
  readonly onEdit: () => void;
}

function AnnouncementItem({ announcement, onEdit }: AnnouncementItemProps) {
  const { t, i18n } = useTranslation();
  const deleting = useDeleteAnnouncement();
  const restoring = useRestoreAnnouncement();
  const { id, content, state, readers, sticky } = announcement;
  const text = plainText(textFor(content, i18n.language));
  const name = text.length > NAME_CHARACTERS ? `${text.slice(0, NAME_CHARACTERS)}…` : text;
  const StateIcon = STATE_ICONS[state];
  const facts = [
    usePeriodText(announcement),
    readers.map((reader) => t(readerText(reader))).join(", "),
    sticky && t("announcement.stickyFact"),
  ];

  const handleDelete = () =>
    mutateAlways(deleting, id, {
      onSuccess: () => showUndo(t("announcement.deleted"), t("announcement.undo"), () => restoring.mutate(id)),
    });

  return (
    <li className={styles.item}>
      <div className={styles.facts}>
        <span className={styles.state}>
          <StateIcon size={18} stroke={1.5} aria-hidden /> {t(`announcement.state_${state}`)}
        </span>
        <p className={styles.excerpt}>{text}</p>
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(" · ")}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" aria-label={t("announcement.editNamed", { text: name })} onClick={onEdit}>
          {t("announcement.edit")}
        </Button>
        <Button
          variant="subtle"
          color="red"
          aria-label={t("announcement.deleteNamed", { text: name })}
          loading={deleting.isPending}
          onClick={handleDelete}
        >
          {t("announcement.delete")}
        </Button>
      </Group>
    </li>
  );
}

function usePeriodText({ dateStart, dateEnd }: Announcement): string {
  const { t, i18n } = useTranslation();
  const from = dateStart && readableDate(dateStart, i18n.language);
  const until = dateEnd && readableDate(dateEnd, i18n.language);
  if (from && until) return t("announcement.fromUntil", { from, until });
  if (from) return t("announcement.from", { date: from });
  return until ? t("announcement.until", { date: until }) : t("announcement.always");
}

const plainText = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replace(/<\/(p|li|h\d|td|div)>|<br>/g, " $&"), "text/html")
    .body.textContent.trim()
    .replace(/\s+/g, " ");
