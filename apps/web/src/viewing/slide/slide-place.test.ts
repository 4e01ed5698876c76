import { describe, expect, it } from "vitest";
import { breadcrumbOf, neighbourPath, parentPath, type SlidePlace, slidePlaceOf } from "./slide-place.ts";

const place = slidePlaceOf("/s1/course2/f3/i9/") as SlidePlace;

describe("the location of a slide", () => {
  it("is parsed from the path", () => {
    expect(place).toMatchObject({ siteId: 1, imageId: 9, parentId: 3 });
    expect(slidePlaceOf("/s1/i9")).toMatchObject({ imageId: 9, parentId: null });
  });

  for (const path of ["/s1/course2/", "/s1/", "/sign-in", "/s1/course2/i9/f3/"]) {
    it(`${path} contains no slide`, () => expect(slidePlaceOf(path)).toBeNull());
  }

  it("provides the paths of its parent and neighbours", () => {
    expect(parentPath(place)).toBe("/s1/course2/f3/");
    expect(neighbourPath(place, { id: 10, type: "image", title: "next" })).toBe("/s1/course2/f3/i10/");
  });

  it("is listed from the course down", () => {
    const crumbs = [
      { id: 2, type: "course", title: "Histology" },
      { id: 3, type: "folder", title: "Kidney" },
      { id: 9, type: "image", title: "Glomerulus" },
    ] as const;
    expect(breadcrumbOf(place, crumbs)).toEqual([
      { title: "Histology", path: "/s1/course2/" },
      { title: "Kidney", path: "/s1/course2/f3/" },
    ]);
  });
});
