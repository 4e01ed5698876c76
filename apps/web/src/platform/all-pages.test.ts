import { expect, it } from "vitest";
import { allPages } from "./all-pages.ts";

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));

it("reads pages until one has fewer rows, and returns each row once", async () => {
  const pages = [rowsOf(1, 2, 3), rowsOf(3, 4, 5), rowsOf(6)];
  const requested: number[] = [];
  const rows = await allPages(3, async (page) => {
    requested.push(page);
    return pages[page - 1] ?? [];
  });
  expect(rows).toEqual(rowsOf(1, 2, 3, 4, 5, 6));
  expect(requested).toEqual([1, 2, 3]);
});

it("requests another page if the last one is full", async () => {
  const pages = [rowsOf(1, 2), rowsOf()];
  expect(await allPages(2, async (page) => pages[page - 1] ?? [])).toEqual(rowsOf(1, 2));
});
