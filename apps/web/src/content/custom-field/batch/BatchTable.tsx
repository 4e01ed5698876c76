/** Table of slides and fields, navigated and filled in like a spreadsheet. */
import { Tooltip } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { fieldText } from "#item/field-text.ts";
import styles from "./BatchTable.module.css";
import { type BatchField, cellName } from "./batch-values.ts";
import { CellEditor } from "./CellEditor.tsx";
import { ColumnMenu } from "./ColumnMenu.tsx";
import { isWithin } from "./grid-moves.ts";
import { RowMenu } from "./RowMenu.tsx";
import type { BatchDraft, BatchSlide } from "./useBatchDraft.ts";
import { type BatchGrid, useBatchGrid } from "./useBatchGrid.ts";

interface BatchTableProps {
  readonly slides: readonly BatchSlide[];
  readonly fields: readonly BatchField[];
  readonly batch: BatchDraft;
  readonly onLeave: () => void;
}

export function BatchTable({ slides, fields, batch, onLeave }: BatchTableProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const { values } = batch.draft;
  const slideIds = slides.map(({ id }) => id);
  const grid = useBatchGrid({ slideIds, fields, values, onChange: batch.change, onUndo: batch.undo, onLeave });
  return (
    <>
      <p id={hintId} className={styles.hint}>
        {t("customField.keysHint")}
      </p>
      <div className={styles.scroller}>
        <table
          ref={grid.table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are gone about in (APG, "Grid")
          role="grid"
          className={styles.table}
          aria-label={t("customField.tableLabel")}
          aria-describedby={hintId}
          aria-multiselectable
          onKeyDown={grid.onKeyDown}
          onCopy={grid.onCopy}
          onPaste={grid.onPaste}
        >
          <thead>
            <tr>
              <th scope="col" className={styles.slideHead}>
                {t("customField.slide")}
              </th>
              {fields.map((field, column) => (
                <th key={field.id} scope="col">
                  <div className={styles.columnHead}>
                    <span>
                      {field.title}
                      {field.isRequired && !field.isSystem && (
                        <span className={styles.required} title={t("customField.required")}>
                          {" "}
                          *
                        </span>
                      )}
                    </span>
                    <ColumnMenu
                      field={field}
                      slideIds={slideIds}
                      values={values}
                      at={grid.at.column === column ? grid.at.row : null}
                      onChange={batch.change}
                    />
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {slides.map((slide, row) => (
              <tr key={slide.id}>
                <th scope="row" className={styles.slide}>
                  <div className={styles.slideHeadRow}>
                    <Thumbnail path={slide.thumbnail} />
                    <span className={styles.slideTitle}>{slide.title}</span>
                    <RowMenu
                      slide={slide}
                      slideIds={slideIds}
                      fields={fields}
                      values={values}
                      onChange={batch.change}
                    />
                  </div>
                </th>
                {fields.map((field, column) => (
                  <GridCell key={field.id} {...{ slide, field, row, column, grid, batch }} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

export function Thumbnail({ path }: { readonly path: string | null }) {
  return (
    <span className={styles.thumbnail}>
      {path === null ? <IconPhoto size={20} stroke={1.5} aria-hidden /> : <img src={path} alt="" loading="lazy" />}
    </span>
  );
}

interface GridCellProps {
  readonly slide: BatchSlide;
  readonly field: BatchField;
  readonly row: number;
  readonly column: number;
  readonly grid: BatchGrid;
  readonly batch: BatchDraft;
}

function GridCell({ slide, field, row, column, grid, batch }: GridCellProps) {
  const { t, i18n } = useTranslation();
  const value = batch.draft.values[cellName(slide.id, field.id)] ?? "";
  const problem = batch.problemAt(slide.id, field);
  const isAt = grid.at.row === row && grid.at.column === column;
  const isOpen = grid.open?.row === row && grid.open.column === column;
  const said = problem ? t(`customField.${problem}_${field.fieldType}`) : "";
  const cell = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table has the keys of all its cells
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
      role="gridcell"
      data-cell={`${row}-${column}`}
      data-problem={problem ?? undefined}
      data-chosen={isWithin(grid.range, { row, column }) || undefined}
      tabIndex={isAt && !isOpen ? 0 : -1}
      aria-selected={isWithin(grid.range, { row, column })}
      aria-invalid={problem !== null}
      className={styles.cell}
      onClick={(event) => {
        if (!isOpen) grid.choose({ row, column }, event.shiftKey);
      }}
      onDoubleClick={() => grid.openCell({ row, column })}
    >
      {isOpen ? (
        <CellEditor
          field={field}
          label={t("customField.cellOf", { field: field.title, slide: slide.title })}
          value={value}
          typed={grid.open?.typed ?? null}
          onClose={grid.closeCell}
        />
      ) : (
        <span className={styles.value}>
          {value !== "" && (problem === "misfit" ? value : fieldText(i18n.language, { type: field.fieldType, value }))}
          {said !== "" && <span className="for-screen-readers"> {said}</span>}
        </span>
      )}
    </td>
  );
  return said === "" || isOpen ? cell : <Tooltip label={said}>{cell}</Tooltip>;
}
