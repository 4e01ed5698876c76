import { describe, expect, it } from "vitest";
import { COUNTRY_CODES, countriesLike, countryName, listCountries } from "./country-codes.ts";

it("there are 249 countries, each once", () => expect(new Set(COUNTRY_CODES).size).toBe(249));

it("each has a name in English and German", () => {
  for (const locale of ["en", "de"])
    expect(listCountries(locale).filter(({ code, name }) => name === code)).toEqual([]);
  expect([countryName("DE", "en"), countryName("DE", "de"), countryName("XX", "en")]).toEqual([
    "Germany",
    "Deutschland",
    "XX",
  ]);
});

describe("finds a country", () => {
  const found: [q: string, code: string][] = [
    ["germ", "DE"],
    ["Deutsch", "DE"],
    ["de", "DE"],
    ["osterr", "AT"],
    ["Österreich", "AT"],
    ["austria", "AT"],
    ["cote d", "CI"],
  ];
  for (const [q, code] of found) it(`${code} by ${q}`, () => expect(countriesLike(q)).toContain(code));
  it("not by text that none of its names contains", () => expect(countriesLike("germ")).not.toContain("FR"));
  it("all of them by an empty query", () => expect(countriesLike(" ")).toHaveLength(249));
});
