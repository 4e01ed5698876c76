/** The slide or case of a question: viewed, marked if the question requires it, with the solution in the review. */
import "@parfocal/viewer/slide-viewer.css";
import { Loader, NativeSelect } from "@mantine/core";
import type { QuizSubject, SubjectSlide } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import type { ShownAnnotation } from "@parfocal/viewer/annotation/annotation-layer.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useQuizSubject } from "#quiz-subject/quiz-subject.api.ts";
import type { ExternalTileUrl } from "#slide/slide-description.ts";
import { useExternalTileUrl } from "#slide/useExternalTileUrl.ts";
import { initialViewOf, useSlideViewer } from "#slide/useSlideViewer.ts";
import { useViewerTexts } from "#slide/useViewerTexts.ts";
import { DrawingTools } from "./DrawingTools.tsx";
import { boundsOfAll, shapesOf } from "./mark-shapes.ts";
import styles from "./QuizAttempt.module.css";
import toolStyles from "./SlideTools.module.css";
import { SlideTools } from "./SlideTools.tsx";

export interface Drawn {
  /** WKT in slide pixels. */
  readonly marks: readonly string[];
  /** Number beside each mark, null: none; omitted: from 1, in drawing order. */
  readonly numbers?: readonly (number | null)[];
  /** The correct regions; empty: not visible. */
  readonly regions: readonly { readonly title: string; readonly wkt: string }[];
  /** Null: drawing is disabled. */
  readonly onDraw: ((marks: readonly string[]) => void) | null;
  /**
   * WKT to which the view moves, whenever the array changes; empty: the whole slide. Omitted: the view does not move.
   */
  readonly around?: readonly string[] | undefined;
}

interface QuestionStageProps extends Drawn {
  readonly quizId: number;
  /** Whether the quiz is the caller's preview. */
  readonly isPreview?: boolean | undefined;
  /** Image or case. */
  readonly subjectId: number;
}

export function QuestionStage({ quizId, isPreview, subjectId, ...drawn }: QuestionStageProps) {
  return (
    <div className={styles.stageFrame} data-quiz-slide="">
      <SubjectStage key={subjectId} quizId={quizId} isPreview={isPreview} subjectId={subjectId} {...drawn} />
    </div>
  );
}

function SubjectStage({ quizId, isPreview, subjectId, ...drawn }: QuestionStageProps) {
  const { t } = useTranslation();
  const { data: subject, isError } = useQuizSubject(quizId, subjectId, { isPreview });
  const [chosen, setChosen] = useState<number | null>(null);
  if (isError) return <p role="alert">{t("quizAttempt.slideFailed")}</p>;
  if (!subject) return <SlideLoader />;
  const { slides } = subject;
  const shown = slides.find(({ id }) => id === chosen) ?? slides[0];
  if (!shown) return <p className={styles.hint}>{t("quizAttempt.noSlide")}</p>;
  const titleOf = (slide: SubjectSlide) =>
    slide.title ?? t("quizAttempt.slideNumber", { number: slides.indexOf(slide) + 1 });
  return (
    <>
      {slides.length > 1 && (
        <NativeSelect
          label={t("quizAttempt.slideOfCase")}
          value={String(shown.id)}
          data={slides.map((slide) => ({ value: String(slide.id), label: titleOf(slide) }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      <SlideStage key={shown.id} slide={shown} title={titleOf(shown)} tools={subject.tools} {...drawn} />
    </>
  );
}

interface SlideStageProps extends Drawn {
  readonly slide: SubjectSlide;
  readonly title: string;
  readonly tools: QuizSubject["tools"];
}

const SlideLoader = () => (
  <div className={`${styles.stage} ${styles.waiting}`}>
    <Loader size="sm" />
  </div>
);

function SlideStage({ slide, ...rest }: SlideStageProps) {
  const { t } = useTranslation();
  const information = slide.slideInformation;
  const isExternal = information?.externalTiles != null;
  const externalUrl = useExternalTileUrl(isExternal);
  if (information === null) return <p className={styles.hint}>{t("quizAttempt.slideNotReady")}</p>;
  if (isExternal && !externalUrl) return <SlideLoader />;
  return <Stage {...rest} slide={slide} information={information} externalUrl={externalUrl} />;
}

interface StageProps extends SlideStageProps {
  readonly information: NonNullable<SubjectSlide["slideInformation"]>;
  readonly externalUrl: ExternalTileUrl | null;
}

function Stage({ slide, title, tools, information, externalUrl, marks, numbers, regions, onDraw, around }: StageProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const texts = useViewerTexts(title);
  const { annotations } = slide;
  const hasPixelSize = (information.micronsPerPixel ?? 0) > 0;
  const opening = { view: initialViewOf(slide, null), plane: null };
  const extent = { hasOverview: false, hasScaleBar: true };
  const viewer = useSlideViewer(element, information, externalUrl, opening, null, "dark", texts, extent);
  useEffect(() => {
    viewer?.annotations.show(shownOf(marks, numbers, [...regions, ...annotations]));
  }, [viewer, marks, numbers, regions, annotations]);
  useEffect(() => {
    if (!viewer || !around) return;
    const bounds = boundsOfAll(shapesOf(around));
    if (bounds) viewer.showBounds(bounds);
    else viewer.fit();
  }, [viewer, around]);
  return (
    <>
      {onDraw && <DrawingTools viewer={viewer} marks={marks} onDraw={onDraw} />}
      {/* The row exists before the slide is loaded; otherwise the slide would have to be fitted a second time. */}
      {(tools.colour || (tools.measuring && hasPixelSize)) && (
        <div className={toolStyles.tools}>
          {viewer && <SlideTools viewer={viewer} tools={tools} hasPixelSize={hasPixelSize} />}
        </div>
      )}
      <div ref={setElement} className={styles.stage} />
    </>
  );
}

function shownOf(marks: Drawn["marks"], numbers: Drawn["numbers"], regions: Drawn["regions"]): ShownAnnotation[] {
  const right = regions.map(({ title, wkt }, place) => ({
    id: place + 1,
    typeName: typeNameOf(wkt),
    kind: "expert" as const,
    title,
    order: null,
    wkt,
  }));
  const own = marks.map((wkt, place) => ({
    id: regions.length + place + 1,
    typeName: typeNameOf(wkt),
    kind: "own" as const,
    title: "",
    order: numbers ? (numbers[place] ?? null) : place + 1,
    wkt,
  }));
  return [...right, ...own];
}

const typeNameOf = (wkt: string) =>
  wkt.startsWith("POINT") ? ("point" as const) : wkt.startsWith("LINE") ? ("line" as const) : ("polygon" as const);
