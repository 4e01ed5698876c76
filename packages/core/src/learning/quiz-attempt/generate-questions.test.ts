import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateQuestions, type NamedImage, nameImages } from "./generate-questions.ts";
import { foldedAnswer } from "./short-answer.ts";

const named = (...names: string[]): NamedImage[] => names.map((name, place) => ({ id: 10 + place, name }));

describe("generated questions", () => {
  it("ask for the name of each image, with three names of others", () => {
    const questions = generateQuestions(named("Liver", "Kidney", "Spleen", "Lung", "Skin"), "seed");
    expect(questions.map(({ imageId }) => imageId)).toEqual([10, 11, 12, 13, 14]);
    for (const { imageId, options } of questions) {
      expect(options).toHaveLength(4);
      expect(options.map(({ id }) => id)).toContain(imageId);
    }
  });

  it("offer all others if there are fewer than three", () => {
    const [first] = generateQuestions(named("Liver", "Kidney"), "seed");
    expect(first?.options.map(({ name }) => name).sort()).toEqual(["Kidney", "Liver"]);
  });

  it("leave out images without a name, and names without an alternative", () => {
    expect(generateQuestions(named("Liver", " liver ", "LIVER"), "seed")).toEqual([]);
    expect(generateQuestions(named("Liver"), "seed")).toEqual([]);
    expect(generateQuestions(named("Liver", "", "Kidney"), "seed").map(({ imageId }) => imageId)).toEqual([10, 12]);
  });

  it("place the correct option at any position, depending on the attempt", () => {
    const places = new Set(
      Array.from({ length: 40 }, (_, attempt) => {
        const [first] = generateQuestions(named("Liver", "Kidney", "Spleen", "Lung"), `seed ${attempt}`);
        return first?.options.findIndex(({ id }) => id === 10);
      }),
    );
    expect([...places].sort()).toEqual([0, 1, 2, 3]);
  });

  it("never offer equal texts, always include the correct option, and are reproducible for a seed", () => {
    const names = fc.array(
      fc.constantFrom("Liver", "LIVER", " liver", "Nie\u0301re", "Niére", "Lung", "", "Skin", "5 µm"),
      {
        maxLength: 14,
      },
    );
    fc.assert(
      fc.property(names, fc.string(), (some, seed) => {
        const images = named(...some);
        const questions = generateQuestions(images, seed);
        expect(generateQuestions(images, seed)).toEqual(questions);
        for (const { imageId, options } of questions) {
          const texts = options.map(({ name }) => foldedAnswer(name));
          expect(new Set(texts).size).toBe(texts.length);
          expect(options.filter(({ id }) => id === imageId)).toHaveLength(1);
          expect(options.length).toBeGreaterThanOrEqual(2);
          expect(options.length).toBeLessThanOrEqual(4);
        }
      }),
    );
  });
});

describe("names of images", () => {
  const images = [
    { id: 1, title: "Cortex, HE" },
    { id: 2, title: "Cortex, PAS" },
    { id: 3, title: " " },
  ];
  const names = (...values: [number, string][]) => nameImages(images, new Map(values)).map(({ name }) => name);

  it("are the values of the primary field, or titles where it is empty", () => {
    expect(names([1, "Kidney"], [2, "Liver"], [3, "Skin"])).toEqual(["Kidney", "Liver", "Skin"]);
    expect(names([1, "Kidney"])).toEqual(["Kidney", "Cortex, PAS"]);
  });

  it("are titles if all values are equal, and none if titles are equal too", () => {
    expect(names([1, "Kidney"], [2, "kidney "])).toEqual(["Cortex, HE", "Cortex, PAS"]);
    expect(
      nameImages(
        [images[0], images[0]].flatMap((image) => image ?? []),
        new Map(),
      ),
    ).toEqual([]);
  });
});
