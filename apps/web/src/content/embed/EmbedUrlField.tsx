/** URL field of an embedded page, with its errors and the actions for a host that is not allowed yet. */
import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { EMBED_URL_MAX_CHARACTERS, readEmbedUrl } from "@parfocal/core/site/embed-url.ts";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { useAllowEmbedHost, useEmbedHosts } from "./embed.api.ts";

interface EmbedUrlFieldProps {
  readonly value: string;
  readonly onChange: (url: string) => void;
  /** Whether an empty field already counts as an error. */
  readonly wasSubmitted: boolean;
}

/** Whether a URL may be saved, as far as the browser knows: until the allowed hosts are loaded, the server decides. */
export function useIsEmbeddable(url: string): boolean {
  const { data: hosts } = useEmbedHosts();
  const { host } = readEmbedUrl(url.trim(), [window.location.host]);
  return host !== null && (hosts?.includes(host) ?? true);
}

export function EmbedUrlField({ value, onChange, wasSubmitted }: EmbedUrlFieldProps) {
  const { t } = useTranslation();
  const { data: hosts } = useEmbedHosts();
  const { host, problem } = readEmbedUrl(value.trim(), [window.location.host]);
  const isSaid = problem !== null && (problem !== "empty" || wasSubmitted) && (value.includes(".") || wasSubmitted);
  return (
    <Stack gap="xs">
      <TextInput
        type="url"
        inputMode="url"
        label={t("embed.fieldUrl")}
        description={t("embed.urlHint")}
        placeholder="https://"
        required
        maxLength={EMBED_URL_MAX_CHARACTERS}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={isSaid && t(`embed.problem_${problem}`)}
      />
      {host !== null && hosts && !hosts.includes(host) && <AllowHost host={host} />}
    </Stack>
  );
}

/** Administrators can allow the host here; teachers see whom to ask. */
function AllowHost({ host }: { readonly host: string }) {
  const { t } = useTranslation();
  const { can } = useSession();
  const allow = useAllowEmbedHost();
  return (
    <Alert color="yellow" role="status">
      <Stack gap="xs" align="flex-start">
        {can("managePeople") ? (
          <>
            <Text size="sm">{t("embed.allowText", { host })}</Text>
            <Button size="sm" variant="default" loading={allow.isPending} onClick={() => allow.mutate(host)}>
              {t("embed.allow", { host })}
            </Button>
          </>
        ) : (
          <Text size="sm">{t("embed.askAdministrator", { host })}</Text>
        )}
      </Stack>
    </Alert>
  );
}
