/** Copies the values of one slide to all others in the table. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconCopy, IconDots, IconRowInsertBottom } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { type BatchField, type CellValues, cellName } from "./batch-values.ts";
import type { BatchSlide } from "./useBatchDraft.ts";

interface RowMenuProps {
  readonly slide: BatchSlide;
  readonly slideIds: readonly number[];
  readonly fields: readonly BatchField[];
  readonly values: CellValues;
  readonly onChange: (changes: CellValues) => void;
}

const SIZE = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

/** Fields without a value on this slide are unchanged on the others. */
export function RowMenu({ slide, slideIds, fields, values, onChange }: RowMenuProps) {
  const { t } = useTranslation();
  const synchronise = (isOnlyEmpty: boolean) => {
    const changes = slideIds.flatMap((id) =>
      fields.flatMap((field) => {
        const value = values[cellName(slide.id, field.id)] ?? "";
        const name = cellName(id, field.id);
        const now = values[name] ?? "";
        return value === "" || value === now || (isOnlyEmpty && now !== "") ? [] : [[name, value] as const];
      }),
    );
    if (changes.length > 0) onChange(Object.fromEntries(changes));
  };
  const isEmpty = fields.every((field) => (values[cellName(slide.id, field.id)] ?? "") === "");
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("customField.rowMenu", { title: slide.title })}>
          <IconDots {...SIZE} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy {...SIZE} />} disabled={isEmpty} onClick={() => synchronise(false)}>
          {t("customField.valuesForAll")}
        </Menu.Item>
        <Menu.Item leftSection={<IconRowInsertBottom {...SIZE} />} disabled={isEmpty} onClick={() => synchronise(true)}>
          {t("customField.valuesWhereEmpty")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
