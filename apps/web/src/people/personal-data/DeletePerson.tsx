/** In a person's dialog: deletes them after a confirmation. The user's own account is deleted on its page. */
import { Button, Loader, Title } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { WorkChoice } from "@parfocal/core/personal-data/personal-data.contract.ts";
import type { ManagedUser } from "@parfocal/core/user/manage-users.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import forms from "#ui/StackedForm.module.css";
import { DeletionForm } from "./DeletionForm.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import styles from "./PersonalData.module.css";
import { useDataOfUser, useDeleteUser } from "./personal-data.api.ts";

interface DeletePersonProps {
  readonly user: ManagedUser;
  readonly onDeleted: () => void;
}

export function DeletePerson({ user, onDeleted }: DeletePersonProps) {
  const { t } = useTranslation();
  const { user: self } = useSession();
  const [isAsking, setAsking] = useState(false);
  if (self?.id === user.id) return null;
  if (!isAsking)
    return (
      <Button variant="default" className={forms.action} onClick={() => setAsking(true)}>
        {t("personalData.deletePerson")}
      </Button>
    );
  return (
    <section className={styles.question} aria-labelledby="delete-person">
      <Title order={3} id="delete-person">
        {t("personalData.deleteQuestion", { name: user.displayName })}
      </Title>
      <Question user={user} onDeleted={onDeleted} onCancel={() => setAsking(false)} />
    </section>
  );
}

function Question({ user, onDeleted, onCancel }: DeletePersonProps & { readonly onCancel: () => void }) {
  const { t } = useTranslation();
  const { data: counts, error, refetch } = useDataOfUser(user.id);
  const [failure, setFailure] = useState<string | null>(null);
  const deleting = useDeleteUser(user.id);

  async function handleDelete(work: WorkChoice) {
    setFailure(null);
    try {
      await deleting.mutateAsync(work);
      showSuccess(t("personalData.deleted", { name: user.displayName }));
      onDeleted();
    } catch (cause) {
      if (!(cause instanceof AppError)) setFailure(t("platform.failed"));
      else if (cause.codes.includes("lastAdministrator")) setFailure(t("personalData.lastAdministrator"));
      else setFailure(cause.message);
    }
  }

  if (!counts) return error ? <LoadFailed onRetry={() => void refetch()} /> : <Loader size="sm" />;
  return (
    <DeletionForm
      email={user.email}
      counts={counts}
      isOwn={false}
      isBusy={deleting.isPending}
      failure={failure}
      onDelete={(work) => void handleDelete(work)}
      onCancel={onCancel}
    />
  );
}
