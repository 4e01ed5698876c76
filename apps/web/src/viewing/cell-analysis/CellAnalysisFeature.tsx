/** Cell analysis on the slide page: the results of this slide, and a new analysis. */
import { Button, NativeSelect } from "@mantine/core";
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { replaceSearch } from "#platform/replace-search.ts";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import { readAnalysisAddress, withAnalysisAddress } from "./analysis-address.ts";
import classes from "./CellAnalysis.module.css";
import { OutlineToCount } from "./CountFirst.tsx";
import { useCellAnalyses, useCellAnalysis } from "./cell-analysis.api.ts";
import { type AnalysisSource, NewAnalysis } from "./NewAnalysis.tsx";
import { ResultView } from "./ResultView.tsx";
import { nameOf } from "./result-name.ts";
import { isKi67, Ki67Slide } from "./share-label.ts";
import { useCellOverlay } from "./useCellOverlay.ts";
import { useCellSettings } from "./useCellSettings.ts";
import { useKeepAsAnnotation } from "./useKeepAsAnnotation.ts";

/** Selection in the list: no result is open, a new one is being prepared. */
const NEW = "new";
/** Maximum number shown here; all of them are in the list above. */
const TO_COUNT_SHOWN = 3;

export function CellAnalysisFeature(props: AnnotationFeatureProps) {
  // Survives closing the panel: after manual counting in between, the same result is open again.
  const [openId, setOpenId] = useState(() => readAnalysisAddress(window.location.search));
  const { isOpen } = props;
  useEffect(() => {
    replaceSearch(withAnalysisAddress(window.location.search, isOpen ? openId : null));
  }, [isOpen, openId]);
  if (isOpen) return <CellAnalysisPanel {...props} {...{ openId, setOpenId }} />;
  return openId === null ? null : <OutlineToCount viewer={props.viewer} id={openId} />;
}

interface CellAnalysisPanelProps extends AnnotationFeatureProps {
  /** Null: a new analysis is being prepared. */
  readonly openId: number | null;
  readonly setOpenId: (id: number | null) => void;
}

function CellAnalysisPanel(props: CellAnalysisPanelProps) {
  const { viewer, image, board, annotator, onClose, openId, setOpenId } = props;
  const { t, i18n } = useTranslation();
  const overlay = useCellOverlay(viewer);
  const list = useCellAnalyses(image.id, true);
  const [settings, setSettings] = useCellSettings(image);
  /** What a new analysis takes over from a result; null: nothing. */
  const [source, setSource] = useState<AnalysisSource | null>(null);
  const open = (id: number | null): void => {
    setSource(null);
    setOpenId(id);
  };
  const analyseAgain = (next: AnalysisSource): void => {
    setSource(next);
    setSettings(next.settings);
    setOpenId(null);
  };
  const opened = useCellAnalysis(openId);
  const analysis =
    openId === null ? null : (opened.data ?? list.data?.analyses.find(({ id }) => id === openId) ?? null);
  useEffect(() => {
    if (openId === null) overlay?.show(null);
  }, [overlay, openId]);
  const pixel = pixelSizeOf(image);
  const isAnnotating = annotator.state.mode !== "off";
  const keep = useKeepAsAnnotation({ viewer, image, board });
  const results = list.data?.analyses ?? [];
  const labelOf = (one: CellAnalysis): string => {
    const own = nameOf(one, t, i18n.language);
    const name = one.isUserOwner ? own : t("cellAnalysis.byAuthor", { name: own, author: one.author });
    return one.isWithheld ? t("cellAnalysis.toCount", { name }) : name;
  };
  const listed = results.map((one) => ({ value: String(one.id), label: labelOf(one) }));
  const others = results
    .filter(({ id, state, isWithheld }) => id !== openId && state === "done" && !isWithheld)
    .map((one) => ({ id: one.id, label: labelOf(one) }));
  const isListed = openId === null || results.some(({ id }) => id === openId);
  if (!isListed && analysis) listed.unshift({ value: String(openId), label: nameOf(analysis, t, i18n.language) });
  return (
    <Ki67Slide value={isKi67(image)}>
      <SlidePanel title={t("cellAnalysis.title")} onClose={onClose} size="wide">
        {list.isError && (
          <p className={classes.problem} role="alert">
            {t("cellAnalysis.listFailed")}{" "}
            <Button size="compact-sm" variant="default" onClick={() => void list.refetch()}>
              {t("cellAnalysis.retry")}
            </Button>
          </p>
        )}
        {listed.length > 0 && (
          <NativeSelect
            mb="md"
            label={t("cellAnalysis.result")}
            value={openId === null ? NEW : String(openId)}
            data={[{ value: NEW, label: t("cellAnalysis.newAnalysis") }, ...listed]}
            onChange={({ currentTarget: { value } }) => open(value === NEW ? null : Number(value))}
          />
        )}
        {openId !== null && !analysis && opened.isError && (
          <MissingResult onRetry={() => void opened.refetch()} onNew={() => open(null)} />
        )}
        {openId === null && <ToCount results={results} labelOf={labelOf} onOpen={open} />}
        {analysis ? (
          <ResultView
            key={analysis.id}
            viewer={viewer}
            overlay={overlay}
            analysis={analysis}
            pixel={pixel}
            isAnnotating={isAnnotating}
            onKeep={keep}
            others={others}
            onDeleted={() => open(null)}
            onRestored={open}
            onAgain={analyseAgain}
          />
        ) : (
          openId === null && (
            <NewAnalysis
              viewer={viewer}
              overlay={overlay}
              image={image}
              pixel={pixel}
              annotation={board.selected?.geometry ?? null}
              isAnnotating={isAnnotating}
              hasService={list.data?.hasService ?? false}
              settings={settings}
              onSettings={setSettings}
              source={source}
              onCreated={open}
            />
          )
        )}
        {openId === null && !list.isError && !list.isPending && results.length === 0 && (
          <p className={classes.quiet}>{t("cellAnalysis.noResults")}</p>
        )}
      </SlidePanel>
    </Ki67Slide>
  );
}

/** µm. The tool is only offered if the pixel size is known. */
function pixelSizeOf({ slideInformation: { micronsPerPixel, micronsPerPixelY } }: SeenImage): PixelSizeUm {
  const x = micronsPerPixel ?? 0;
  return { x, y: micronsPerPixelY ?? x };
}

interface MissingResultProps {
  readonly onRetry: () => void;
  readonly onNew: () => void;
}

/** Shown instead of a result in the URL that does not exist. */
function MissingResult({ onRetry, onNew }: MissingResultProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.problem} role="alert">
        {t("cellAnalysis.resultFailed")}
      </p>
      <div className={classes.buttons}>
        <Button size="compact-md" variant="default" onClick={onRetry}>
          {t("cellAnalysis.retry")}
        </Button>
        <Button size="compact-md" variant="default" onClick={onNew}>
          {t("cellAnalysis.newAnalysis")}
        </Button>
      </div>
    </>
  );
}

interface ToCountProps {
  readonly results: readonly CellAnalysis[];
  readonly labelOf: (result: CellAnalysis) => string;
  readonly onOpen: (id: number) => void;
}

/** The results that a learner is to count manually first. */
function ToCount({ results, labelOf, onOpen }: ToCountProps) {
  const { t } = useTranslation();
  const withheld = results.filter(({ isWithheld }) => isWithheld).slice(0, TO_COUNT_SHOWN);
  if (withheld.length === 0) return null;
  return (
    <>
      <p className={classes.hint}>{t("cellAnalysis.toCountHint")}</p>
      <div className={classes.buttons} data-above>
        {withheld.map((one) => (
          <Button key={one.id} size="compact-md" variant="default" onClick={() => onOpen(one.id)}>
            {labelOf(one)}
          </Button>
        ))}
      </div>
    </>
  );
}
