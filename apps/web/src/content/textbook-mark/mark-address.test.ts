import type { MarkTarget } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { expect, it } from "vitest";
import { bookReturnTo, readBookReturn } from "./book-return.ts";
import { hrefOfTarget, targetOfLink } from "./mark-address.ts";

const HERE = { origin: "https://atlas.example", siteId: 1 };
const VIEW = { center: [1024.5, 2048] as [number, number], zoom: 5.25, rotationDeg: 90 };
const slide: MarkTarget = {
  ...{ itemId: 9, type: "image", title: "Kidney", view: VIEW, pageIndex: null },
  steps: [
    { id: 2, type: "course" },
    { id: 9, type: "image" },
  ],
};

it("the URL of a slide contains the view, and is parsed to the same target", () => {
  const href = hrefOfTarget(slide, 1);
  expect(href).toBe("/s1/course2/i9/?view=1024.5,2048,5.25,90");
  expect(targetOfLink(`${HERE.origin}${href}&plane=1,0`, HERE)).toEqual({ itemId: 9, view: VIEW, pageIndex: null });
  expect(targetOfLink(String(href), HERE)?.view).toEqual(VIEW);
});

it("the URL of a page of another textbook contains its number; a page of the same one has no URL", () => {
  const steps: MarkTarget["steps"] = [{ id: 5, type: "textbook" }];
  const book: MarkTarget = { itemId: 5, type: "textbook", title: "Atlas", steps, view: null, pageIndex: 11 };
  expect(hrefOfTarget(book, 1)).toBe("/s1/t5/?page=12");
  expect(targetOfLink("/s1/t5/?page=12", HERE)).toEqual({ itemId: 5, view: null, pageIndex: 11 });
  expect(hrefOfTarget({ ...book, itemId: null, steps: [] }, 1)).toBeNull();
});

it("a mark cannot link to other origins, other sites, or items without a page", () => {
  for (const link of [
    ...["https://elsewhere.example/s1/course2/i9/", "/s2/course2/i9/", "/s1/q5/qs6/", "/s1/", "kidney", ""],
    ...["javascript:alert(1)", "http://[", "/s1/course2/i9/../../api"],
  ])
    expect(targetOfLink(link, HERE), link).toBeNull();
});

it("the way back accepts only a page of a textbook", () => {
  const back = bookReturnTo("/s1/course2/t5/", "Atlas", 12);
  expect(back.href).toBe("/s1/course2/t5/?page=12");
  expect(readBookReturn({ key: "x", bookReturn: back })).toEqual(back);
  for (const href of ["https://elsewhere.example/t5/", "/s1/course2/i9/", "//elsewhere.example"])
    expect(readBookReturn({ bookReturn: { ...back, href } }), href).toBeNull();
  for (const state of [undefined, null, {}, { bookReturn: { href: back.href } }])
    expect(readBookReturn(state)).toBeNull();
});
