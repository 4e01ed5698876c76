/**
 * The questions of an Auto-Generated quiz: what an image shows, with the names of other images as wrong options.
 *
 * Source: spec decisions, "Quizzes", "Auto-Generated".
 */
import { foldedAnswer } from "./short-answer.ts";
import { shuffled } from "./shuffle.ts";

/** Whoever shows the question writes “What is shown?” in the reader's language. */
export const GENERATED_QUESTION_TITLE = "";
const WRONG_OPTIONS_MAX = 3;

export interface NamedImage {
  readonly id: number;
  readonly name: string;
}

/**
 * Names images by the values of their primary custom field, those that have none by their title. Where that gives all of
 * them the same name (an organ that a whole folder shows, for example), by their titles.
 *
 * @param primaryValues by id of the image; empty: none. @returns those with a name; none if no two names differ.
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
  /** In the order in which they are shown; the right one has the id of the image. No two read the same. */
  readonly options: readonly NamedImage[];
}

/**
 * One question for each image that has a name, in the order of the images. Names that differ only in case, blanks or the
 * way their characters are written are the same; an image with no differently named one beside it makes no question.
 *
 * @param seed of the attempt: the same seed and images give the same questions.
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
