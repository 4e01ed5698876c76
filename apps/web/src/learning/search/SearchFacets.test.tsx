// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { SearchFacets as Facets } from "@parfocal/core/search/search.contract.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SearchFacets } from "./SearchFacets.tsx";
import { searchEn } from "./search.en.ts";
import { NO_QUESTION, type SearchQuery } from "./search-address.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { search: searchEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

const facets: Facets = {
  kinds: [],
  tags: ["HE", "PAS", "IHC", "Giemsa", "Azan", "Ladewig", "Elastica", "Congo"].map((value, index) => ({
    value,
    count: 20 - index,
  })),
  fields: [{ title: "Organ", values: [{ value: "Kidney", count: 3 }] }],
};

function show(question: Partial<SearchQuery> = {}) {
  const onChange = vi.fn<(question: SearchQuery) => void>();
  const searchQuery = { ...NO_QUESTION, query: "x", page: 3, ...question };
  render(
    <MantineProvider>
      <SearchFacets facets={facets} question={searchQuery} onChange={onChange} />
    </MantineProvider>,
  );
  return { onChange, searchQuery };
}

describe("facets", () => {
  it("show six values with their counts, and the rest on demand", () => {
    show();
    expect(screen.queryByRole("checkbox", { name: /Elastica/ })).toBeNull();
    expect(screen.getByRole("checkbox", { name: /HE.*20/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show 2 more" }));
    expect(screen.getByRole("checkbox", { name: /Elastica/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show fewer" }));
    expect(screen.queryByRole("checkbox", { name: /Elastica/ })).toBeNull();
  });

  it("add and remove a filter, and return to the first page", () => {
    const { onChange, searchQuery } = show({ tags: ["HE"] });
    fireEvent.click(screen.getByRole("checkbox", { name: /Kidney/ }));
    expect(onChange).toHaveBeenLastCalledWith({
      ...searchQuery,
      page: 1,
      fields: [{ title: "Organ", value: "Kidney" }],
    });
    fireEvent.click(screen.getByRole("checkbox", { name: /HE/ }));
    expect(onChange).toHaveBeenLastCalledWith({ ...searchQuery, page: 1, tags: [] });
  });

  it("keep a selected value without results, without a count, so that it can be removed", () => {
    show({ tags: ["Trichrome"], fields: [{ title: "Species", value: "Rat" }] });
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Trichrome" }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Rat" }).checked).toBe(true);
    expect(screen.getByRole("group", { name: "Species" })).toBeTruthy();
  });
});
