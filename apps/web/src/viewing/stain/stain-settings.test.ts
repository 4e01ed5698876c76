// @vitest-environment happy-dom
import { lightOf } from "@parfocal/core/stain/separate-stains.ts";
import { stainSettingsOf } from "@parfocal/core/stain/stain-settings.ts";
import { afterEach, describe, expect, it } from "vitest";
import {
  isAlone,
  isCalibrated,
  keepStains,
  openingStains,
  stainNames,
  withAll,
  withAlone,
  withoutPicked,
  withPicked,
  withShown,
} from "./stain-settings.ts";

afterEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
});

const look = stainSettingsOf("hDab");

describe("visible stains", () => {
  it("a single one", () => {
    expect(withAlone(look, 1).shown).toEqual([false, true, false]);
    expect([isAlone(withAlone(look, 1), 1), isAlone(withAlone(look, 1), 0), isAlone(look, 0)]).toEqual([
      true,
      false,
      false,
    ]);
  });
  it("two together", () => expect(withShown(withAlone(look, 1), 0, true).shown).toEqual([true, true, false]));
  it("all", () => expect(withAll(withAlone(look, 2)).shown).toEqual([true, true, true]));
  it("a pair has the residual as its third", () =>
    expect([stainNames(look)[2], stainNames(stainSettingsOf("heDab"))[2]]).toEqual(["residual", "dab"]));
});

describe("picking on the slide", () => {
  const brown = lightOf([0, 0.6, 0], look) ?? [0, 0, 0];
  it("a stain takes the colour at the point", () => {
    const outcome = withPicked(look, 0, [60, 120, 200]);
    expect(outcome.isTaken && outcome.look.vectors[0]).not.toEqual(look.vectors[0]);
    expect(outcome.isTaken && outcome.look.vectors[1]).toEqual(look.vectors[1]);
    expect(outcome.isTaken && isCalibrated(outcome.look)).toBe(true);
  });
  it("a point without tissue is rejected", () =>
    expect(withPicked(look, 0, [252, 250, 251])).toEqual({ isTaken: false, because: "pickedNothing" }));
  it("a point of the other stain is rejected", () =>
    expect(withPicked(look, 0, brown)).toEqual({ isTaken: false, because: "pickedAlike" }));
  it("the background is its colour as integers", () => {
    const outcome = withPicked(look, "background", [240.4, 0, 244.6]);
    expect(outcome.isTaken && outcome.look.background).toEqual([240, 1, 245]);
  });
  it("a picked stain can be reset", () => {
    const outcome = withPicked(withAlone(look, 1), 0, [60, 120, 200]);
    expect(outcome.isTaken && withoutPicked(outcome.look)).toEqual(withAlone(look, 1));
  });
});

describe("stored", () => {
  it("in the tab and in the URL", () => {
    keepStains(7, withAlone(look, 1));
    expect(window.location.search).toBe("?stains=hDab,010,c,255,255,255");
    expect(openingStains(7, "")).toEqual(withAlone(look, 1));
    expect(openingStains(8, "")).toEqual(stainSettingsOf("he"));
    expect(openingStains(8, window.location.search)).toEqual(withAlone(look, 1));
  });
  it("stores nothing once the slide has its default settings", () => {
    keepStains(7, withAlone(look, 1));
    keepStains(7, stainSettingsOf("he"));
    expect([window.location.search, sessionStorage.length]).toEqual(["", 0]);
  });
});
