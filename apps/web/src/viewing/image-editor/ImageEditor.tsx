/** The editor of a slide. */
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { message } from "@parfocal/core/messages.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Attachments } from "#attachment/Attachments.tsx";
import { BoxesEditor } from "#box/BoxesEditor.tsx";
import { FieldValues } from "#custom-field/FieldValues.tsx";
import { EditorFrame } from "#editor/EditorFrame.tsx";
import { EditorState } from "#editor/EditorState.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { useSendImage } from "#image/image.api.ts";
import { OpeningView } from "#image/OpeningView.tsx";
import { ThumbnailCapture } from "#image/ThumbnailCapture.tsx";
import { pathTo } from "#item/place-path.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { useImage } from "#slide/slide.api.ts";
import { Calibration } from "./Calibration.tsx";
import classes from "./ImageEditor.module.css";
import { ImageFileFacts } from "./ImageFileFacts.tsx";
import { ImageMeasures } from "./ImageMeasures.tsx";
import { ImageTexts } from "./ImageTexts.tsx";
import { type ImageValues, valuesOf } from "./image-values.ts";
import { LiveSlide } from "./LiveSlide.tsx";
import { ReplaceFile } from "./ReplaceFile.tsx";
import { ThumbnailChoice } from "./ThumbnailChoice.tsx";

interface ImageEditorProps {
  readonly id: number;
  /** The parent through which it was opened; null: any. */
  readonly parentId: number | null;
  /** From the course down to the slide. */
  readonly steps: readonly PathStep[];
}

export function ImageEditor({ id, parentId, steps }: ImageEditorProps) {
  const { data: image, isError, refetch } = useImage(id, parentId);
  if (!image) return <EditorState isError={isError} onRetry={() => void refetch()} />;
  return <ImageForm key={id} image={image} steps={steps} />;
}

function ImageForm({ image, steps }: { readonly image: Image; readonly steps: readonly PathStep[] }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const [viewer, setViewer] = useState<SlideViewer | null>(null);
  const send = useSendImage(image.id);
  const draft = useDraft<ImageValues>({
    name: `image-${image.id}`,
    saved: valuesOf(image),
    async send(changes, { title, subtitle, summary }) {
      await send({ ...changes, seen: { title, subtitle, summary } });
      showSuccess(message("image.updated"));
    },
  });
  const { values, change } = draft;
  const isSameOrigin = image.slideInformation?.externalTiles === null || image.slideInformation === null;
  return (
    <EditorFrame
      kind="image"
      title={image.title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={values.title.trim() !== ""}
      compared={[
        { name: "title", label: t("image.fieldTitle"), show: (shown) => shown.title },
        { name: "subtitle", label: t("image.fieldSubtitle"), show: (shown) => shown.subtitle },
        { name: "summary", label: t("image.fieldSummary"), show: (shown) => shown.summary },
      ]}
    >
      <ImageTexts values={values} onChange={change} />
      <LiveSlide image={image} onViewer={setViewer} />
      {viewer && (
        <div className={classes.beside}>
          <OpeningView viewer={viewer} image={image} />
          <ThumbnailCapture viewer={viewer} image={image} />
        </div>
      )}
      <ThumbnailChoice imageId={image.id} />
      {image.slideInformation && <ImageMeasures image={image} values={values} onChange={change} />}
      {viewer && (
        <Calibration
          viewer={viewer}
          onCalibrated={(microns) => change({ micronsPerPixel: microns, micronsPerPixelY: microns })}
        />
      )}
      <ImageFileFacts image={image} />
      {isSameOrigin && (
        <div>
          <h3 className={classes.heading}>{t("image.replace")}</h3>
          <ReplaceFile imageId={image.id} />
        </div>
      )}
      <Attachments imageId={image.id} attachments={image.attachments} userCanEdit />
      <FieldValues itemId={image.id} kind="image" />
      <BoxesEditor id={image.id} kind="image" />
    </EditorFrame>
  );
}
