/** Fields of a form: added, removed, reordered by dragging or keyboard. */
import { Button, Text } from "@mantine/core";
import { ENROLLMENT_FIELDS_MAX, type EnrollmentField } from "@parfocal/core/enrollment/enrollment-form.ts";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moved, withBack, without } from "#box/box-draft.ts";
import { SortableList } from "#ui/SortableList.tsx";
import { showUndo } from "#ui/undo-toast.tsx";
import { useLatest } from "#ui/useLatest.ts";
import styles from "./Enrollment.module.css";
import { FormFieldRow } from "./FormFieldRow.tsx";
import { newField, withChange } from "./form-fields.ts";

interface FormFieldsProps {
  readonly fields: readonly EnrollmentField[];
  /** Fields with answers, whose type cannot be changed. */
  readonly answeredIds: ReadonlySet<string>;
  readonly onChange: (fields: EnrollmentField[]) => void;
}

export function FormFields({ fields, answeredIds, onChange }: FormFieldsProps) {
  const { t } = useTranslation();
  const [newId, setNewId] = useState<string | null>(null);
  const latest = useLatest(fields);
  function remove(index: number): void {
    const gone = fields[index];
    if (!gone) return;
    onChange(without(fields, index));
    const title = gone.title.trim();
    const said = title === "" ? t("enrollment.fieldRemovedUntitled") : t("enrollment.fieldRemoved", { title });
    showUndo(said, t("enrollment.undo"), () => onChange(withBack(latest.current, index, gone)));
  }
  function add(): void {
    const field = newField();
    setNewId(field.id);
    onChange([...fields, field]);
  }
  return (
    <section className={styles.section} aria-label={t("enrollment.fields")}>
      <h3 className={styles.sectionTitle}>{t("enrollment.fields")}</h3>
      <p className={styles.hint}>{t("enrollment.fieldsHint")}</p>
      {fields.length === 0 && <Text>{t("enrollment.fieldsNone")}</Text>}
      <SortableList
        className={styles.list}
        entries={fields.map(({ id, title }, index) => ({
          id,
          title: title.trim() || t("enrollment.fieldNumbered", { number: index + 1 }),
        }))}
        instructions={t("enrollment.moveInstructions")}
        announce={(moment, place) => t(`enrollment.move${moment}`, { ...place })}
        onMove={(from, to) => onChange(moved(fields, from, to))}
      >
        {fields.map((field, index) => (
          <FormFieldRow
            key={field.id}
            field={field}
            number={index + 1}
            isNew={field.id === newId}
            isTypeFixed={answeredIds.has(field.id)}
            onChange={(change) => onChange(withChange(latest.current, field.id, change))}
            onRemove={() => remove(index)}
          />
        ))}
      </SortableList>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          disabled={fields.length >= ENROLLMENT_FIELDS_MAX}
          onClick={add}
        >
          {t("enrollment.addField")}
        </Button>
      </div>
    </section>
  );
}
