import { Button, Progress, Switch, TextInput } from "@mantine/core";
import { type CellAnalysis, NUCLEI_MAX } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { Corrections } from "@parfocal/core/cell-analysis/corrections.ts";
import { factsOfNucleus, NO_NUCLEI, type PackedNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { contactHref } from "@parfocal/core/site/contact-href.ts";
import type { CellOverlay, DescribeNucleus, ShownCells } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import type { TFunction } from "i18next";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { useSession } from "#platform/session.tsx";
import { formatPercent } from "#ui/quantity-text.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import classes from "./CellAnalysis.module.css";
import { CountFirstPart, SavedCountPart } from "./ClassCounts.tsx";
import { ComparePart, hasClassesOf, type ListedResult, type ShownBeside } from "./ComparePart.tsx";
import { CorrectionPart } from "./CorrectionPart.tsx";
import { CountFirst, OwnCountPart, useTeaching } from "./CountFirst.tsx";
import { useCellAnalysisChanges, useCellNuclei } from "./cell-analysis.api.ts";
import { ExportPart } from "./ExportPart.tsx";
import { KeepNucleiPart } from "./KeepNucleiPart.tsx";
import type { AnalysisSource } from "./NewAnalysis.tsx";
import { formatNumber } from "./number-texts.ts";
import { QualityNote } from "./QualityNote.tsx";
import { ResultTable } from "./ResultTable.tsx";
import { nameOf } from "./result-name.ts";
import { useShownCells } from "./useCellOverlay.ts";
import { useCorrections } from "./useCorrections.ts";
import { useCountedResult } from "./useCountedResult.ts";
import type { KeepAsAnnotation } from "./useKeepAsAnnotation.ts";
import { WithheldResult } from "./WithheldResult.tsx";

interface ResultViewProps {
  readonly viewer: SlideViewer;
  readonly overlay: CellOverlay | null;
  readonly analysis: CellAnalysis;
  readonly pixel: PixelSizeUm;
  /** While the annotator is open, no corrections are possible. */
  readonly isAnnotating: boolean;
  /** Saves outlines as annotations; null: the user may not annotate. */
  readonly onKeep: KeepAsAnnotation | null;
  /** Finished results of the same slide that it can be compared with. */
  readonly others: readonly ListedResult[];
  readonly onDeleted: () => void;
  readonly onRestored: (id: number) => void;
  /** Starts a new analysis of the same region, with settings that can be changed first. */
  readonly onAgain: (source: AnalysisSource) => void;
}

/** One result: its progress, its nuclei on the slide, and its figures. */
export function ResultView(props: ResultViewProps) {
  const { viewer, overlay, analysis, pixel, isAnnotating, onKeep, others, onDeleted, onRestored, onAgain } = props;
  const { t, i18n } = useTranslation();
  const [isShown, setShown] = useState(true);
  const { isWithheld, ownCount } = analysis;
  const loaded = useCellNuclei(isWithheld ? null : analysis);
  const { nuclei } = loaded;
  const control = useCorrections(analysis);
  const { corrections } = control;
  const { areaSquareMicrometres, settings, state } = analysis;
  const { cancel } = useCellAnalysisChanges(analysis.imageId);
  const hasClasses = hasClassesOf(analysis);
  const { region, rings, cells, summary, areas } = useCountedResult(analysis, nuclei, corrections);
  /** The result compared with this one, while it is shown beside this one or instead of it. */
  const [beside, setBeside] = useState<ShownBeside | null>(null);
  const [isKeeping, setKeeping] = useState(false);
  const teaching = useTeaching(analysis, rings);
  const isHidden = isWithheld || teaching.teaching === "hidden";
  // It failed before any nucleus was found: there is nothing to show or to save.
  const isEmpty = state === "failed" && analysis.nucleusCount === 0;
  const outline = useMemo(() => ({ nuclei: NO_NUCLEI, region }), [region]);
  const compared = useMemo(() => comparedCells(cells, beside), [cells, beside]);
  const shown = isHidden ? outline : compared;
  const describe = useCallback<DescribeNucleus>(
    (nucleus, which) => {
      const isOther = beside !== null && (which === "other" || beside.layout === "instead");
      const options = { hasClasses: isOther ? beside.hasClasses : hasClasses, language: i18n.language, t };
      return describeNucleus(isOther ? beside.cells.nuclei : nuclei, nucleus, options);
    },
    [nuclei, beside, hasClasses, i18n.language, t],
  );
  const isClickable = isShown && !beside && !isAnnotating && loaded.isComplete;
  useShownCells(overlay, isShown || isHidden ? shown : null, describe);

  return (
    <>
      <StateOfResult analysis={analysis} isStopping={cancel.isPending} onCancel={() => cancel.mutate(analysis.id)} />
      {loaded.hasFailed && (
        <p className={classes.problem} role="alert">
          {t("cellAnalysis.nucleiFailed")}{" "}
          <Button size="compact-sm" variant="default" onClick={loaded.retry}>
            {t("cellAnalysis.retry")}
          </Button>
        </p>
      )}
      {isWithheld && <WithheldResult {...{ analysis, hasClasses }} own={teaching.own} />}
      {isHidden && !isWithheld && <CountFirst control={teaching} />}
      {!isHidden && !isEmpty && <SavedCountPart {...{ analysis, summary, hasClasses }} />}
      {!isHidden && !isEmpty && (
        <>
          {!loaded.hasFailed && state !== "running" && !loaded.isComplete ? (
            <p className={classes.status} role="status">
              {t("cellAnalysis.loadingNuclei")}
            </p>
          ) : (
            <ResultTable {...{ summary, areaSquareMicrometres, hasClasses, areas }} />
          )}
          <Switch
            mt="md"
            label={t("cellAnalysis.shown")}
            checked={isShown}
            onChange={({ currentTarget: { checked } }) => setShown(checked)}
          />
          {analysis.isUserOwner && state !== "running" && (
            <CorrectionPart
              {...{ viewer, overlay, nuclei, rings, hasClasses, control }}
              isPossible={isClickable && !isKeeping}
            />
          )}
          {onKeep && state !== "running" && (
            <KeepNucleiPart
              {...{ viewer, overlay, nuclei, onKeep }}
              isPossible={isClickable}
              isOn={isKeeping}
              onSwitch={setKeeping}
              titleOf={(nucleus) => titleOfNucleus(analysis, { nuclei, corrections }, nucleus, t, i18n.language)}
            />
          )}
          {state === "done" && !ownCount && <OwnCountPart {...{ summary, hasClasses }} control={teaching} />}
          {state === "done" && <CountFirstPart analysis={analysis} />}
          {state !== "running" && loaded.isComplete && (
            <ComparePart
              {...{ analysis, nuclei, corrections, summary, overlay, others }}
              micrometresPerPx={pixel.x}
              onShow={setBeside}
            />
          )}
          {analysis.isUserOwner && <NameInput key={analysis.id} analysis={analysis} />}
          <ExportPart {...{ nuclei, corrections, pixel }} isReady={loaded.isComplete && state !== "running"} />
        </>
      )}
      <ResultActions {...{ viewer, analysis, region, onKeep, onDeleted, onRestored, onAgain }} />
      {analysis.analyser === "builtIn" && <QualityNote stain={settings.stain} />}
      <p className={classes.quiet}>{t("cellAnalysis.teachingAid")}</p>
    </>
  );
}

function comparedCells(cells: ShownCells, beside: ShownBeside | null): ShownCells {
  if (!beside) return cells;
  const { layout, splitAt } = beside;
  return layout === "instead" ? beside.cells : { ...cells, beside: { cells: beside.cells, layout, splitAt } };
}

interface ResultActionsProps
  extends Pick<ResultViewProps, "viewer" | "analysis" | "onKeep" | "onDeleted" | "onRestored" | "onAgain"> {
  readonly region: ShownCells["region"];
}

function ResultActions({ viewer, analysis, region, onKeep, onDeleted, onRestored, onAgain }: ResultActionsProps) {
  const { t, i18n } = useTranslation();
  const { remove, restore } = useCellAnalysisChanges(analysis.imageId);
  const discard = (): void => {
    mutateAlways(remove, analysis.id, {
      onSuccess() {
        onDeleted();
        showUndo(t("cellAnalysis.deleted", { name: nameOf(analysis, t, i18n.language) }), t("cellAnalysis.undo"), () =>
          mutateAlways(restore, analysis.id, { onSuccess: ({ id }) => onRestored(id) }),
        );
      },
    });
  };
  const keepRegion = async (keep: KeepAsAnnotation): Promise<void> => {
    const title = nameOf(analysis, t, i18n.language);
    if (await keep({ title, geometry: analysis.geometry })) showSuccess(t("cellAnalysis.keptRegion"));
  };
  return (
    <div className={classes.buttons}>
      {region && !analysis.isWithheld && analysis.state !== "running" && (
        <Button
          size="compact-md"
          variant="default"
          onClick={() => onAgain({ kind: analysis.regionKind, region, settings: analysis.settings })}
        >
          {t("cellAnalysis.again")}
        </Button>
      )}
      {onKeep && (
        <Button size="compact-md" variant="default" onClick={() => void keepRegion(onKeep)}>
          {t("cellAnalysis.keepRegion")}
        </Button>
      )}
      {region && (
        <Button size="compact-md" variant="default" onClick={() => viewer.showShape(region, { isAnimated: true })}>
          {t("cellAnalysis.goTo")}
        </Button>
      )}
      {analysis.servicePage && <ServicePage page={analysis.servicePage} />}
      {analysis.isUserOwner && (
        <Button size="compact-md" variant="default" loading={remove.isPending} onClick={discard}>
          {t("cellAnalysis.delete")}
        </Button>
      )}
    </div>
  );
}

interface StateOfResultProps {
  readonly analysis: CellAnalysis;
  readonly isStopping: boolean;
  readonly onCancel: () => void;
}

function StateOfResult({ analysis, isStopping, onCancel }: StateOfResultProps) {
  const { t, i18n } = useTranslation();
  const { state, failure, tilesDone, tileCount, nucleusCount, isUserOwner } = analysis;
  if (state === "cancelled") return <p className={classes.problem}>{t("cellAnalysis.cancelled")}</p>;
  if (state === "failed") return <FailedResult failure={failure} />;
  if (state !== "running") return null;
  const share = tilesDone / tileCount;
  const percent = formatPercent(share, i18n.language);
  return (
    <>
      <p className={classes.status} role="status">
        {tilesDone === 0 && tileCount > 1
          ? t("cellAnalysis.waiting")
          : t("cellAnalysis.running", { percent, number: formatNumber(nucleusCount, i18n.language) })}
      </p>
      <Progress value={100 * share} aria-label={t("cellAnalysis.title")} />
      {tileCount > 1 && <p className={classes.quiet}>{t("cellAnalysis.canLeave")}</p>}
      {isUserOwner && (
        <div className={classes.buttons}>
          <Button size="compact-md" variant="default" loading={isStopping} onClick={onCancel}>
            {t("cellAnalysis.cancel")}
          </Button>
        </div>
      )}
    </>
  );
}

/** The specified texts, with the reason between them. */
function FailedResult({ failure }: Pick<CellAnalysis, "failure">) {
  const { t, i18n } = useTranslation();
  const { support } = useSession().site.links;
  return (
    <div className={classes.problem} role="alert">
      <strong>{t("cellAnalysis.failedTitle")}</strong>
      <p>
        {t(`cellAnalysis.failed_${failure ?? "other"}`, { max: formatNumber(NUCLEI_MAX, i18n.language) })}{" "}
        {t("cellAnalysis.failedRetry")}
      </p>
      {support && <a href={contactHref(support)}>{t("cellAnalysis.failedSupport")}</a>}
    </div>
  );
}

function ServicePage({ page }: { readonly page: string }) {
  const { t } = useTranslation();
  const [isBlocked, setBlocked] = useState(false);
  const open = (): void => {
    const opened = window.open(page, "_blank");
    setBlocked(opened === null);
    if (opened) opened.opener = null;
  };
  return (
    <>
      <Button size="compact-md" variant="default" onClick={open}>
        {t("cellAnalysis.openServicePage")}
      </Button>
      {isBlocked && (
        <p className={classes.problem} role="alert">
          <strong>{t("cellAnalysis.popupBlocked")}</strong> {t("cellAnalysis.popupBlockedHint")}
        </p>
      )}
    </>
  );
}

function NameInput({ analysis }: { readonly analysis: CellAnalysis }) {
  const { t, i18n } = useTranslation();
  const { rename } = useCellAnalysisChanges(analysis.imageId);
  const [name, setName] = useState(analysis.name);
  const save = (): void => {
    if (name.trim() !== analysis.name) rename.mutate({ id: analysis.id, name });
  };
  return (
    <TextInput
      mt="md"
      label={t("cellAnalysis.name")}
      placeholder={nameOf({ ...analysis, name: "" }, t, i18n.language)}
      maxLength={200}
      value={name}
      onChange={({ currentTarget: { value } }) => setName(value)}
      onBlur={save}
      onKeyDown={({ key }) => key === "Enter" && save()}
    />
  );
}

/** Its class, with corrections by hand, and the name of the result. */
function titleOfNucleus(
  analysis: CellAnalysis,
  { nuclei, corrections }: Pick<ShownCells, "nuclei"> & { readonly corrections: Corrections },
  nucleus: number,
  t: TFunction,
  language: string,
): string {
  const changed = corrections.changed.find((change) => change.nucleus === nucleus);
  const { cellClass } = changed ?? factsOfNucleus(nuclei, nucleus);
  const name = nameOf(analysis, t, language);
  return t("cellAnalysis.nucleusTitle", { class: t(`cellAnalysis.class_${cellClass}`), name });
}

interface DescriptionOptions {
  readonly hasClasses: boolean;
  readonly language: string;
  readonly t: TFunction;
}

function describeNucleus(
  nuclei: PackedNuclei,
  nucleus: number,
  { hasClasses, language, t }: DescriptionOptions,
): string {
  const { cellClass, areaSquareMicrometres } = factsOfNucleus(nuclei, nucleus);
  return t(hasClasses ? "cellAnalysis.hoverDab" : "cellAnalysis.hover", {
    class: t(`cellAnalysis.class_${cellClass}`),
    area: formatNumber(areaSquareMicrometres, language),
    circularity: formatNumber(nuclei.circularities[nucleus] ?? 0, language),
    hematoxylin: formatNumber(nuclei.hematoxylinMeans[nucleus] ?? 0, language),
    dab: formatNumber(nuclei.dabMeans[nucleus] ?? 0, language),
  });
}
