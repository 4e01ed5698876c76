/** The batch table on small screens: slide by slide, with an input for each field. */
import { useTranslation } from "react-i18next";
import { FieldInput } from "../FieldInput.tsx";
import styles from "./BatchTable.module.css";
import { Thumbnail } from "./BatchTable.tsx";
import { type BatchField, cellName } from "./batch-values.ts";
import { RowMenu } from "./RowMenu.tsx";
import type { BatchDraft, BatchSlide } from "./useBatchDraft.ts";

interface BatchCardsProps {
  readonly slides: readonly BatchSlide[];
  readonly fields: readonly BatchField[];
  readonly batch: BatchDraft;
}

export function BatchCards({ slides, fields, batch }: BatchCardsProps) {
  const { t } = useTranslation();
  const { values } = batch.draft;
  const slideIds = slides.map(({ id }) => id);
  return (
    <ul className={styles.cards} aria-label={t("customField.tableLabel")}>
      {slides.map((slide) => (
        <li key={slide.id} className={styles.card} aria-label={slide.title}>
          <div className={styles.slideHeadRow}>
            <Thumbnail path={slide.thumbnail} />
            <span className={styles.slideTitle}>{slide.title}</span>
            <RowMenu slide={slide} slideIds={slideIds} fields={fields} values={values} onChange={batch.change} />
          </div>
          {fields.map((field) => {
            const problem = batch.problemAt(slide.id, field);
            return (
              <FieldInput
                key={field.id}
                field={field}
                value={values[cellName(slide.id, field.id)] ?? ""}
                error={problem && t(`customField.${problem}_${field.fieldType}`)}
                onChange={(value) => batch.change({ [cellName(slide.id, field.id)]: value })}
              />
            );
          })}
        </li>
      ))}
    </ul>
  );
}
