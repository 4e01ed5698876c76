/** Asks before a field is deleted, with the number of values that are deleted with it. */
import { Button, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { useTranslation } from "react-i18next";
import { useDeleteField, useFieldFacts } from "./custom-field.api.ts";

interface RemoveFieldDialogProps {
  readonly field: CustomField;
  readonly onClose: () => void;
}

export function RemoveFieldDialog({ field: { id, title }, onClose }: RemoveFieldDialogProps) {
  const { t } = useTranslation();
  const { data, isError, isFetching } = useFieldFacts(id);
  const remove = useDeleteField();
  const count = isFetching ? undefined : data?.valueCount;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("customField.removeTitle", { title })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack>
        {count === undefined && !isError && <Skeleton height={24} />}
        {count !== undefined && (
          <Text>{count === 0 ? t("customField.removeNone") : t("customField.removeValues", { count })}</Text>
        )}
        {isError && <Text>{t("customField.removeUnknown")}</Text>}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button
            color="red"
            disabled={count === undefined && !isError}
            loading={remove.isPending}
            onClick={() => remove.mutate(id, { onSuccess: onClose })}
          >
            {t("customField.remove")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
