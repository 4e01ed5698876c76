/** The codes of the site, by type: one row per tab. */
import { Tabs } from "@mantine/core";
import type { Capability } from "@parfocal/core/access/capabilities.ts";
import { useSearch } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { InviteLog } from "#invite/InviteLog.tsx";
import { useSession } from "#platform/session.tsx";
import { SharesOfSite } from "#share/SharesOfSite.tsx";
import { VouchersPanel } from "#voucher/VouchersPanel.tsx";

const TABS = [
  { value: "inviteLog", title: "invite.log", needs: "manageContent", Panel: InviteLog },
  { value: "shares", title: "share.section", needs: "managePeople", Panel: SharesOfSite },
  { value: "vouchers", title: "voucher.section", needs: "managePeople", Panel: VouchersPanel },
] as const satisfies readonly {
  readonly value: string;
  readonly title: string;
  readonly needs: Capability;
  readonly Panel: ComponentType;
}[];

export function CodesScreen() {
  const { t } = useTranslation();
  const { can } = useSession();
  const tabs = TABS.filter(({ needs }) => can(needs));
  const { tab } = useSearch({ strict: false }) as Record<string, unknown>;
  const first = tabs.find(({ value }) => value === tab) ?? TABS[0];
  return (
    <Tabs defaultValue={first.value} keepMounted={false}>
      <Tabs.List aria-label={t("invite.tabs")}>
        {tabs.map(({ value, title }) => (
          <Tabs.Tab key={value} value={value}>
            {t(title)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, Panel }) => (
        <Tabs.Panel key={value} value={value} pt="md">
          <Panel />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
