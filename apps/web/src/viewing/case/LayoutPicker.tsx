import { CASE_LAYOUT_MAX, type CaseLayout } from "@parfocal/core/case/case-layout.ts";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./ArrangePanel.module.css";

const SIDES = Array.from({ length: CASE_LAYOUT_MAX }, (_unused, index) => index + 1);
const ARROWS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const within = (side: number): number => Math.min(CASE_LAYOUT_MAX, Math.max(1, side));

interface LayoutPickerProps {
  readonly layout: CaseLayout;
  readonly onLayout: (layout: CaseLayout) => void;
}

/**
 * Grid of squares for choosing columns and rows: selects the chosen square and all squares up to it. One tab stop,
 * arrow keys inside.
 */
export function LayoutPicker({ layout, onLayout }: LayoutPickerProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLDivElement>(null);
  const nameOf = (columns: number, rows: number): string => t("case.layoutOf", { columns, rows });
  function handleKeyDown(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    onLayout({ columns: within(layout.columns + arrow[0]), rows: within(layout.rows + arrow[1]) });
    requestAnimationFrame(() => field.current?.querySelector<HTMLElement>("[aria-checked=true]")?.focus());
  }
  return (
    <section>
      <h3 className={classes.heading}>{t("case.layout")}</h3>
      <div
        ref={field}
        role="radiogroup"
        aria-label={t("case.layout")}
        className={classes.layout}
        onKeyDown={handleKeyDown}
      >
        {SIDES.flatMap((rows) =>
          SIDES.map((columns) => {
            const isChosen = columns === layout.columns && rows === layout.rows;
            return (
              // biome-ignore lint/a11y/useSemanticElements: a field of squares, with the arrows in two directions
              <button
                key={`${columns} ${rows}`}
                type="button"
                role="radio"
                aria-checked={isChosen}
                aria-label={nameOf(columns, rows)}
                tabIndex={isChosen ? 0 : -1}
                className={classes.square}
                data-covered={(columns <= layout.columns && rows <= layout.rows) || undefined}
                onClick={() => onLayout({ columns, rows })}
              />
            );
          }),
        )}
      </div>
      <p className={classes.hint}>{nameOf(layout.columns, layout.rows)}</p>
    </section>
  );
}
