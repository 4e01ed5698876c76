/** Images of slides for printing, captured one after the other. */
import { useEffect, useState } from "react";
import { useSubjectLoader } from "#quiz-subject/quiz-subject.api.ts";
import { useViewerTexts } from "#slide/useViewerTexts.ts";
import { PICTURES_MAX, SLIDES_OF_CASE_MAX } from "./picture-size.ts";
import { type SlideDrawing, type SlidePicture, takeSlidePicture } from "./slide-picture.ts";

/** Printed with the drawing on it; a case as one image for each of its slides. */
export interface SlideToPrint extends SlideDrawing {
  /** Image or case. */
  readonly subjectId: number;
}

/** Equal drawings on one slide share one image. */
export const pictureKey = ({ subjectId, marks, regions }: SlideToPrint): string =>
  JSON.stringify([subjectId, marks, regions]);

export type SlidePictures = ReadonlyMap<string, readonly SlidePicture[]>;

/**
 * @param slidesToPrint must not change.
 * @returns images by `pictureKey`; null until all are loaded. Images that cannot be loaded are omitted.
 */
export function useSlidePictures(quizId: number, slidesToPrint: readonly SlideToPrint[]): SlidePictures | null {
  const loadSubject = useSubjectLoader(quizId);
  const texts = useViewerTexts("");
  const [pictures, setPictures] = useState<SlidePictures | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken once; texts are for nobody here
  useEffect(() => {
    const taken = new Map<string, SlidePicture[]>();
    let isGone = false;
    let count = 0;
    async function take(one: SlideToPrint): Promise<void> {
      const { slides } = await loadSubject(one.subjectId);
      const ofOne: SlidePicture[] = [];
      for (const slide of slides.slice(0, SLIDES_OF_CASE_MAX)) {
        if (isGone || count >= PICTURES_MAX) break;
        count += 1;
        const picture = await takeSlidePicture(slide, one, texts);
        if (picture) ofOne.push(picture);
        taken.set(pictureKey(one), ofOne);
      }
    }
    async function takeAll(): Promise<void> {
      for (const [, one] of new Map(slidesToPrint.map((each) => [pictureKey(each), each]))) {
        if (isGone || count >= PICTURES_MAX) break;
        await take(one).catch(() => undefined);
      }
      if (isGone) revoke();
      else setPictures(taken);
    }
    const revoke = () => {
      for (const { url } of [...taken.values()].flat()) URL.revokeObjectURL(url);
    };
    void takeAll();
    return () => {
      isGone = true;
      revoke();
    };
  }, [quizId, slidesToPrint, loadSubject]);
  return pictures;
}
