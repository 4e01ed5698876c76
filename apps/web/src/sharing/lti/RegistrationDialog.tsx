/** Creates a URL with which a learning platform registers itself. It is shown only once. */
import { ActionIcon, Alert, Button, Group, Modal, Stack, Text, TextInput, Tooltip } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { copyText } from "#share/copy-text.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { useMakeLtiRegistration } from "./lti.api.ts";

export function RegistrationDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const making = useMakeLtiRegistration();
  const { data: made } = making;
  const dates = dateFormat(i18n.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t("lti.registerTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack>
        <Text>{t("lti.registerText")}</Text>
        {made && (
          <TextInput
            label={t("lti.registrationUrl")}
            description={t("lti.registrationEnds", { date: dates.format(new Date(made.endsAt)) })}
            readOnly
            data-autofocus
            value={made.address}
            onFocus={(event) => event.currentTarget.select()}
            rightSection={
              <Tooltip label={t("lti.copy")}>
                <ActionIcon
                  variant="subtle"
                  aria-label={`${t("lti.copy")}: ${t("lti.registrationUrl")}`}
                  onClick={() => copyText(made.address, t("lti.copied"))}
                >
                  <IconCopy size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
              </Tooltip>
            }
          />
        )}
        <div role="alert">{making.isError && <Alert color="red">{t("lti.registerFailed")}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.close")}
          </Button>
          {!made && (
            <Button loading={making.isPending} onClick={() => making.mutate()}>
              {t("lti.registerNow")}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
