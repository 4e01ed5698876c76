/** Cell analysis on the slide page: the results of this slide, and a new one. */
import { Button, NativeSelect } from "@mantine/core";
import { ANNOTATION_TYPE_ANALYSIS_POLYGON_ID, NEW_ANNOTATION_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { ANNOTATION_CHANNEL, scopeOfImage } from "#annotation/annotation-outbox.ts";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import classes from "./CellAnalysis.module.css";
import { OutlineToCount } from "./CountFirst.tsx";
import { useCellAnalyses, useCellAnalysis } from "./cell-analysis.api.ts";
import { NewAnalysis } from "./NewAnalysis.tsx";
import { ResultView } from "./ResultView.tsx";
import { nameOf } from "./result-name.ts";
import { useCellOverlay } from "./useCellOverlay.ts";
import { useCellSettings } from "./useCellSettings.ts";

/** Of the list: no result is open, a new one is prepared. */
const NEW = "new";

export function CellAnalysisFeature(props: AnnotationFeatureProps) {
  // Outlives the panel: whoever counts by hand in between comes back to the same result.
  const [openId, setOpenId] = useState<number | null>(null);
  if (props.isOpen) return <CellAnalysisPanel {...props} {...{ openId, setOpenId }} />;
  return openId === null ? null : <OutlineToCount viewer={props.viewer} id={openId} />;
}

interface CellAnalysisPanelProps extends AnnotationFeatureProps {
  /** null: a new analysis is prepared. */
  readonly openId: number | null;
  readonly setOpenId: (id: number | null) => void;
}

function CellAnalysisPanel(props: CellAnalysisPanelProps) {
  const { viewer, image, board, annotator, onClose, openId, setOpenId } = props;
  const { t, i18n } = useTranslation();
  const overlay = useCellOverlay(viewer);
  const list = useCellAnalyses(image.id, true);
  const [settings, setSettings] = useCellSettings(image);
  const opened = useCellAnalysis(openId);
  const analysis =
    openId === null ? null : (opened.data ?? list.data?.analyses.find(({ id }) => id === openId) ?? null);
  useEffect(() => {
    if (openId === null) overlay?.show(null);
  }, [overlay, openId]);
  const { micronsPerPixel, micronsPerPixelY } = image.slideInformation;
  const x = micronsPerPixel ?? 0;
  const pixel = { x, y: micronsPerPixelY ?? x };
  const isAnnotating = annotator.state.mode !== "off";
  const keepRegion = async (kept: CellAnalysis): Promise<void> => {
    if (!board.outbox) return;
    const fields = {
      ...{ imageId: image.id, typeId: ANNOTATION_TYPE_ANALYSIS_POLYGON_ID, title: nameOf(kept, t, i18n.language) },
      ...{ content: "", link: "", zoom: viewer.getView().zoom, geometry: kept.geometry },
      ...{ measurement: null, includeMeasurement: true },
    };
    const request = { channel: ANNOTATION_CHANNEL, scope: scopeOfImage(image.id), place: window.location.pathname };
    try {
      const id = await board.outbox.add({ ...request, subjectId: NEW_ANNOTATION_ID, action: "create", fields });
      board.actions.emit({ name: "create", steps: [{ kind: "create", id, fields }] });
      showSuccess(t("cellAnalysis.keptRegion"));
    } catch (error) {
      showFailure(error);
    }
  };
  const results = list.data?.analyses ?? [];
  const labelOf = (one: CellAnalysis): string => {
    const name = nameOf(one, t, i18n.language);
    return one.isUserOwner ? name : t("cellAnalysis.byAuthor", { name, author: one.author });
  };
  const listed = results.map((one) => ({ value: String(one.id), label: labelOf(one) }));
  const others = results
    .filter(({ id, state }) => id !== openId && state === "done")
    .map((one) => ({ id: one.id, label: labelOf(one) }));
  const isListed = openId === null || results.some(({ id }) => id === openId);
  if (!isListed && analysis) listed.unshift({ value: String(openId), label: nameOf(analysis, t, i18n.language) });
  return (
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
          onChange={({ currentTarget: { value } }) => setOpenId(value === NEW ? null : Number(value))}
        />
      )}
      {analysis ? (
        <ResultView
          key={analysis.id}
          viewer={viewer}
          overlay={overlay}
          analysis={analysis}
          pixel={pixel}
          isAnnotating={isAnnotating}
          onKeepRegion={image.userCanAnnotate && board.outbox ? () => void keepRegion(analysis) : null}
          others={others}
          onDeleted={() => setOpenId(null)}
          onRestored={setOpenId}
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
            onCreated={setOpenId}
          />
        )
      )}
      {openId === null && !list.isError && !list.isPending && results.length === 0 && (
        <p className={classes.quiet}>{t("cellAnalysis.noResults")}</p>
      )}
    </SlidePanel>
  );
}
