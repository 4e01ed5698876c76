// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { forgetSearches, readRecentSearches, rememberSearch } from "./recent-searches.ts";

beforeEach(() => localStorage.clear());

describe("recent searches", () => {
  it("are listed newest first, each once regardless of spelling, up to six", () => {
    for (const query of ["kidney", "liver", " ", "KIDNEY", "lung", "skin", "heart", "brain", "eye"])
      rememberSearch("1/1", query);
    expect(readRecentSearches("1/1")).toEqual(["eye", "brain", "heart", "skin", "lung", "KIDNEY"]);
  });

  it("are separate for each person, and can be cleared", () => {
    rememberSearch("1/1", "kidney");
    expect(readRecentSearches("1/2")).toEqual([]);
    forgetSearches("1/1");
    expect(readRecentSearches("1/1")).toEqual([]);
  });

  it("are empty if the stored value is invalid", () => {
    for (const stored of ["{", "7", "null"]) {
      localStorage.setItem("parfocal-searches-1/1", stored);
      expect(readRecentSearches("1/1"), stored).toEqual([]);
    }
  });
});
