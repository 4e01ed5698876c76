/** Field for an invite code; then the joined group, with a link to its content. */
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { JoinedGroup } from "@parfocal/core/invite/invite.contract.ts";
import { INVITE_CODE_INPUT_MAX_CHARACTERS } from "@parfocal/core/invite/invite-code.ts";
import { IconCircleCheck } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { failureText } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import styles from "./Invite.module.css";
import { useJoinByCode } from "./invite.api.ts";

interface JoinFormProps {
  /** Initial value of the field. */
  readonly code?: string;
  /** Called when the user opens content of the group. */
  readonly onLeave?: () => void;
}

export function JoinForm({ code = "", onLeave }: JoinFormProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [written, setWritten] = useState(code);
  const [isMissing, setMissing] = useState(false);
  const join = useJoinByCode();
  if (join.data) return <Joined joined={join.data} onLeave={onLeave} />;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const isEmpty = written.trim() === "";
    setMissing(isEmpty);
    if (user && !isEmpty && !join.isPending) join.mutate({ code: written, userId: user.id });
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <Stack>
        <TextInput
          data-autofocus
          label={t("invite.code")}
          description={t("invite.codeHint")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={INVITE_CODE_INPUT_MAX_CHARACTERS}
          classNames={{ input: styles.code ?? "" }}
          error={isMissing ? t("invite.codeMissing") : join.error ? errorText(t, join.error) : false}
          value={written}
          onChange={(event) => {
            setWritten(event.currentTarget.value);
            setMissing(false);
            join.reset();
          }}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={join.isPending}>
            {t("invite.join")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function errorText(t: TFunction, error: unknown): string {
  const codes = error instanceof AppError ? error.codes : [];
  if (codes.includes("inviteUnknown")) return t("invite.unknown");
  if (codes.includes("tooManyAttempts")) return t("invite.tooMany");
  return error instanceof AppError ? error.message : failureText(error).text;
}

function Joined({
  joined: { group, opens },
  onLeave,
}: { readonly joined: JoinedGroup } & Pick<JoinFormProps, "onLeave">) {
  const { t } = useTranslation();
  const { site } = useSession();
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const ways = opens.flatMap((way) => {
    const last = way.at(-1);
    const to = pathTo(site.id, stepsOf(way));
    return last && to !== null ? [{ ...last, to }] : [];
  });
  return (
    <Stack>
      <div ref={heading} tabIndex={-1} role="status">
        <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t("invite.joined", { group: group.title })} />
      </div>
      {ways.length === 0 && <Text>{t("invite.opensNothing")}</Text>}
      {ways.length > 0 && (
        <section aria-label={t("invite.opens")}>
          <Text fw={600} mb="xs">
            {t("invite.opens")}
          </Text>
          <ul className={styles.list}>
            {ways.map(({ id, type, title, to }) => {
              const Icon = ITEM_ICONS[type];
              return (
                <li key={id}>
                  <ButtonLink
                    fullWidth
                    justify="flex-start"
                    variant="default"
                    to={to}
                    leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
                    {...(onLeave ? { onClick: onLeave } : {})}
                  >
                    {title}
                  </ButtonLink>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {ways.length === 0 && (
        <ButtonLink variant="default" to={`/s${site.id}/`} {...(onLeave ? { onClick: onLeave } : {})}>
          {t("invite.toCourses")}
        </ButtonLink>
      )}
    </Stack>
  );
}
