/** Asks for the URL of a slide on another server, and reads its description. */
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { ExternalTiles } from "@parfocal/core/image/external-tiles.ts";
import { TILE_SOURCE_URL_MAX_CHARACTERS } from "@parfocal/core/site/external-limits.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { AllowHost } from "./AllowHost.tsx";
import { useTileSourceHosts } from "./external-slide.api.ts";
import { type ExternalProblem, ExternalSourceError, readExternalSource } from "./external-source.ts";
import { dropStoredAddress, storedAddress } from "./stored-address.ts";

/** Values for the placeholders of messages if an error does not have them. */
const NOTHING = { host: "", origin: "", status: 0, reason: "" } as const;

interface ExternalAddressFormProps {
  /** Course or folder to which the slide is added. */
  readonly parentId: number;
  readonly onFound: (source: ExternalTiles) => void;
  /** Called when the result no longer belongs to the typed URL. */
  readonly onChanged: () => void;
}

export function ExternalAddressForm({ parentId, onFound, onChanged }: ExternalAddressFormProps) {
  const { t } = useTranslation();
  const { can } = useSession();
  const { data: hosts } = useTileSourceHosts();
  const [url, setUrl] = useState(() => storedAddress(parentId) ?? "");
  const [problem, setProblem] = useState<ExternalProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  function handleChange(next: string): void {
    asking.current?.abort();
    setUrl(next);
    setProblem(null);
    setBusy(false);
    onChanged();
  }

  async function look(allowedHosts: readonly string[]): Promise<void> {
    const stop = new AbortController();
    const { signal } = stop;
    asking.current = stop;
    setProblem(null);
    setBusy(true);
    try {
      onFound(await readExternalSource(url, allowedHosts, signal));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ExternalSourceError)) throw error;
      setProblem(error.problem);
    }
    if (!signal.aborted) setBusy(false);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (hosts && !isBusy) void look(hosts);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the address that was kept
  useEffect(() => {
    if (!hosts || url === "" || storedAddress(parentId) !== url) return;
    dropStoredAddress();
    void look(hosts);
  }, [hosts]);

  if (hosts?.length === 0 && !can("managePeople")) return <Text>{t("slide.externalNoHosts")}</Text>;
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="xs">
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            type="url"
            inputMode="url"
            label={t("slide.externalUrl")}
            placeholder="https://"
            description={t("slide.externalUrlHint")}
            value={url}
            maxLength={TILE_SOURCE_URL_MAX_CHARACTERS}
            onChange={(event) => handleChange(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" variant="default" loading={isBusy} disabled={!hosts || url.trim() === ""}>
            {t("slide.externalLook")}
          </Button>
        </Group>
        {hosts && hosts.length > 0 && (
          <Text size="sm" c="dimmed">
            {t("slide.externalHosts", { hosts: hosts.join(", ") })}
          </Text>
        )}
        <div role="alert">
          {problem && <Alert color="red">{t(`slide.${problem.kind}`, { ...NOTHING, ...problem })}</Alert>}
        </div>
        {problem?.kind === "externalHostNotAllowed" && <AllowHost host={problem.host} url={url} parentId={parentId} />}
      </Stack>
    </form>
  );
}
