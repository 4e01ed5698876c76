/** Asks for the person with whose rights an item is previewed, and reports if they cannot see it. */
import { Alert, Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { startPreview } from "@parfocal/core/assignment/preview.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { call } from "#platform/call.ts";
import { enterPreview } from "#platform/preview.ts";
import { useSession } from "#platform/session.tsx";
import { PersonField } from "./PersonField.tsx";

interface PreviewDialogProps {
  readonly itemId: number;
  readonly title: string;
  readonly onClose: () => void;
}

export function PreviewDialog({ itemId, title, onClose }: PreviewDialogProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const [rights, setRights] = useState<"noGroups" | "person">("noGroups");
  const [userId, setUserId] = useState<number | null>(null);
  const start = useMutation({
    mutationFn: () => call(startPreview, { body: { itemId, userId: rights === "noGroups" ? null : userId } }),
  });
  const { data, error } = start;
  const enter = ({ token, name, path }: NonNullable<typeof data>) => {
    const href = path.length > 0 ? pathTo(site.id, stepsOf(path)) : `/s${site.id}/`;
    enterPreview({ token, name, siteId: site.id, back: location.href }, href ?? location.href);
  };
  const begin = () => start.mutate(undefined, { onSuccess: (answer) => answer.isSeen && enter(answer) });
  const choose = (change: () => void) => {
    start.reset();
    change();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("userGroup.preview")}
      closeButtonProps={{ "aria-label": t("userGroup.close") }}
    >
      <Stack>
        <Radio.Group
          label={t("userGroup.previewRights")}
          value={rights}
          onChange={(value) => choose(() => setRights(value === "person" ? "person" : "noGroups"))}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="noGroups" label={t("userGroup.previewLearner")} data-autofocus />
            <Radio value="person" label={t("userGroup.previewPerson")} />
          </Stack>
        </Radio.Group>
        {rights === "person" && (
          <PersonField label={t("userGroup.whyPerson")} onChange={(id) => choose(() => setUserId(id))} />
        )}
        <Text size="sm" c="dimmed">
          {t(rights === "person" ? "userGroup.previewPersonHint" : "userGroup.previewHint")}
        </Text>
        <div role="alert">
          {error && (
            <Alert color="red">{error instanceof AppError ? error.message : t("userGroup.previewFailed")}</Alert>
          )}
          {data && !data.isSeen && (
            <Alert color="amber" title={t("userGroup.previewNotSeen", { title })}>
              <Stack gap="xs" align="start">
                <Text size="sm">{t("userGroup.previewNotSeenHint")}</Text>
                <Button variant="default" onClick={() => enter(data)}>
                  {t("userGroup.previewFirstPage")}
                </Button>
              </Stack>
            </Alert>
          )}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("userGroup.cancel")}
          </Button>
          <Button loading={start.isPending} disabled={rights === "person" && userId === null} onClick={begin}>
            {t("userGroup.startPreview")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
