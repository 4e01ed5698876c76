import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { isEmailAddress } from "@parfocal/core/work-group/email-address.ts";
import type { WorkGroup } from "@parfocal/core/work-group/work-group.contract.ts";
import { WORK_GROUP_TITLE_MAX_CHARACTERS } from "@parfocal/core/work-group/work-group-limits.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { mutateAlways } from "#platform/mutate-always.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import classes from "./WorkGroup.module.css";
import { useWorkGroupActions } from "./work-group.api.ts";

type Actions = ReturnType<typeof useWorkGroupActions>;

interface NewWorkGroupDialogProps {
  readonly onClose: () => void;
  readonly onMade: (id: number) => void;
}

export function NewWorkGroupDialog({ onClose, onMade }: NewWorkGroupDialogProps) {
  const { t } = useTranslation();
  const { create } = useWorkGroupActions();
  return (
    <Frame title={t("workGroup.make")} onClose={onClose}>
      <Text size="sm">{t("workGroup.makeHint")}</Text>
      <TitleForm
        title=""
        label={t("workGroup.create")}
        isBusy={create.isPending}
        onSave={(title) => create.mutate(title, { onSuccess: ({ id }) => onMade(id) })}
      />
    </Frame>
  );
}

interface WorkGroupDialogProps {
  readonly group: WorkGroup;
  readonly userId: number;
  readonly onClose: () => void;
}

/** Its members; for people who may change it, also its title and its deletion. */
export function WorkGroupDialog({ group, userId, onClose }: WorkGroupDialogProps) {
  const { t } = useTranslation();
  const actions = useWorkGroupActions();
  const { id, title, userCanEdit, isUserOwner } = group;
  const isMember = group.users.some((user) => user.id === userId);
  const leave = {
    label: t("workGroup.leave"),
    hint: t("workGroup.leaveHint"),
    act: () => actions.takeOut.mutate({ id, userId }, { onSuccess: onClose }),
  };
  const leaveOrDelete = userCanEdit
    ? {
        label: t("workGroup.delete"),
        hint: t("workGroup.deleteHint"),
        act: () =>
          mutateAlways(actions.remove, id, {
            onSuccess: () => {
              showUndo(t("workGroup.deleted"), t("workGroup.undo"), () => actions.restore.mutate(id));
              onClose();
            },
          }),
      }
    : leave;
  return (
    <Frame title={t("workGroup.manageTitle", { title })} onClose={onClose}>
      {userCanEdit && (
        <TitleForm
          key={title}
          title={title}
          label={t("workGroup.rename")}
          isBusy={actions.rename.isPending}
          onSave={(next) => actions.rename.mutate({ id, title: next })}
        />
      )}
      <Members group={group} userId={userId} actions={actions} />
      {userCanEdit && <AddMember groupId={id} actions={actions} />}
      {userCanEdit && !isUserOwner && isMember && <SureButton {...leave} isBusy={actions.takeOut.isPending} />}
      <SureButton {...leaveOrDelete} isBusy={actions.remove.isPending || actions.takeOut.isPending} />
    </Frame>
  );
}

function Members({
  group,
  userId,
  actions,
}: Pick<WorkGroupDialogProps, "group" | "userId"> & { readonly actions: Actions }) {
  const { t } = useTranslation();
  return (
    <section>
      <Text fw={600}>{t("workGroup.members")}</Text>
      <ul className={classes.members}>
        {group.users.map(({ id, displayName, isOwner }) => (
          <li key={id} className={classes.member}>
            <span className={classes.name}>
              {displayName}
              {id === userId && ` (${t("workGroup.you")})`}
              {isOwner && (
                <Text component="span" size="sm" c="dimmed">
                  {" "}
                  · {t("workGroup.owner")}
                </Text>
              )}
            </span>
            {group.userCanEdit && !isOwner && (
              <Button
                variant="default"
                size="xs"
                aria-label={t("workGroup.takeOutNamed", { name: displayName })}
                title={t("workGroup.takeOutHint")}
                loading={actions.takeOut.isPending && actions.takeOut.variables.userId === id}
                onClick={() => actions.takeOut.mutate({ id: group.id, userId: id })}
              >
                {t("workGroup.takeOut")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AddMember({ groupId, actions: { add } }: { readonly groupId: number; readonly actions: Actions }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState("");
  const [isWrong, setWrong] = useState(false);
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const written = email.trim();
    setWrong(!isEmailAddress(written));
    if (isEmailAddress(written)) add.mutate({ groupId, email: written }, { onSuccess: () => setEmail("") });
  }
  return (
    <form className={classes.row} noValidate onSubmit={handleSubmit}>
      <TextInput
        className={classes.field}
        type="email"
        autoComplete="off"
        label={t("workGroup.email")}
        description={t("workGroup.emailHint")}
        error={isWrong && t("workGroup.emailWrong")}
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        {t("workGroup.add")}
      </Button>
    </form>
  );
}

interface TitleFormProps {
  readonly title: string;
  readonly label: string;
  readonly isBusy: boolean;
  readonly onSave: (title: string) => void;
}

function TitleForm({ title, label, isBusy, onSave }: TitleFormProps) {
  const { t } = useTranslation();
  const [written, setWritten] = useState(title);
  const next = written.trim();
  return (
    <form
      className={classes.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (next !== "" && next !== title) onSave(next);
      }}
    >
      <TextInput
        className={classes.field}
        label={t("workGroup.title")}
        maxLength={WORK_GROUP_TITLE_MAX_CHARACTERS}
        data-autofocus={title === "" || undefined}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant={title === "" ? "filled" : "default"}
        loading={isBusy}
        disabled={next === "" || next === title}
      >
        {label}
      </Button>
    </form>
  );
}

interface SureButtonProps {
  readonly label: string;
  readonly hint: string;
  readonly isBusy: boolean;
  readonly act: () => void;
}

/** Asks for confirmation. */
function SureButton({ label, hint, isBusy, act }: SureButtonProps) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  if (!isConfirming) {
    return (
      <Button variant="default" color="red" onClick={() => setConfirming(true)}>
        {label}
      </Button>
    );
  }
  return (
    <div role="alert">
      <Text size="sm">
        {t("workGroup.sure")} {hint}
      </Text>
      <Group mt="xs">
        <Button variant="default" onClick={() => setConfirming(false)}>
          {t("workGroup.cancel")}
        </Button>
        <Button color="red" loading={isBusy} onClick={act}>
          {label}
        </Button>
      </Group>
    </div>
  );
}

function Frame(props: { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={props.onClose} title={props.title} closeButtonProps={{ "aria-label": t("workGroup.close") }}>
      <Stack>{props.children}</Stack>
    </Modal>
  );
}
