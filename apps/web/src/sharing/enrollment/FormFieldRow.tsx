import { ActionIcon, Select, Textarea, TextInput } from "@mantine/core";
import {
  ENROLLMENT_FIELD_TITLE_MAX_CHARACTERS,
  ENROLLMENT_FIELD_TYPES,
  type EnrollmentField,
  type EnrollmentFieldType,
  fieldProblem,
} from "@parfocal/core/enrollment/enrollment-form.ts";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Grip, useSortableRow } from "#ui/SortableList.tsx";
import styles from "./Enrollment.module.css";
import { optionsOf } from "./form-fields.ts";

const MAX_ROWS = 12;

interface FormFieldRowProps {
  readonly field: EnrollmentField;
  /** From 1. */
  readonly number: number;
  /** Whether it was just added: its question has the focus, and shows no error yet. */
  readonly isNew: boolean;
  readonly isTypeFixed: boolean;
  readonly onChange: (change: Partial<EnrollmentField>) => void;
  readonly onRemove: () => void;
}

/** One field of a form: its question, and the type of its answer. */
export function FormFieldRow({ field, number, isNew, isTypeFixed, onChange, onRemove }: FormFieldRowProps) {
  const { t } = useTranslation();
  const { row, grip } = useSortableRow(field.id);
  // A field that has not been visited yet shows no error.
  const [wasLeft, setLeft] = useState({ title: !isNew, options: !isNew });
  const problem = fieldProblem(field);
  const isOfTitle = problem === "titleMissing" || problem === "titleTooLong";
  return (
    <li {...row} className={styles.field}>
      <Grip {...grip} className={styles.grip} aria-label={t("enrollment.moveField", { number })} />
      <div className={styles.inputs}>
        <TextInput
          className={styles.question}
          label={t("enrollment.fieldTitle", { number })}
          value={field.title}
          maxLength={ENROLLMENT_FIELD_TITLE_MAX_CHARACTERS}
          error={isOfTitle && wasLeft.title && t(`enrollment.problem_${problem}`)}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
          onBlur={() => setLeft((left) => ({ ...left, title: true }))}
          autoFocus={isNew}
        />
        <Select
          className={styles.type}
          label={t("enrollment.fieldType", { number })}
          allowDeselect={false}
          disabled={isTypeFixed}
          description={isTypeFixed && t("enrollment.fieldTypeFixed")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={field.type}
          data={ENROLLMENT_FIELD_TYPES.map((value) => ({ value, label: t(`enrollment.type_${value}`) }))}
          onChange={(type) => {
            if (type === null) return;
            if (field.type !== "select") setLeft((left) => ({ ...left, options: false }));
            onChange({ type: type as EnrollmentFieldType });
          }}
        />
        {field.type === "select" && (
          <Textarea
            className={styles.options}
            label={t("enrollment.options")}
            autosize
            minRows={3}
            maxRows={MAX_ROWS}
            value={field.options.join("\n")}
            error={problem && !isOfTitle && wasLeft.options && t(`enrollment.problem_${problem}`)}
            onChange={(event) => onChange({ options: optionsOf(event.currentTarget.value) })}
            onBlur={() => setLeft((left) => ({ ...left, options: true }))}
          />
        )}
      </div>
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t("enrollment.removeField", { number })}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </li>
  );
}
