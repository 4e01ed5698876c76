/** The slide of an annotation question, on which the regions of its answers are drawn: in the form, or full screen. */
import "@parfocal/viewer/slide-viewer.css";
import { Button, Loader, Modal } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { ANSWER_OPTIONS_MAX } from "@parfocal/core/quiz/question-rules.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconCheck, IconCircle, IconMaximize, IconPlus, IconPolygon, IconRectangle, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ExternalTileUrl } from "#slide/slide-description.ts";
import { useExternalTileUrl } from "#slide/useExternalTileUrl.ts";
import { initialViewOf, useSlideViewer } from "#slide/useSlideViewer.ts";
import { useViewerTexts } from "#slide/useViewerTexts.ts";
import { nestedDialog } from "#ui/nested-dialog.ts";
import styles from "./Quiz.module.css";
import { labelAt, newOption, type OptionDraft } from "./question-draft.ts";
import { useRegionImage } from "./quiz.api.ts";
import { useDrawingTool } from "./useDrawingTool.ts";

interface RegionStageProps {
  readonly imageId: number;
  readonly options: readonly OptionDraft[];
  /** Null: the slide is read-only. */
  readonly onChange: ((options: readonly OptionDraft[]) => void) | null;
  /** Beside the slide in full screen. */
  readonly children?: ReactNode;
}

export function RegionStage({ children, ...regions }: RegionStageProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const [wasWhole, setWasWhole] = useState(false);
  const close = () => setWhole(false);
  const open = () => {
    setWhole(true);
    setWasWhole(true);
  };
  if (!isWhole) return <SlideOfRegions {...regions} onWhole={open} isBack={wasWhole} />;
  return (
    <Modal
      opened
      fullScreen
      onClose={close}
      title={t(regions.onChange ? "quiz.drawRegion" : "quiz.wholeScreen")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
      {...nestedDialog(close)}
    >
      <div className={styles.whole}>
        <SlideOfRegions {...regions} onWhole={null} isBack={false} />
        {children && <div className={styles.wholeSide}>{children}</div>}
      </div>
    </Modal>
  );
}

interface SlideOfRegionsProps extends Omit<RegionStageProps, "children"> {
  /** Null: it is already full screen. */
  readonly onWhole: (() => void) | null;
  /** Whether full screen was just closed: then its button gets the focus. */
  readonly isBack: boolean;
}

function SlideOfRegions({ imageId, ...regions }: SlideOfRegionsProps) {
  const { t } = useTranslation();
  const { data: image, isError } = useRegionImage(imageId);
  const isExternal = image?.slideInformation?.externalTiles != null;
  const externalUrl = useExternalTileUrl(isExternal);
  if (isError) return <p role="alert">{t("quiz.slideFailed")}</p>;
  if (!image || (isExternal && !externalUrl)) return <Loader size="sm" />;
  const information = image.slideInformation;
  if (information === null) return <p className={styles.hint}>{t("quiz.slideNotReady")}</p>;
  return <Stage key={imageId} {...regions} image={image} information={information} externalUrl={externalUrl} />;
}

interface StageProps extends Omit<SlideOfRegionsProps, "imageId"> {
  readonly image: Image;
  readonly information: NonNullable<Image["slideInformation"]>;
  readonly externalUrl: ExternalTileUrl | null;
}

const SHAPES = [
  { name: "polygon", icon: IconPolygon, label: "quiz.drawPolygon" },
  { name: "rectangle", icon: IconRectangle, label: "quiz.drawRectangle" },
  { name: "ellipse", icon: IconCircle, label: "quiz.drawEllipse" },
] as const;

function Stage({ image, information, externalUrl, options, onChange, onWhole, isBack }: StageProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const texts = useViewerTexts(image.title);
  const opening = { view: initialViewOf(image, null), plane: null };
  const extent = { hasOverview: false, hasScaleBar: false };
  const viewer = useSlideViewer(element, information, externalUrl, opening, null, "dark", texts, extent);
  useEffect(() => {
    viewer?.annotations.show(
      options.flatMap(({ region, option }, place) =>
        region === null
          ? []
          : [
              {
                id: place + 1,
                typeName: "polygon" as const,
                kind: "expert" as const,
                title: option || labelAt(place),
                order: place + 1,
                wkt: region,
              },
            ],
      ),
    );
  }, [viewer, options]);
  return (
    <div className={styles.section}>
      <div className={styles.row}>
        {onChange && <DrawingTools viewer={viewer} options={options} onChange={onChange} />}
        {onWhole && <WholeButton onWhole={onWhole} isBack={isBack} />}
      </div>
      <div ref={setElement} className={styles.stage} />
    </div>
  );
}

interface WholeButtonProps {
  readonly onWhole: () => void;
  readonly isBack: boolean;
}

/** Not the button that was pressed: that one was removed, so the dialog cannot return the focus to it. */
function WholeButton({ onWhole, isBack }: WholeButtonProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) button.current?.focus();
  }, [isBack]);
  return (
    <Button
      ref={button}
      variant="default"
      leftSection={<IconMaximize size={18} stroke={1.5} aria-hidden />}
      aria-haspopup="dialog"
      onClick={onWhole}
    >
      {t("quiz.wholeScreen")}
    </Button>
  );
}

interface DrawingToolsProps {
  readonly viewer: SlideViewer | null;
  readonly options: readonly OptionDraft[];
  readonly onChange: (options: readonly OptionDraft[]) => void;
}

function DrawingTools({ viewer, options, onChange }: DrawingToolsProps) {
  const { t } = useTranslation();
  const { drawing, start, cancel } = useDrawingTool(viewer, (wkt) =>
    onChange([...options.filter(({ region }) => region !== null), newOption(wkt)]),
  );
  const isFull = options.filter(({ region }) => region !== null).length >= ANSWER_OPTIONS_MAX;
  return (
    <fieldset className={styles.group} aria-label={t("quiz.drawRegion")}>
      {SHAPES.map(({ name, icon: Icon, label }) => (
        <Button
          key={name}
          variant="default"
          disabled={!viewer || isFull}
          leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
          onClick={(event) => start(name, event.currentTarget)}
        >
          {t(label)}
        </Button>
      ))}
      {drawing !== null && (
        <>
          <Button
            variant="light"
            leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
            onClick={() => viewer?.annotations.addVertexAtCenter()}
          >
            {t("quiz.addCorner")}
          </Button>
          <Button
            variant="light"
            leftSection={<IconCheck size={18} stroke={1.5} aria-hidden />}
            onClick={() => viewer?.annotations.finishDrawing()}
          >
            {t("quiz.finishRegion")}
          </Button>
          <Button variant="subtle" leftSection={<IconX size={18} stroke={1.5} aria-hidden />} onClick={cancel}>
            {t("ui.cancel")}
          </Button>
        </>
      )}
    </fieldset>
  );
}
