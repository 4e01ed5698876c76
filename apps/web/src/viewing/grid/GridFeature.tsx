/** The grid on the slide page: it stays on the slide while its panel is closed. */
import { type CellCount, countPerCell } from "@parfocal/core/grid/grid-cells.ts";
import { gridProblem } from "@parfocal/core/grid/grid-settings.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import { placesOf } from "./counted-places.ts";
import classes from "./Grid.module.css";
import { GridCounts } from "./GridCounts.tsx";
import { GridSettingsForm } from "./GridSettingsForm.tsx";
import { gridScopeOfImage } from "./grid-cookie.ts";
import { useGrid } from "./useGrid.ts";
import { useGridSettings } from "./useGridSettings.ts";

const byLabel = (counts: readonly CellCount[]): ReadonlyMap<string, CellCount> =>
  new Map(counts.map((count) => [count.label, count]));

interface GridFeatureProps extends AnnotationFeatureProps {
  /** Storage scope of the settings (grid-cookie.ts); default: the image. */
  readonly scope?: string;
}

export function GridFeature({ viewer, image, board, isOpen, onClose, scope }: GridFeatureProps) {
  const { t } = useTranslation();
  const [settings, change] = useGridSettings(scope ?? gridScopeOfImage(image.id));
  const [areNamesShown, setNamesShown] = useState(false);
  const [counted, setCounted] = useState<readonly CellCount[] | null>(null);
  // Until all annotations are loaded, only those around the view are known, and their number is not that of the slide.
  const counts = board.isWhole ? counted : null;
  const shownCounts = useMemo(() => counts && byLabel(counts), [counts]);
  const { micronsPerPixel, micronsPerPixelY } = image.slideInformation;
  const problem = gridProblem({ micronsPerPixel, cellSizeMm: settings.cellSizeMm });
  const { grid, isTooSmall } = useGrid(viewer, settings, areNamesShown || counts !== null, shownCounts);
  if (!isOpen) return null;

  const changeGrid = (next: Partial<typeof settings>): void => {
    setCounted(null);
    change(next);
  };
  const count = (): void => {
    const geometry = grid?.geometry();
    if (!geometry) return;
    if (!settings.isFixed) change({ isFixed: true, center: geometry.center });
    setCounted(countPerCell(geometry, placesOf(board.annotations.map((annotation) => annotation.geometry))));
  };
  return (
    <SlidePanel title={t("grid.title")} onClose={onClose}>
      {problem ? (
        <p className={classes.problem} role="alert">
          {t(`grid.${problem}`)}
        </p>
      ) : (
        <>
          {isTooSmall && (
            <p className={classes.problem} role="status">
              {t("grid.tooSmall")}
            </p>
          )}
          <GridSettingsForm
            settings={settings}
            onChange={changeGrid}
            getViewCenter={() => viewer.getView().center}
            areNamesShown={areNamesShown || counts !== null}
            onNamesChange={(areShown) => {
              setNamesShown(areShown);
              if (!areShown) setCounted(null);
            }}
          />
          {settings.isEnabled && micronsPerPixel !== null && (
            <GridCounts
              canCount={board.isWhole}
              counts={counts}
              geometry={() => grid?.geometry() ?? null}
              pixelSizeUm={{ x: micronsPerPixel, y: micronsPerPixelY ?? micronsPerPixel }}
              cellSizeMm={settings.cellSizeMm}
              onCount={count}
              onStop={() => setCounted(null)}
            />
          )}
        </>
      )}
    </SlidePanel>
  );
}
