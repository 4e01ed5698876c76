/** The invite codes of a user group: generated, copied, printed, deactivated. */
import { Alert, Badge, Button, Group, Skeleton, Switch, Text, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { Invite, InviteState } from "@parfocal/core/invite/invite.contract.ts";
import { IconCopy, IconLink, IconQrcode, IconTicket } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { useSession } from "#platform/session.tsx";
import { dateOfField, fieldOfDate, readableDate } from "#ui/site-dates.ts";
import styles from "./Invite.module.css";
import { useDeactivateInvite, useGenerateInvite, useInvites } from "./invite.api.ts";
import { joinLink } from "./join-link.ts";
import { QrDialog } from "./QrDialog.tsx";

const STATE_COLOURS: Readonly<Record<InviteState, string>> = {
  active: "teal",
  used: "gray",
  expired: "gray",
  deactivated: "red",
};

interface GroupInvitesProps {
  readonly groupId: number;
  readonly groupTitle: string;
}

export function GroupInvites({ groupId, groupTitle }: GroupInvitesProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useInvites(groupId);
  return (
    <section className={styles.section} aria-label={t("invite.codes")}>
      <div>
        <Text fw={600}>{t("invite.codes")}</Text>
        <Text size="sm" c="dimmed">
          {t("invite.codesHint")}
        </Text>
      </div>
      <GenerateForm groupId={groupId} />
      {!data && !error && <Skeleton height={44} />}
      {error && (
        <Group>
          <Text size="sm" c="red">
            {t("invite.loadFailed")}
          </Text>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {t("ui.tryAgain")}
          </Button>
        </Group>
      )}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("invite.none")}
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((invite) => (
            <InviteRow key={invite.id} invite={invite} groupTitle={groupTitle} />
          ))}
        </ul>
      )}
    </section>
  );
}

function GenerateForm({ groupId }: Pick<GroupInvitesProps, "groupId">) {
  const { t } = useTranslation();
  const [isOneTime, setOneTime] = useState(false);
  const [validUntil, setValidUntil] = useState<string | null>(null);
  const generate = useGenerateInvite();
  const { error } = generate;
  const isEndWrong = error instanceof AppError && error.codes.some((code) => code.startsWith("validUntil"));

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (generate.isPending) return;
    generate.mutate(
      { userGroupId: groupId, isOneTime, validUntil },
      { onSuccess: ({ code }) => showSuccess(t("invite.generated", { code })) },
    );
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <div className={styles.form}>
        <TextInput
          type="datetime-local"
          step={1}
          label={t("invite.validUntil")}
          description={t("invite.validUntilHint")}
          error={isEndWrong && t("invite.endInPast")}
          value={fieldOfDate(validUntil)}
          onChange={(event) => {
            setValidUntil(dateOfField(event.currentTarget.value));
            generate.reset();
          }}
        />
        <Switch
          label={t("invite.oneTime")}
          description={t("invite.oneTimeHint")}
          checked={isOneTime}
          onChange={(event) => setOneTime(event.currentTarget.checked)}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconTicket size={18} stroke={1.5} aria-hidden />}
          loading={generate.isPending}
        >
          {t("invite.generate")}
        </Button>
      </div>
      <div role="alert">
        {error && !isEndWrong && (
          <Alert color="red" mt="xs">
            {error instanceof AppError ? error.message : t("platform.failed")}
          </Alert>
        )}
      </div>
    </form>
  );
}

function InviteRow({ invite, groupTitle }: { readonly invite: Invite; readonly groupTitle: string }) {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [isQrOpen, setQrOpen] = useState(false);
  const { code, isOneTime, state, validUntil, useCount } = invite;
  const link = joinLink(site.id, code);
  const facts = [
    t(isOneTime ? "invite.kind_one" : "invite.kind_many"),
    validUntil !== null && t("invite.until", { date: readableDate(validUntil, i18n.language) }),
    !isOneTime && t("invite.uses", { count: useCount }),
  ];
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => showSuccess(t("invite.copied")),
      () => showProblem(t("invite.copyFailed")),
    );
  return (
    <li className={styles.invite}>
      <div className={styles.facts}>
        <Text className={styles.code}>{code}</Text>
        <Group gap="xs">
          <Badge variant="light" color={STATE_COLOURS[state]}>
            {t(`invite.state_${state}`)}
          </Badge>
          <Text size="sm" c="dimmed">
            {facts.filter(Boolean).join(" · ")}
          </Text>
        </Group>
      </div>
      {state === "active" && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={16} stroke={1.5} aria-hidden />}
            aria-label={t("invite.copyCodeNamed", { code })}
            onClick={() => void copy(code)}
          >
            {t("invite.copyCode")}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLink size={16} stroke={1.5} aria-hidden />}
            aria-label={t("invite.copyLinkNamed", { code })}
            onClick={() => void copy(link)}
          >
            {t("invite.copyLink")}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconQrcode size={16} stroke={1.5} aria-hidden />}
            aria-label={t("invite.qrNamed", { code })}
            onClick={() => setQrOpen(true)}
          >
            {t("invite.qr")}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t("invite.deactivateNamed", { code })}
            onClick={() => setAsking(true)}
          >
            {t("invite.deactivate")}
          </Button>
        </Group>
      )}
      {isAsking && <AskDeactivation invite={invite} onDone={() => setAsking(false)} />}
      {isQrOpen && <QrDialog code={code} link={link} groupTitle={groupTitle} onClose={() => setQrOpen(false)} />}
    </li>
  );
}

function AskDeactivation({ invite: { id, code }, onDone }: { readonly invite: Invite; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const deactivate = useDeactivateInvite();
  const handleDeactivate = () =>
    mutateAlways(deactivate, id, {
      onSuccess: () => showSuccess(t("invite.deactivated", { code })),
      onSettled: onDone,
    });
  return (
    <div role="alert" className={styles.ask}>
      <Text size="sm">{t("invite.deactivateAsk", { code })}</Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" autoFocus onClick={onDone}>
          {t("invite.cancel")}
        </Button>
        <Button color="red" loading={deactivate.isPending} onClick={handleDeactivate}>
          {t("invite.deactivate")}
        </Button>
      </Group>
    </div>
  );
}
