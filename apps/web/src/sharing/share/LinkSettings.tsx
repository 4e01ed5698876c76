/** Settings of a link: what it shows, its expiry, and whether it is active. Each change is saved immediately. */
import { Fieldset, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { ListedShare } from "@parfocal/core/share/share.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dateOfField, fieldOfDate } from "#ui/site-dates.ts";
import { RevokeLink } from "./RevokeLink.tsx";
import { type ShareChange, useUpdateShare } from "./share.api.ts";

const FLAGS = ["requireAuth", "hideAnnotations", "hideSlideInformation", "hideToolbar"] as const;

export function LinkSettings({ share }: { readonly share: ListedShare }) {
  const { t } = useTranslation();
  const { id, item, isActive } = share;
  const update = useUpdateShare(item.id);
  const change = (changes: ShareChange) => update.mutate({ id, change: changes });
  return (
    <Fieldset legend={t("share.settings")}>
      <Stack gap="sm">
        <Switch
          label={t("share.isActive")}
          description={t("share.isActiveHint")}
          checked={isActive}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
        {FLAGS.map((flag) => (
          <Switch
            key={flag}
            label={t(`share.${flag}`)}
            checked={share[flag]}
            onChange={(event) => change({ [flag]: event.currentTarget.checked })}
          />
        ))}
        <ExpirationDate date={share.expirationDate} onChange={(expirationDate) => change({ expirationDate })} />
        <div role="alert">
          {update.isError && (
            <Text size="sm" c="red">
              {t("share.changeFailed")}
            </Text>
          )}
        </div>
        <RevokeLink share={share} />
      </Stack>
    </Fieldset>
  );
}

interface ExpirationDateProps {
  readonly date: string | null;
  readonly onChange: (date: string | null) => void;
}

/** Saved on blur, because typing passes through intermediate dates. */
function ExpirationDate({ date, onChange }: ExpirationDateProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  function handleLeave(): void {
    if (typed === null) return;
    const next = dateOfField(typed);
    if (next !== date) onChange(next);
    setTyped(null);
  }
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={t("share.expirationDate")}
      description={t("share.expirationDateHint")}
      value={typed ?? fieldOfDate(date)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={handleLeave}
      onKeyDown={(event) => event.key === "Enter" && handleLeave()}
    />
  );
}
