/** The learning platforms whose users are signed in here, for administrators; with this tool's own URLs. */
import { ActionIcon, Button, Group, Modal, Skeleton, Stack, Text, TextInput, Title, Tooltip } from "@mantine/core";
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { IconCopy, IconLink, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "#share/copy-text.ts";
import { SectionCard } from "#ui/SectionCard.tsx";
import styles from "./Lti.module.css";
import { useDeleteLtiPlatform, useLtiPlatforms } from "./lti.api.ts";
import { PlatformDialog } from "./PlatformDialog.tsx";
import { RegistrationDialog } from "./RegistrationDialog.tsx";
import { UnsentGrades } from "./UnsentGrades.tsx";
import { WaitingDeployments } from "./WaitingDeployments.tsx";

/**
 * The open dialog: the form of an existing or new platform, the confirmation before one is removed, or the registration
 * URL.
 */
type Opened =
  | { readonly form: LtiPlatform | null }
  | { readonly removed: LtiPlatform }
  | { readonly isRegistering: true };

export function LtiPlatforms() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useLtiPlatforms();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <SectionCard id="lti-platforms" title={t("lti.section")} hasSpaceAbove>
      <Text c="dimmed">{t("lti.intro")}</Text>
      {!data && !isError && <Skeleton height={88} />}
      {isError && !data && (
        <>
          <Text role="alert">{t("lti.loadFailed")}</Text>
          <Button variant="default" className={styles.action} onClick={() => void refetch()}>
            {t("ui.tryAgain")}
          </Button>
        </>
      )}
      {data && (
        <>
          {data.platforms.length === 0 && <Text>{t("lti.none")}</Text>}
          <PlatformList platforms={data.platforms} waiting={data.waitingDeployments} onOpen={setOpened} />
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
              onClick={() => setOpened({ form: null })}
            >
              {t("lti.add")}
            </Button>
            <Button
              variant="default"
              leftSection={<IconLink size={18} stroke={1.5} aria-hidden />}
              onClick={() => setOpened({ isRegistering: true })}
            >
              {t("lti.register")}
            </Button>
          </Group>
          {data.platforms.length > 0 && <UnsentGrades />}
          <ToolAddresses tool={data.tool} />
        </>
      )}
      {opened && "form" in opened && <PlatformDialog platform={opened.form} onClose={close} />}
      {opened && "isRegistering" in opened && <RegistrationDialog onClose={close} />}
      {opened && "removed" in opened && <RemoveDialog platform={opened.removed} onClose={close} />}
    </SectionCard>
  );
}

interface PlatformListProps {
  readonly platforms: readonly LtiPlatform[];
  readonly waiting: readonly { readonly platformId: number; readonly deploymentId: string }[];
  readonly onOpen: (opened: Opened) => void;
}

function PlatformList({ platforms, waiting, onOpen }: PlatformListProps) {
  const { t } = useTranslation();
  if (platforms.length === 0) return null;
  return (
    <ul className={styles.platforms} aria-label={t("lti.section")}>
      {platforms.map((platform) => {
        const { id, name, issuer, clientId } = platform;
        const [edit, remove] = [t("lti.edit", { name }), t("lti.remove", { name })];
        return (
          <li key={id} className={styles.platform}>
            <div className={styles.what}>
              <span className={styles.name}>{name}</span>
              <span className={styles.facts}>
                {issuer} · {clientId}
              </span>
              <WaitingDeployments
                platform={platform}
                deploymentIds={waiting.flatMap(({ platformId, deploymentId }) =>
                  platformId === id ? [deploymentId] : [],
                )}
              />
            </div>
            <Tooltip label={edit}>
              <ActionIcon variant="subtle" size="lg" aria-label={edit} onClick={() => onOpen({ form: platform })}>
                <IconPencil size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={remove}>
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={remove}
                onClick={() => onOpen({ removed: platform })}
              >
                <IconTrash size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

const TOOL_ADDRESSES = ["toolUrl", "loginUrl", "launchUrl", "keysUrl"] as const;

function ToolAddresses({ tool }: { readonly tool: Readonly<Record<(typeof TOOL_ADDRESSES)[number], string>> }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Title order={3}>{t("lti.toolTitle")}</Title>
      {TOOL_ADDRESSES.map((name) => {
        const label = `${t("lti.copy")}: ${t(`lti.${name}`)}`;
        return (
          <TextInput
            key={name}
            label={t(`lti.${name}`)}
            readOnly
            value={tool[name]}
            onFocus={(event) => event.currentTarget.select()}
            rightSection={
              <Tooltip label={t("lti.copy")}>
                <ActionIcon variant="subtle" aria-label={label} onClick={() => copyText(tool[name], t("lti.copied"))}>
                  <IconCopy size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
              </Tooltip>
            }
          />
        );
      })}
    </Stack>
  );
}

function RemoveDialog({ platform, onClose }: { readonly platform: LtiPlatform; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const removing = useDeleteLtiPlatform();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("lti.removeTitle", { name: platform.name })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack>
        <Text>{t("lti.removeText")}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button
            color="red"
            loading={removing.isPending}
            onClick={() => removing.mutate(platform.id, { onSuccess: onClose })}
          >
            {t("lti.removeNow")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
