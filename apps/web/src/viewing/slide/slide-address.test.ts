import { describe, expect, it } from "vitest";
import { readSlideAddress, withSlideAddress } from "./slide-address.ts";

const view = { center: [1024.5, 300], zoom: 3.25, rotationDeg: 45 } as const;

describe("the URL of a view", () => {
  it("is parsed to the same view", () => {
    const search = withSlideAddress("", { view, plane: null, annotationId: 17 });
    expect(search).toBe("?view=1024.5,300,3.25,45&annotation=17");
    expect(readSlideAddress(search)).toEqual({
      view,
      plane: null,
      annotationId: 17,
      isReviewed: false,
      isAnalysed: false,
    });
  });

  it("contains the focus plane and the time of a slide that has several", () => {
    const search = withSlideAddress("?plane=0,0", { view: null, plane: { depth: 3, time: 12 }, annotationId: null });
    expect(search).toBe("?plane=3,12");
    expect(readSlideAddress(search).plane).toEqual({ depth: 3, time: 12 });
  });

  it("keeps the other parts and replaces its own", () => {
    const search = withSlideAddress("?share=x&view=1,2,3&annotation=4", {
      view: null,
      plane: null,
      annotationId: null,
    });
    expect(search).toBe("?share=x");
  });

  it("contains no annotation without a server ID", () => {
    expect(withSlideAddress("", { view: null, plane: null, annotationId: -1_700_000 })).toBe("");
  });

  it("contains an open result of cell analysis, and keeps it while the view changes", () => {
    expect(readSlideAddress("?view=1,2,3,0&analysis=7").isAnalysed).toBe(true);
    const moved = { view: null, plane: null, annotationId: 5 };
    expect(withSlideAddress("?view=1,2,3,0&analysis=7", moved)).toBe("?analysis=7&annotation=5");
  });

  it("ignores invalid values", () => {
    const nothing = { view: null, plane: null, annotationId: null, isReviewed: false, isAnalysed: false };
    for (const search of [
      "",
      "?view=a,b,c",
      "?annotation=-3",
      "?annotation=1e9&view=1,2",
      "?view=",
      "?plane=1",
      "?plane=-1,0",
    ]) {
      expect(readSlideAddress(search)).toEqual(nothing);
    }
  });
});
