/** The user's own work groups: created, renamed, left and deleted; members are added by email address and removed. */
import { Button, Text } from "@mantine/core";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./WorkGroup.module.css";
import { NewWorkGroupDialog, WorkGroupDialog } from "./WorkGroupDialog.tsx";
import { WorkGroupRow } from "./WorkGroupRow.tsx";
import { WorkGroupsFailed } from "./WorkGroupsFailed.tsx";
import { useWorkGroups } from "./work-group.api.ts";

export function WorkGroupsPage() {
  const { t } = useTranslation();
  const { site, user } = useSession();
  usePagePlace({ title: t("workGroup.page"), crumbs: [{ title: t("course.pageTitle"), href: `/s${site.id}/` }] });
  if (!user) return <Navigate to="/sign-in" search={{ next: `/s${site.id}/work-groups` }} replace />;
  return (
    <>
      <PageHeading title={t("workGroup.page")} />
      <OwnWorkGroups userId={user.id} />
    </>
  );
}

function OwnWorkGroups({ userId }: { readonly userId: number }) {
  const { t } = useTranslation();
  const { data: groups, isError, refetch } = useWorkGroups();
  const [openId, setOpenId] = useState<number | "new" | null>(null);
  const open = groups?.find(({ id }) => id === openId);
  if (!groups) return isError ? <WorkGroupsFailed onRetry={() => void refetch()} /> : <PageSkeleton />;
  const add = (
    <Button leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setOpenId("new")}>
      {t("workGroup.make")}
    </Button>
  );
  return (
    <>
      {groups.length === 0 ? (
        <StateMessage
          icon={IconUsers}
          title={t("workGroup.noneYet")}
          text={t("workGroup.noneYetHint")}
          isWholePage={false}
        >
          {add}
        </StateMessage>
      ) : (
        <section className={styles.list} aria-label={t("workGroup.page")}>
          <Text c="dimmed">{t("workGroup.makeHint")}</Text>
          <div>{add}</div>
          <ul className={styles.rows}>
            {groups.map(({ id, title, users, isUserOwner }) => (
              <WorkGroupRow
                key={id}
                title={title}
                ownerName={isUserOwner ? t("workGroup.you") : (users.find(({ isOwner }) => isOwner)?.displayName ?? "")}
                memberCount={users.length}
                onOpen={() => setOpenId(id)}
              />
            ))}
          </ul>
        </section>
      )}
      {openId === "new" && <NewWorkGroupDialog onClose={() => setOpenId(null)} onMade={setOpenId} />}
      {open && <WorkGroupDialog group={open} userId={userId} onClose={() => setOpenId(null)} />}
    </>
  );
}
