/**
 * Asks before a registration is removed: its answers are deleted permanently, and the person can also be removed from
 * the user group.
 */
import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import type { Registrations } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRemoveRegistration } from "./enrollment.api.ts";

interface RemoveRegistrationDialogProps {
  readonly formId: number;
  readonly row: Registrations["registrations"][number];
  readonly onClose: () => void;
}

export function RemoveRegistrationDialog({ formId, row, onClose }: RemoveRegistrationDialogProps) {
  const { t } = useTranslation();
  const remove = useRemoveRegistration(formId);
  const { userId, name, groupTitle, hasJoined, isMember } = row;
  const mayLeave = hasJoined && isMember && groupTitle !== null;
  const [leavesGroup, setLeaves] = useState(mayLeave);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("enrollment.removeTitle", { name })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack>
        <Text>{t("enrollment.removeText")}</Text>
        {mayLeave && (
          <Checkbox
            label={t("enrollment.removeLeaves", { group: groupTitle })}
            description={t("enrollment.removeLeavesHint")}
            checked={leavesGroup}
            onChange={(event) => setLeaves(event.currentTarget.checked)}
          />
        )}
        {!mayLeave && isMember && <Text c="dimmed">{t("enrollment.removeStays")}</Text>}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ userId, leavesGroup }, { onSuccess: onClose })}
          >
            {t("enrollment.removeYes")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
