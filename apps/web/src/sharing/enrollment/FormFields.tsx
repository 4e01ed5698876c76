/** What a form asks: added, removed, put in order by hand or by keyboard. */
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Button, Text } from "@mantine/core";
import { ENROLLMENT_FIELDS_MAX, type EnrollmentField } from "@parfocal/core/enrollment/enrollment-form.ts";
import { IconPlus } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moved, withBack, without } from "#box/box-draft.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { useLatest } from "#ui/useLatest.ts";
import styles from "./Enrollment.module.css";
import { FormFieldRow } from "./FormFieldRow.tsx";
import { newField, withChange } from "./form-fields.ts";

/** A press that moves less is no drag, CSS px. */
const DRAG_TOLERANCE_PX = 4;

interface FormFieldsProps {
  readonly fields: readonly EnrollmentField[];
  /** Fields that have been answered: they keep their type. */
  readonly answeredIds: ReadonlySet<string>;
  readonly onChange: (fields: EnrollmentField[]) => void;
}

export function FormFields({ fields, answeredIds, onChange }: FormFieldsProps) {
  const { t } = useTranslation();
  const [newId, setNewId] = useState<string | null>(null);
  const latest = useLatest(fields);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_TOLERANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = fields.map(({ id }) => id);
  function handleDragEnd({ active, over }: DragEndEvent): void {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))];
    if (from >= 0 && to >= 0 && from !== to) onChange(moved(fields, from, to));
  }
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
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements: announce(t, ids),
          screenReaderInstructions: { draggable: t("enrollment.moveInstructions") },
        }}
        onDragEnd={handleDragEnd}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol className={styles.list}>
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
          </ol>
        </SortableContext>
      </DndContext>
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

/** What a screen reader hears while a field is moved. */
function announce(t: TFunction, ids: readonly string[]): Announcements {
  const placeOf = (id: UniqueIdentifier) => ({ number: ids.indexOf(String(id)) + 1, total: ids.length });
  return {
    onDragStart: ({ active }) => t("enrollment.movePicked", placeOf(active.id)),
    // A drag starts over its own row: nothing to announce.
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id ? t("enrollment.moveOver", placeOf(over.id)) : undefined,
    onDragEnd: ({ active, over }) => t("enrollment.moveDropped", placeOf(over?.id ?? active.id)),
    onDragCancel: ({ active }) => t("enrollment.moveCancelled", placeOf(active.id)),
  };
}
