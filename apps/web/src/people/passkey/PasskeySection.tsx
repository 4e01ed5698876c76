/** Passkeys on the account page: list, add, remove. */
import { Alert, Button, Group, Skeleton, Text } from "@mantine/core";
import type { Passkey } from "@parfocal/core/passkey/passkey.contract.ts";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { canUsePasskeys } from "#session/device-passkey.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import rows from "#ui/RuledList.module.css";
import forms from "#ui/StackedForm.module.css";
import { AddPasskeyForm } from "./AddPasskeyForm.tsx";
import { usePasskeys, useRemovePasskey } from "./passkey.api.ts";

export function PasskeySection() {
  const { t } = useTranslation();
  const { data, isError, refetch } = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  if (isError && !data)
    return (
      <>
        <Text role="alert">{t("passkey.failed")}</Text>
        <Button variant="default" className={forms.action} onClick={() => void refetch()}>
          {t("ui.tryAgain")}
        </Button>
      </>
    );
  if (!data) return <Skeleton height={64} />;
  const { passkeys } = data;
  return (
    <>
      <Text c="dimmed">{t("passkey.intro")}</Text>
      {passkeys.length === 0 ? (
        <Text>{t("passkey.none")}</Text>
      ) : (
        <ul className={rows.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {!canUsePasskeys() && <Text c="dimmed">{t("passkey.unsupported")}</Text>}
      {canUsePasskeys() &&
        (isAdding ? (
          <AddPasskeyForm onClose={() => setAdding(false)} />
        ) : (
          <Button className={forms.action} onClick={() => setAdding(true)}>
            {t("passkey.add")}
          </Button>
        ))}
    </>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { readonly passkey: Passkey }) {
  const { t, i18n } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const removing = useRemovePasskey();
  const dates = dateFormat(i18n.language, { dateStyle: "medium" });
  const created = t("passkey.created", { date: dates.format(new Date(createdAt)) });
  const used = lastUsedAt && t("passkey.used", { date: dates.format(new Date(lastUsedAt)) });
  if (isAsking)
    return (
      <li>
        <Alert color="red" title={t("passkey.removeQuestion", { name })}>
          <Text mb="sm">{t("passkey.removeText")}</Text>
          <Group gap="sm">
            <Button color="red" loading={removing.isPending} onClick={() => removing.mutate(id)} autoFocus>
              {t("passkey.remove")}
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t("passkey.cancel")}
            </Button>
          </Group>
        </Alert>
      </li>
    );
  return (
    <li className={rows.row}>
      <IconKey size={24} stroke={1.5} aria-hidden />
      <div className={rows.rowText}>
        <Text fw={560}>{name}</Text>
        <Text size="sm" c="dimmed">
          {used ? `${created} · ${used}` : created}
        </Text>
      </div>
      <Button variant="subtle" onClick={() => setAsking(true)} aria-label={t("passkey.removeNamed", { name })}>
        {t("passkey.remove")}
      </Button>
    </li>
  );
}
