import { expect, it } from "vitest";
import { findLineItem, lineItemOutcome, lineItemsOfLink, lineItemUrlOf, newLineItem } from "./line-item.ts";
import { nextPage } from "./next-page.ts";

it("a container is requested for the columns of one link, whatever its own query", () => {
  expect(lineItemsOfLink("https://a.test/lineitems", "l 1&x")).toBe(
    "https://a.test/lineitems?resource_link_id=l%201%26x",
  );
  expect(lineItemsOfLink("https://a.test/lineitems?type_id=2", "7")).toBe(
    "https://a.test/lineitems?type_id=2&resource_link_id=7",
  );
});

it("a column is recognized by its link and its content; one of other content is another", () => {
  const own = { kind: "quiz", itemId: 4, linkId: "l1" } as const;
  const item = (id: unknown, resourceLinkId: string, resourceId?: string) => ({ id, resourceLinkId, resourceId });
  const found = (...items: unknown[]) => findLineItem(items, own);
  const mine = item("https://a.test/1", "l1", "quiz-4");
  expect(found(item("https://a.test/0", "l1"), mine)).toBe("https://a.test/1");
  expect(found(item("https://a.test/0", "l1", ""))).toBe("https://a.test/0");
  expect(found({ ...mine, resourceId: null })).toBe("https://a.test/1");
  for (const other of [
    ...[item("https://a.test/1", "l2", "quiz-4"), item("https://a.test/1", "l1", "quiz-5"), null, "x", 7, {}],
    ...[item("javascript:alert(1)", "l1", "quiz-4"), item(7, "l1", "quiz-4")],
  ])
    expect(found(other)).toBeNull();
  expect(lineItemUrlOf({ id: `https://a.test/${"x".repeat(2_000)}` })).toBeNull();
});

it("a new column has the name of the content, which platforms keep whole", () => {
  const title = "Week 1".padEnd(300, "!");
  expect(newLineItem({ kind: "quiz", itemId: 4, title }, "l1")).toEqual({
    ...{ scoreMaximum: 100, label: title.slice(0, 255), resourceId: "quiz-4", resourceLinkId: "l1" },
  });
});

it("a rejected column is not a rejected grade; temporary failures are retried", () => {
  expect(lineItemOutcome(403)).toEqual({ kind: "failed", problem: "lineItem", status: 403 });
  expect(lineItemOutcome(404)).toEqual({ kind: "failed", problem: "lineItem", status: 404 });
  expect(lineItemOutcome(204)).toEqual({ kind: "failed", problem: "lineItem", status: 204 });
  expect(lineItemOutcome(503)).toEqual({ kind: "again", problem: "unreachable", status: 503 });
});

it("the next page is the one that the platform names, at its own origin", () => {
  const from = "https://a.test/lineitems?page=1";
  const cases: readonly [link: string | null, next: string | null][] = [
    [null, null],
    ["", null],
    ['<https://a.test/lineitems?page=2>; rel="next"', "https://a.test/lineitems?page=2"],
    [
      '<https://a.test/?p=0>; rel="prev", <https://A.test:443/?p=2,3>; title="x"; rel=next',
      "https://A.test:443/?p=2,3",
    ],
    ['</lineitems?page=2>; rel="last next"', "https://a.test/lineitems?page=2"],
    ['<https://a.test/differences>; rel="differences"', null],
    ['<https://evil.test/?page=2>; rel="next"', null],
    ['<//evil.test/?page=2>; rel="next"', null],
    ['<http://a.test/?page=2>; rel="next"', null],
  ];
  for (const [link, next] of cases) expect(nextPage(link, from), link ?? "none").toBe(next);
});
