import { Button, NativeSelect, TextInput } from "@mantine/core";
import { ANNOTATION_TITLE_MAX_CHARACTERS } from "@parfocal/core/annotation/annotation.contract.ts";
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { typeTextKey } from "#annotation/drawing-tools.ts";
import classes from "./AnnotatorEditingPanel.module.css";
import { canChangeSeveral, typesForAll } from "./change-several.ts";
import type { SelectedAnnotations } from "./useSelectedAnnotations.ts";

/** Sets type and title of all selected annotations. */
export function ChangeSeveral({ selected }: { readonly selected: SelectedAnnotations }) {
  const { t } = useTranslation();
  const [typeName, setTypeName] = useState<DrawnTypeName | null>(null);
  const [title, setTitle] = useState("");
  const { chosen, canChange } = selected;
  const types = typesForAll(chosen);
  const change = { typeName: typeName !== null && types.includes(typeName) ? typeName : null, title };
  const isReady = canChange && canChangeSeveral(chosen, change);
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    selected.changeAll(change);
    setTypeName(null);
    setTitle("");
  }
  return (
    <form className={classes.group} onSubmit={handleSubmit}>
      <h3 className={classes.heading}>{t("annotationEditing.changeAll")}</h3>
      <NativeSelect
        label={t("annotationEditing.typeOfAll")}
        disabled={!canChange || types.length === 0}
        value={change.typeName ?? ""}
        onChange={({ currentTarget: { value } }) => setTypeName(types.find((name) => name === value) ?? null)}
        data={[
          { value: "", label: t("annotationEditing.asItIs") },
          ...types.map((name) => ({ value: name, label: t(`annotation.${typeTextKey(name)}`) })),
        ]}
      />
      <TextInput
        label={t("annotationEditing.titleOfAll")}
        placeholder={t("annotationEditing.asItIs")}
        maxLength={ANNOTATION_TITLE_MAX_CHARACTERS}
        disabled={!canChange}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" disabled={!isReady}>
        {t("annotationEditing.changeCount", { count: chosen.length })}
      </Button>
    </form>
  );
}
