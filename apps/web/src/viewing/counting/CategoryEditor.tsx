import { ActionIcon, Button, ColorInput, Select, TextInput, Tooltip } from "@mantine/core";
import {
  TALLY_CATEGORIES_MAX,
  TALLY_COLORS,
  TALLY_FORMS,
  TALLY_KEYS,
  TALLY_NAME_MAX,
  TALLY_TARGETS,
  type Tally,
  type TallyCategory,
  withCategory,
  withChangedCategory,
  withoutCategory,
} from "@parfocal/core/counting/tally.ts";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./Counting.module.css";

interface CategoryEditorProps {
  readonly tally: Tally;
  readonly onChange: (change: (tally: Tally) => Tally) => void;
}

const COLOR = /^#[0-9a-f]{6}$/i;

/** Names, keys, colours and marks of the categories; the reported share, and the target number of cells. */
export function CategoryEditor({ tally, onChange }: CategoryEditorProps) {
  const { t } = useTranslation();
  const { categories, ratio, target } = tally;
  return (
    <div className={classes.form}>
      {categories.map((category, index) => (
        <CategoryRow
          key={category.id}
          category={category}
          place={index + 1}
          isLast={categories.length === 1}
          onChange={onChange}
        />
      ))}
      <Button
        variant="default"
        disabled={categories.length >= TALLY_CATEGORIES_MAX}
        onClick={() =>
          onChange((before) =>
            withCategory(before, t("counting.newCategory", { number: before.categories.length + 1 })),
          )
        }
      >
        {t("counting.addCategory")}
      </Button>
      {categories.length > 1 && (
        <div className={classes.pair}>
          <Select
            label={t("counting.ratioPart")}
            placeholder={t("counting.noRatio")}
            clearable
            data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={ratio ? String(ratio.part) : null}
            onChange={(id) => {
              const part = Number(id);
              const rest = categories.find((category) => category.id !== part && category.id === ratio?.rest);
              const other = rest ?? categories.find((category) => category.id !== part);
              onChange((before) => ({ ...before, ratio: id && other ? { part, rest: other.id } : null }));
            }}
          />
          {ratio && (
            <Select
              label={t("counting.ratioRest")}
              data={categories
                .filter(({ id }) => id !== ratio.part)
                .map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(ratio.rest)}
              allowDeselect={false}
              onChange={(id) => id && onChange((before) => ({ ...before, ratio: { ...ratio, rest: Number(id) } }))}
            />
          )}
        </div>
      )}
      <Select
        label={t("counting.target")}
        placeholder={t("counting.noTarget")}
        clearable
        data={TALLY_TARGETS.map((number) => ({
          value: String(number),
          label: t("counting.targetCells", { number }),
        }))}
        value={target === null ? null : String(target)}
        onChange={(number) => onChange((before) => ({ ...before, target: number === null ? null : Number(number) }))}
      />
    </div>
  );
}

interface CategoryRowProps {
  readonly category: TallyCategory;
  readonly place: number;
  readonly isLast: boolean;
  readonly onChange: CategoryEditorProps["onChange"];
}

function CategoryRow({ category, place, isLast, onChange }: CategoryRowProps) {
  const { t } = useTranslation();
  const { id, name } = category;
  const change = (next: Partial<TallyCategory>): void => onChange((tally) => withChangedCategory(tally, id, next));
  return (
    <div className={classes.categoryRow}>
      <TextInput
        aria-label={t("counting.categoryName", { number: place })}
        className={classes.wholeRow}
        value={name}
        maxLength={TALLY_NAME_MAX}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
        rightSection={
          <Tooltip label={t("counting.removeCategory", { name })}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              disabled={isLast}
              aria-label={t("counting.removeCategory", { name })}
              onClick={() => onChange((tally) => withoutCategory(tally, id))}
            >
              <IconTrash size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        }
      />
      <Select
        aria-label={t("counting.categoryKey", { name })}
        data={TALLY_KEYS}
        value={category.key}
        allowDeselect={false}
        onChange={(key) => key && change({ key })}
      />
      <ColorInput
        aria-label={t("counting.categoryColor", { name })}
        value={category.color}
        swatches={[...TALLY_COLORS]}
        withEyeDropper={false}
        onChangeEnd={(color) => COLOR.test(color) && change({ color: color.toLowerCase() })}
      />
      <Select
        aria-label={t("counting.categoryForm", { name })}
        data={TALLY_FORMS.map((form) => ({ value: form, label: t(`counting.form_${form}`) }))}
        value={category.form}
        allowDeselect={false}
        onChange={(value) => {
          const form = TALLY_FORMS.find((known) => known === value);
          if (form) change({ form });
        }}
      />
    </div>
  );
}
