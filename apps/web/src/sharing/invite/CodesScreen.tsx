/** The codes of the site, by type: one row for each tab. */
import { Tabs } from "@mantine/core";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { InviteLog } from "./InviteLog.tsx";

const TABS = [{ value: "inviteLog", title: "invite.log", Panel: InviteLog }] as const satisfies readonly {
  readonly value: string;
  readonly title: string;
  readonly Panel: ComponentType;
}[];

export function CodesScreen() {
  const { t } = useTranslation();
  return (
    <Tabs defaultValue={TABS[0].value} keepMounted={false}>
      <Tabs.List aria-label={t("invite.tabs")}>
        {TABS.map(({ value, title }) => (
          <Tabs.Tab key={value} value={value}>
            {t(title)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map(({ value, Panel }) => (
        <Tabs.Panel key={value} value={value} pt="md">
          <Panel />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
