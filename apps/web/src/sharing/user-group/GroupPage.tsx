/** A user group in the administration: settings, members, assigned items, ways to join, codes. */
import { Alert, Button, Group, Modal, Stack, Text, Title } from "@mantine/core";
import type { Assignment } from "@parfocal/core/assignment/assignment.contract.ts";
import { IconArrowLeft, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { GroupInvites } from "#invite/GroupInvites.tsx";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { GroupEntries, GroupPlaces } from "./GroupLinks.tsx";
import { GroupMembers } from "./GroupMembers.tsx";
import { GroupSettings } from "./GroupSettings.tsx";
import { useDeleteGroup, useGroup, useGroupEntries } from "./manage-groups.api.ts";
import styles from "./UserGroup.module.css";

export function GroupPage({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { data: group, error, refetch } = useGroup(id);
  const [isAsking, setAsking] = useState(false);
  if (!group) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <article className={styles.page} aria-label={group.title}>
      <div>
        <ButtonLink
          to="/$site/manage/$section"
          params={{ site: `s${site.id}`, section: "groups" }}
          variant="subtle"
          px={0}
          leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
        >
          {t("userGroup.section")}
        </ButtonLink>
        <Group justify="space-between" align="start">
          <Title order={2} className={styles.pageTitle}>
            {group.title}
          </Title>
          {group.userCanEdit && (
            <Button
              variant="default"
              leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />}
              onClick={() => setAsking(true)}
            >
              {t("userGroup.delete")}
            </Button>
          )}
        </Group>
        <Text c="dimmed">{t("userGroup.members", { count: group.userCount })}</Text>
      </div>
      {!group.userCanEdit && <Alert color="gray">{t("userGroup.notYourGroup")}</Alert>}
      {group.userCanEdit && (
        <section className={styles.panel} aria-label={t("userGroup.settings")}>
          <GroupSettings group={group} />
        </section>
      )}
      <div className={styles.panel}>
        <GroupPlaces group={group} />
      </div>
      {group.userCanEdit && (
        <>
          <div className={styles.panel}>
            <GroupMembers group={group} />
          </div>
          <div className={styles.panel}>
            <GroupInvites groupId={id} groupTitle={group.title} />
          </div>
        </>
      )}
      <div className={styles.panel}>
        <GroupEntries groupId={id} />
      </div>
      {isAsking && <DeleteDialog group={group} onClose={() => setAsking(false)} />}
    </article>
  );
}

function DeleteDialog({ group, onClose }: { readonly group: Assignment; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const remove = useDeleteGroup();
  const { data: entries } = useGroupEntries(group.id);
  const voucherCount = entries?.voucherCount ?? 0;
  const isUsed = group.resources.length > 0;
  const handleDelete = () =>
    remove.mutate(group.id, {
      onSuccess: () =>
        void navigate({ to: "/$site/manage/$section", params: { site: `s${site.id}`, section: "groups" } }),
      onError: onClose,
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("userGroup.deleteTitle", { title: group.title })}
      closeButtonProps={{ "aria-label": t("userGroup.close") }}
    >
      <Stack>
        <Text>{isUsed ? t("userGroup.deleteUsed") : t("userGroup.deleteText", { count: group.userCount })}</Text>
        {!isUsed && voucherCount > 0 && <Text>{t("userGroup.deleteVouchers", { count: voucherCount })}</Text>}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t("userGroup.cancel")}
          </Button>
          {!isUsed && (
            <Button color="red" loading={remove.isPending} onClick={handleDelete}>
              {t("userGroup.delete")}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
