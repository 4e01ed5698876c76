/** Actions on one field of all slides in the table. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconChevronDown, IconCopy, IconEraser, IconRowInsertBottom } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { fieldText } from "#item/field-text.ts";
import { type BatchField, type CellValues, cellName, problemOf } from "./batch-values.ts";

interface ColumnMenuProps {
  readonly field: BatchField;
  readonly slideIds: readonly number[];
  readonly values: CellValues;
  /** Row of the selected cell of this column; null: the selected cell is in another column. */
  readonly at: number | null;
  readonly onChange: (changes: CellValues) => void;
}

const SIZE = { size: 18, stroke: 1.5, "aria-hidden": true } as const;
/** Maximum length of a value shown in the menu. */
const SHOWN_CHARACTERS = 40;

export function ColumnMenu({ field, slideIds, values, at, onChange }: ColumnMenuProps) {
  const { t, i18n } = useTranslation();
  const valueAt = (id: number) => values[cellName(id, field.id)] ?? "";
  const own = at === null ? "" : valueAt(slideIds[at] ?? 0);
  /** The value of the selected cell, otherwise the topmost value. */
  const value = own !== "" ? own : (slideIds.map(valueAt).find((one) => one !== "") ?? "");
  const isReadable = value !== "" && problemOf(field, value) === null;
  const shown = isReadable ? fieldText(i18n.language, { type: field.fieldType, value }) : value;
  const text = shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
  const write = (ids: readonly number[], next: string) => {
    const changes = ids.filter((id) => valueAt(id) !== next).map((id) => [cellName(id, field.id), next]);
    if (changes.length > 0) onChange(Object.fromEntries(changes));
  };
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("customField.columnMenu", { title: field.title })}>
          <IconChevronDown {...SIZE} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {value !== "" && (
          <>
            <Menu.Item leftSection={<IconCopy {...SIZE} />} onClick={() => write(slideIds, value)}>
              {t("customField.sameForAll", { value: text })}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconRowInsertBottom {...SIZE} />}
              onClick={() =>
                write(
                  slideIds.filter((id) => valueAt(id) === ""),
                  value,
                )
              }
            >
              {t("customField.sameWhereEmpty", { value: text })}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconEraser {...SIZE} />} disabled={value === ""} onClick={() => write(slideIds, "")}>
          {t("customField.clearColumn")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
