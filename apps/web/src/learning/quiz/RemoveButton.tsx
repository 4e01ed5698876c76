import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

export function RemoveButton({ title, onRemove }: { readonly title: string; readonly onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={t("quiz.removeOf", { title })} onClick={onRemove}>
      <IconTrash size={18} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}
