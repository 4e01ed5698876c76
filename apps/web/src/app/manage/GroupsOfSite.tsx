/** User groups, and for people managers also the work groups of the site. */
import { Tabs } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { GroupsScreen } from "#user-group/GroupsScreen.tsx";
import { AllWorkGroups } from "#work-group/AllWorkGroups.tsx";

export function GroupsOfSite() {
  const { t } = useTranslation();
  const { can } = useSession();
  const { group } = useSearch({ strict: false }) as { readonly group?: string };
  if (group !== undefined || !can("managePeople")) return <GroupsScreen />;
  return (
    <Tabs defaultValue="userGroups" keepMounted={false}>
      <Tabs.List aria-label={t("userGroup.section")}>
        <Tabs.Tab value="userGroups">{t("userGroup.ofPerson")}</Tabs.Tab>
        <Tabs.Tab value="workGroups">{t("workGroup.page")}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="userGroups" pt="md">
        <GroupsScreen />
      </Tabs.Panel>
      <Tabs.Panel value="workGroups" pt="md">
        <AllWorkGroups />
      </Tabs.Panel>
    </Tabs>
  );
}
