import { ActionIcon, Select, TextInput, Tooltip } from "@mantine/core";
import { TALLY_NAME_MAX } from "@parfocal/core/counting/tally.ts";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { showUndo } from "#annotation/undo-toast.tsx";
import classes from "./Counting.module.css";
import type { CountingState, CountingStore, NewTallyNames } from "./counting-store.ts";

const ICON_STROKE = 1.5;

interface CountPickerProps {
  readonly store: CountingStore;
  readonly state: CountingState;
}

/** The counts of this slide: select, name, create and delete. */
export function CountPicker({ store, state }: CountPickerProps) {
  const { t } = useTranslation();
  const { active, tallies } = state;
  const named = (name: string): string => name.trim() || t("counting.countUnnamed");
  const newNames = (): NewTallyNames => {
    const taken = new Set(tallies.map(({ name }) => name));
    const names = tallies.map((_tally, index) => t("counting.countNumber", { number: index + 2 }));
    const name = [t("counting.countNumber", { number: 1 }), ...names].find((free) => !taken.has(free)) ?? "";
    return { name, categories: active.categories.map((category) => category.name) };
  };
  const remove = (): void => {
    const bringBack = store.remove(active.id, newNames());
    showUndo(t("counting.deletedCount", { name: named(active.name) }), bringBack);
  };
  return (
    <section className={classes.picker} aria-label={t("counting.count")}>
      <Select
        label={t("counting.count")}
        data={tallies.map(({ id, name }) => ({ value: id, label: named(name) }))}
        value={active.id}
        allowDeselect={false}
        onChange={(id) => id && store.open(id)}
      />
      <Tooltip label={t("counting.newCount")}>
        <ActionIcon
          size={44}
          variant="default"
          aria-label={t("counting.newCount")}
          onClick={() => store.add(newNames())}
        >
          <IconPlus size={20} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t("counting.deleteCount")}>
        <ActionIcon size={44} variant="default" aria-label={t("counting.deleteCount")} onClick={remove}>
          <IconTrash size={20} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <TextInput
        className={classes.wholeRow}
        label={t("counting.countName")}
        maxLength={TALLY_NAME_MAX}
        value={active.name}
        onChange={({ currentTarget: { value } }) => store.change((tally) => ({ ...tally, name: value }))}
      />
    </section>
  );
}
