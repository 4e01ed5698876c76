/** Informs a user who was added to a work group, on any page: they stay or leave with one click. */
import { Button } from "@mantine/core";
import type { NewMembership } from "@parfocal/core/work-group/work-group.contract.ts";
import { keepWorkGroup, kickFromWorkGroup } from "@parfocal/core/work-group/work-group.contract.ts";
import { IconUsers } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import classes from "./NewMembershipNotices.module.css";
import { workGroupKeys } from "./work-group-keys.ts";

export function NewMembershipNotices() {
  const { t } = useTranslation();
  const { user, newMemberships } = useSession();
  if (!user || newMemberships.length === 0) return null;
  return (
    <section className={classes.notices} aria-label={t("workGroup.notices")}>
      {newMemberships.map((membership) => (
        <Notice key={membership.id} membership={membership} userId={user.id} />
      ))}
    </section>
  );
}

function Notice({ membership, userId }: { readonly membership: NewMembership; readonly userId: number }) {
  const { t } = useTranslation();
  const { refresh } = useSession();
  const queryClient = useQueryClient();
  const { id, title, addedBy } = membership;
  const answer = useMutation({
    mutationFn: (stays: boolean) =>
      stays
        ? call(keepWorkGroup, { params: { id: String(id) } })
        : call(kickFromWorkGroup, { params: { id: String(id), userId: String(userId) } }),
    onSuccess: (_nothing, stays) => {
      if (!stays) showSuccess(t("workGroup.left", { title }));
    },
    onSettled: () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: workGroupKeys.all })]),
  });
  const isBusy = (stays: boolean) => answer.isPending && answer.variables === stays;
  return (
    <div className={classes.notice} role="status">
      <IconUsers size={18} stroke={1.5} aria-hidden />
      <p>{t("workGroup.addedYou", { name: addedBy, title })}</p>
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          aria-label={t("workGroup.leaveNamed", { title })}
          loading={isBusy(false)}
          disabled={answer.isPending}
          onClick={() => answer.mutate(false)}
        >
          {t("workGroup.leaveShort")}
        </Button>
        <Button
          size="xs"
          aria-label={t("workGroup.stayNamed", { title })}
          loading={isBusy(true)}
          disabled={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          {t("workGroup.stay")}
        </Button>
      </div>
    </div>
  );
}
