import { Button, NativeSelect, Switch } from "@mantine/core";
import {
  LEARNER_REGION_MAX_SQUARE_MM,
  type RegionKind,
  rectangleShape,
} from "@parfocal/core/cell-analysis/analysis-region.ts";
import { ANALYSERS, type AnalyserName } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { NO_NUCLEI } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import type { CellOverlay } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useMemo, useReducer, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStoredTally } from "#counting/useStoredTally.ts";
import { useSession } from "#platform/session.tsx";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { PanelPart } from "#ui/PanelPart.tsx";
import { formatShare } from "#ui/quantity-text.ts";
import classes from "./CellAnalysis.module.css";
import { type FoundPreview, useCellAnalysisChanges } from "./cell-analysis.api.ts";
import { formatNumber } from "./number-texts.ts";
import { QualityNote } from "./QualityNote.tsx";
import { type RegionSize, regionOf, sizeOfRegion } from "./region-choice.ts";
import { SettingsForm } from "./SettingsForm.tsx";
import { useShownCells } from "./useCellOverlay.ts";
import { usePreview } from "./usePreview.ts";

interface NewAnalysisProps {
  readonly viewer: SlideViewer;
  readonly overlay: CellOverlay | null;
  readonly image: SeenImage;
  readonly pixel: PixelSizeUm;
  /** WKT of the selected annotation. */
  readonly annotation: string | null;
  /** While the annotator is open, no region can be drawn. */
  readonly isAnnotating: boolean;
  /** Whether an external service can be chosen. */
  readonly hasService: boolean;
  readonly settings: CellSettings;
  readonly onSettings: (settings: CellSettings) => void;
  /** The analysis starts with the region of a result; null: with the view. */
  readonly source?: AnalysisSource | null;
  readonly onCreated: (id: number) => void;
}

/** The result that is analysed again. */
export interface AnalysisSource {
  readonly kind: RegionKind;
  readonly region: Shape;
  readonly settings: CellSettings;
}

/** The view or frame may have changed since, so its region is reused as a polygon. */
const kindAgain = ({ kind }: AnalysisSource): RegionKind =>
  kind === "slide" || kind === "rectangle" || kind === "polygon" ? kind : "polygon";

/** Region and settings of a new analysis, with a preview in the view. */
export function NewAnalysis(props: NewAnalysisProps) {
  const { viewer, overlay, image, pixel, annotation, isAnnotating, hasService, settings, onSettings, onCreated } =
    props;
  const { source = null } = props;
  const { t } = useTranslation();
  const { can } = useSession();
  const isExpert = can("annotateAsExpert");
  const [kind, setKind] = useState<RegionKind>(source ? kindAgain(source) : "view");
  const [drawn, setDrawn] = useState<Shape | null>(source?.region ?? null);
  const [analyser, setAnalyser] = useState<AnalyserName>("builtIn");
  const [isPreviewed, setPreviewed] = useState(true);
  const tally = useStoredTally(image.id);
  const { create } = useCellAnalysisChanges(image.id);
  const preview = usePreview(viewer, overlay, { imageId: image.id, pixel, settings, isOn: isPreviewed });
  const [, follow] = useReducer((count: number) => count + 1, 0);
  useEffect(() => viewer.on("view", follow), [viewer]);

  const isDrawing = (kind === "rectangle" || kind === "polygon") && drawn === null && !isAnnotating;
  useEffect(() => {
    if (!isDrawing || !overlay || (kind !== "rectangle" && kind !== "polygon")) return;
    overlay.drawRegion(kind, { onDrawn: setDrawn, onEnd: () => setKind("view") });
    viewer.focus();
    return () => overlay.stop();
  }, [isDrawing, overlay, kind, viewer]);

  const { width, height } = image.slideInformation;
  const frame = tally && tally.frame.kind !== "none" ? tally.frame : null;
  const sources = {
    ...{ slide: { width, height }, boundsSeen: overlay?.boundsSeen() ?? null, viewCenter: viewer.getView().center },
    ...{ annotation, frame, pixel, drawn },
  };
  const region = regionOf(kind, sources);
  const size = region && sizeOfRegion(region, pixel, isExpert);
  const { found } = preview;
  const isMarked = kind !== "view" && kind !== "slide";
  const marked = isMarked ? region : null;
  const cells = useMemo(() => {
    if (!found) return marked ? { nuclei: NO_NUCLEI, region: marked } : null;
    const frame = found.share < 1 ? { frame: rectangleShape(found.bounds) } : {};
    return { nuclei: found.nuclei, region: marked, ...frame };
  }, [found, marked]);
  useShownCells(overlay, cells, null);

  const choose = (next: RegionKind): void => {
    setDrawn(null);
    setKind(next);
  };
  const start = (): void => {
    if (!region) return;
    create.mutate(
      {
        key: crypto.randomUUID(),
        imageId: image.id,
        name: "",
        analyser,
        settings,
        regionKind: kind,
        geometry: formatWkt(region),
      },
      { onSuccess: ({ id }) => onCreated(id) },
    );
  };
  const kinds: RegionKind[] = ["view", "rectangle", "polygon"];
  if (annotation) kinds.push("annotation");
  if (frame) kinds.push("frame");
  if (isExpert) kinds.push("slide");
  return (
    <>
      {hasService && <AnalyserPart analyser={analyser} onChoose={setAnalyser} />}
      <RegionPart {...{ kind, kinds, size, isDrawing, isAnnotating }} onChoose={choose} />
      <div className={classes.buttons}>
        <Button disabled={!region || size?.isTooLarge === true} loading={create.isPending} onClick={start}>
          {t("cellAnalysis.analyse")}
        </Button>
      </div>
      <Switch
        mt="md"
        label={t("cellAnalysis.preview")}
        checked={isPreviewed}
        onChange={({ currentTarget: { checked } }) => setPreviewed(checked)}
      />
      <p className={classes.status} role="status">
        {preview.hasFailed && t("cellAnalysis.previewFailed")}
        {preview.isUpdating && t("cellAnalysis.previewing")}
        {!preview.isUpdating && found && <FoundText found={found} />}
      </p>
      <PanelPart title={t("cellAnalysis.settings")} isOpen>
        <SettingsForm settings={settings} onChange={onSettings} />
        <QualityNote stain={settings.stain} />
      </PanelPart>
    </>
  );
}

function FoundText({ found: { nuclei, share } }: { readonly found: FoundPreview }) {
  const { t, i18n } = useTranslation();
  const count = nuclei.count;
  const number = formatNumber(count, i18n.language);
  if (share >= 1) return t("cellAnalysis.previewFound", { count, number });
  return t("cellAnalysis.previewPart", { count, number, percent: formatShare(share, i18n.language) });
}

interface AnalyserPartProps {
  readonly analyser: AnalyserName;
  readonly onChoose: (analyser: AnalyserName) => void;
}

function AnalyserPart({ analyser, onChoose }: AnalyserPartProps) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        mb="sm"
        label={t("cellAnalysis.analyser")}
        value={analyser}
        data={ANALYSERS.map((value) => ({ value, label: t(`cellAnalysis.analyser_${value}`) }))}
        onChange={({ currentTarget: { value } }) => onChoose(value === "service" ? "service" : "builtIn")}
      />
      {analyser === "service" && <p className={classes.hint}>{t("cellAnalysis.sendsPixels")}</p>}
    </>
  );
}

interface RegionPartProps {
  readonly kind: RegionKind;
  readonly kinds: readonly RegionKind[];
  /** Null: there is no region yet. */
  readonly size: RegionSize | null;
  readonly isDrawing: boolean;
  readonly isAnnotating: boolean;
  readonly onChoose: (kind: RegionKind) => void;
}

function RegionPart({ kind, kinds, size, isDrawing, isAnnotating, onChoose }: RegionPartProps) {
  const { t, i18n } = useTranslation();
  const areaText = formatNumber(size?.areaSquareMm ?? 0, i18n.language);
  return (
    <>
      <div className={classes.form}>
        <NativeSelect
          label={t("cellAnalysis.region")}
          value={kind}
          data={kinds.map((value) => ({ value, label: t(`cellAnalysis.region_${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const next = kinds.find((one) => one === value);
            if (next) onChoose(next);
          }}
        />
      </div>
      {isDrawing && (
        <p className={classes.hint} role="status">
          {t(kind === "rectangle" ? "cellAnalysis.drawRectangle" : "cellAnalysis.drawPolygon")}
        </p>
      )}
      {isAnnotating && (kind === "rectangle" || kind === "polygon") && (
        <p className={classes.problem}>{t("cellAnalysis.whileAnnotating")}</p>
      )}
      {kind === "frame" && !size && <p className={classes.problem}>{t("cellAnalysis.frameBeside")}</p>}
      {size && !size.isTooLarge && <p className={classes.quiet}>{t("cellAnalysis.regionArea", { area: areaText })}</p>}
      {size?.isTooLarge && (
        <p className={classes.problem}>
          {t("cellAnalysis.regionTooLarge", { area: areaText, max: LEARNER_REGION_MAX_SQUARE_MM })}
        </p>
      )}
    </>
  );
}
