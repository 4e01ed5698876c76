/** Whether a link is active, and how often it was opened. */
import { Group, Text } from "@mantine/core";
import type { ListedShare } from "@parfocal/core/share/share.contract.ts";
import { IconCircleCheck, IconCircleOff, IconClockOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { dateFormat } from "#ui/locale-formats.ts";
import { readableDate } from "#ui/site-dates.ts";

interface LinkStateProps {
  readonly share: ListedShare;
  /** Further facts, before those of the link. */
  readonly facts?: readonly (string | null)[];
}

export function LinkState({ share, facts = [] }: LinkStateProps) {
  const { t, i18n } = useTranslation();
  const { isActive, isExpired, expirationDate, openedCount, lastOpenedAt } = share;
  const state = isExpired ? "expired" : isActive ? "active" : "off";
  const Icon = { expired: IconClockOff, active: IconCircleCheck, off: IconCircleOff }[state];
  const day = dateFormat(i18n.language, { dateStyle: "medium" });
  const all = [
    ...facts,
    expirationDate !== null && t("share.until", { date: readableDate(expirationDate, i18n.language) }),
    t("share.opened", { count: openedCount }),
    lastOpenedAt !== null && t("share.lastOpened", { date: day.format(new Date(lastOpenedAt)) }),
  ];
  return (
    <Group gap="xs">
      <Icon size={18} stroke={1.5} aria-hidden />
      <Text size="sm" fw={550}>
        {t(`share.state_${state}`)}
      </Text>
      <Text size="sm" c="dimmed">
        {all.filter(Boolean).join(" · ")}
      </Text>
    </Group>
  );
}
