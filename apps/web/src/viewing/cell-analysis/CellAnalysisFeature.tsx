/** Cell analysis on the slide page: the results of this slide, and a new one. */
import { Button, NativeSelect } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import classes from "./CellAnalysis.module.css";
import { useCellAnalyses, useCellAnalysis } from "./cell-analysis.api.ts";
import { NewAnalysis, settingsFor } from "./NewAnalysis.tsx";
import { ResultView } from "./ResultView.tsx";
import { nameOf } from "./result-name.ts";
import { useCellOverlay } from "./useCellOverlay.ts";

/** Of the list: no result is open, a new one is prepared. */
const NEW = "new";

export function CellAnalysisFeature(props: AnnotationFeatureProps) {
  return props.isOpen ? <CellAnalysisPanel {...props} /> : null;
}

function CellAnalysisPanel({ viewer, image, board, annotator, onClose }: AnnotationFeatureProps) {
  const { t, i18n } = useTranslation();
  const overlay = useCellOverlay(viewer);
  const list = useCellAnalyses(image.id, true);
  const [openId, setOpenId] = useState<number | null>(null);
  const [settings, setSettings] = useState(() => settingsFor(image));
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
  const results = list.data?.analyses ?? [];
  const listed = results.map((one) => {
    const name = nameOf(one, t, i18n.language);
    const label = one.isUserOwner ? name : t("cellAnalysis.byAuthor", { name, author: one.author });
    return { value: String(one.id), label };
  });
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
