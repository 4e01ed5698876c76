// @vitest-environment happy-dom
import { GRID_DEFAULTS, type GridSettings } from "@parfocal/core/grid/grid-settings.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  GRID_COOKIE_LIFETIME_S,
  GRID_COOKIES_MAX,
  gridCookies,
  gridScopeOfCase,
  gridScopeOfImage,
  readGridSettings,
  saveGridSettings,
} from "./grid-cookie.ts";
import { wasGridEnabled } from "./grid-cookie-flag.ts";

const PAGE = "/s1/course2/i12/";
const SCOPE = gridScopeOfImage(12);
const ON: GridSettings = { ...GRID_DEFAULTS, isEnabled: true };

/** The page's cookies after one was set. */
function cookieOf(settings: GridSettings, scope = SCOPE): string {
  return `session=abc; ${gridCookies("", PAGE, scope, settings)[0]?.split(";")[0]}; other=1`;
}

describe("the grid's cookie", () => {
  it("lasts 30 days, only for the pages of the site, under the name of the image", () => {
    expect(gridCookies("", PAGE, SCOPE, ON)).toEqual([
      "parfocal-grid-image-12=on~free~0.1~grey; Max-Age=2592000; Path=/s1; SameSite=Lax",
    ]);
  });
  it("is stored per image, or per case and container", () => {
    expect([gridScopeOfImage(12), gridScopeOfCase(5, 0)]).toEqual(["image-12", "case-5-0"]);
    const cookies = cookieOf({ ...ON, cellSizeMm: 0.5 }, gridScopeOfCase(5, 0));
    expect(readGridSettings(cookies, gridScopeOfCase(5, 0)).cellSizeMm).toBe(0.5);
    expect(readGridSettings(cookies, gridScopeOfCase(5, 1))).toEqual(GRID_DEFAULTS);
    expect(readGridSettings(cookies, gridScopeOfImage(5))).toEqual(GRID_DEFAULTS);
  });
});

describe("the stored value is parsed", () => {
  const cases: [what: string, settings: GridSettings][] = [
    ["as it is by default", GRID_DEFAULTS],
    ["switched on", ON],
    ["another size and colour", { ...ON, cellSizeMm: 0.25, color: "blue" }],
    ["fixed at a position", { ...ON, isFixed: true, center: [1234.5, 0] }],
    ["fixed left of the slide", { ...ON, isFixed: true, center: [-20, 17.25] }],
  ];
  for (const [what, settings] of cases) {
    it(what, () => expect(readGridSettings(cookieOf(settings), SCOPE)).toEqual(settings));
  }
  const damaged = ["", "on", "on~free~2~grey", "on~free~0.05~grey", "on~free~x~grey", "on~free~0.1~url(x)", "%7B%7D"];
  for (const value of damaged) {
    it(`"${value}" is invalid: the defaults`, () => {
      expect(readGridSettings(`parfocal-grid-${SCOPE}=${value}`, SCOPE)).toEqual(GRID_DEFAULTS);
    });
  }
  it("a fixed grid without its centre is not fixed", () => {
    expect(readGridSettings(`parfocal-grid-${SCOPE}=on~fixed~0.2~grey`, SCOPE)).toEqual({ ...ON, cellSizeMm: 0.2 });
  });
});

describe("a grid that was enabled", () => {
  const cases: [what: string, cookies: string, expected: boolean][] = [
    ["on", cookieOf(ON), true],
    ["off", cookieOf(GRID_DEFAULTS), false],
    ["another image whose ID has the same prefix", cookieOf(ON, gridScopeOfImage(123)), false],
    ["no cookie", "", false],
  ];
  for (const [what, cookies, expected] of cases) {
    it(what, () => expect(wasGridEnabled(cookies, SCOPE)).toBe(expected));
  }
});

it("the oldest of too many grid cookies is deleted, but no other cookies", () => {
  const many = Array.from(
    { length: GRID_COOKIES_MAX },
    (_unused, index) => `parfocal-grid-image-${index + 100}=on~free~0.1~grey`,
  );
  const set = gridCookies(["session=abc", ...many].join("; "), PAGE, SCOPE, ON);
  expect(set).toHaveLength(2);
  expect(set[0]).toBe("parfocal-grid-image-100=; Max-Age=0; Path=/s1; SameSite=Lax");
  expect(gridCookies(many.slice(1).join("; "), PAGE, SCOPE, ON)).toHaveLength(1);
});

describe("with more slides than cookies", () => {
  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
  });
  const black: GridSettings = { ...ON, color: "black", cellSizeMm: 0.5 };

  it("the grid is stored nevertheless, as long as a cookie would be", () => {
    vi.useFakeTimers();
    saveGridSettings(SCOPE, black);
    expect([readGridSettings("", SCOPE), wasGridEnabled("", SCOPE)]).toEqual([black, true]);
    vi.advanceTimersByTime(GRID_COOKIE_LIFETIME_S * 1000);
    expect([readGridSettings("", SCOPE), wasGridEnabled("", SCOPE)]).toEqual([GRID_DEFAULTS, false]);
    saveGridSettings("image-13", black);
    expect(Object.keys(localStorage)).toEqual(["parfocal-grid-image-13"]);
  });

  it("a cookie takes precedence", () => {
    saveGridSettings(SCOPE, black);
    const cookies = cookieOf(GRID_DEFAULTS);
    expect([readGridSettings(cookies, SCOPE), wasGridEnabled(cookies, SCOPE)]).toEqual([GRID_DEFAULTS, false]);
  });
});
