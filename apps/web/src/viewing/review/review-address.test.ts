import { describe, expect, it } from "vitest";
import { readReviewAddress, reviewAddressOf, withoutReview } from "./review-address.ts";

const SLIDE = {
  path: [
    { id: 2, type: "course", title: "Histology" },
    { id: 9, type: "image", title: "Kidney" },
  ],
  firstId: 4,
  lastId: 7,
} as const;

describe("the URL of a slide with its review open", () => {
  it("is the slide's URL, with the first annotation", () => {
    const first = reviewAddressOf(1, { ...SLIDE, path: [...SLIDE.path] });
    expect(first).toEqual({ to: "/s1/course2/i9/", search: { annotation: "4", review: "1" } });
    expect(reviewAddressOf(1, { ...SLIDE, path: [...SLIDE.path] }, "last")?.search.annotation).toBe("7");
  });

  it("is recognized, and other URLs open no review", () => {
    expect(readReviewAddress("?annotation=4&review=1")).toEqual({ annotationId: 4 });
    expect(readReviewAddress("?review=1&annotation=x")).toEqual({ annotationId: null });
    expect(readReviewAddress("?annotation=4")).toBeNull();
  });

  it("keeps its other parts after the review is closed", () => {
    expect(withoutReview("?view=1,2,3,0&annotation=4&review=1")).toBe("?view=1,2,3,0&annotation=4");
    expect(withoutReview("?review=1")).toBe("");
  });
});
