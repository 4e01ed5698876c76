/**
 * Questions of an Auto-Generated quiz: what an image shows, with the names of other images as wrong options.
 *
 * Source: spec decisions, "Quizzes", "Auto-Generated".
 */
import { foldedAnswer } from "./short-answer.ts";
import { shuffled } from "./shuffle.ts";

/** The interface shows “What is shown?” in the reader's language. */
export const GENERATED_QUESTION_TITLE = "";
const WRONG_OPTIONS_MAX = 3;

export interface NamedImage {
  readonly id: number;
  readonly name: string;
}

/**
 * Names images by their primary custom field, or by their title if that is empty. If all would get the same name (for
 * example an organ common to the folder), by their titles.
 *
 * @param primaryValues by image ID; empty: none. @returns the images with a name; none if all names are equal.
 */
export function nameImages(
  images: readonly { readonly id: number; readonly title: string }[],
  primaryValues: ReadonlyMap<number, string>,
): NamedImage[] {
  const byField = images.map(({ id, title }) => ({ id, name: primaryValues.get(id) || title }));
  const byTitle = images.map(({ id, title }) => ({ id, name: title }));
  const differ = [byField, byTitle]
    .map((some) => some.filter(({ name }) => foldedAnswer(name) !== ""))
    .find((some) => new Set(some.map(({ name }) => foldedAnswer(name))).size > 1);
  return differ ?? [];
}

export interface GeneratedQuestion {
  readonly imageId: number;
  /** In display order; the correct one has the ID of the image. All texts differ. */
  readonly options: readonly NamedImage[];
}

/**
 * One question per named image, in the order of the images. Names that differ only in case, white space or Unicode form
 * are equal; an image without a differently named one gives no question.
 *
 * @param seed of the attempt; the same seed and images give the same questions.
 */
export function generateQuestions(images: readonly NamedImage[], seed: string): GeneratedQuestion[] {
  const named = images.filter(({ name }) => foldedAnswer(name) !== "");
  return named.flatMap((image) => {
    const taken = new Set([foldedAnswer(image.name)]);
    const wrong: NamedImage[] = [];
    for (const other of shuffled(named, { seed, purpose: `${image.id}:wrong`, idOf })) {
      if (wrong.length === WRONG_OPTIONS_MAX) break;
      const text = foldedAnswer(other.name);
      if (taken.has(text)) continue;
      taken.add(text);
      wrong.push(other);
    }
    if (wrong.length === 0) return [];
    return { imageId: image.id, options: shuffled([image, ...wrong], { seed, purpose: `${image.id}:order`, idOf }) };
  });
}

const idOf = ({ id }: NamedImage): number => id;
