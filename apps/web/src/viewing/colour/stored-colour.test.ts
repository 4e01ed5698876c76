// @vitest-environment happy-dom
import { NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { afterEach, describe, expect, it } from "vitest";
import { keepColour, openingColour } from "./stored-colour.ts";

const DARK = { ...NEUTRAL_COLOUR, brightness: 80 };
const FADED = { ...NEUTRAL_COLOUR, contrast: 130 };

afterEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
});

const search = () => window.location.search;

describe("a slide opens", () => {
  it("unchanged by default", () => expect(openingColour({ id: 7, colour: null }, "")).toEqual(NEUTRAL_COLOUR));
  it("with its default preset", () => expect(openingColour({ id: 7, colour: FADED }, "")).toEqual(FADED));
  it("with its last settings in this tab, before its default preset", () => {
    keepColour({ id: 7, colour: FADED }, DARK);
    expect(openingColour({ id: 7, colour: FADED }, "")).toEqual(DARK);
    expect(openingColour({ id: 8, colour: FADED }, "")).toEqual(FADED);
  });
  it("with the settings of the link, before all others", () => {
    keepColour({ id: 7, colour: FADED }, DARK);
    const link = "?view=1,2,3&colour=120,100,100,0,100";
    expect(openingColour({ id: 7, colour: FADED }, link)).toEqual({ ...NEUTRAL_COLOUR, brightness: 120, invert: 100 });
  });
  it("without the settings of an invalid link", () =>
    expect(openingColour({ id: 7, colour: FADED }, "?colour=900,1,1,1,1")).toEqual(FADED));
});

describe("a change", () => {
  it("is added to the URL, beside other parameters", () => {
    window.history.replaceState(null, "", "/s1/?view=1,2,3");
    keepColour({ id: 7, colour: null }, DARK);
    expect(search()).toBe("?view=1,2,3&colour=80,100,100,0,0");
  });
  it("back to the opening settings leaves nothing stored", () => {
    keepColour({ id: 7, colour: null }, DARK);
    keepColour({ id: 7, colour: null }, NEUTRAL_COLOUR);
    expect([search(), sessionStorage.length]).toEqual(["", 0]);
  });
  it("to neutral is stored if the slide opens differently", () => {
    keepColour({ id: 7, colour: FADED }, NEUTRAL_COLOUR);
    expect(search()).toBe("?colour=100,100,100,0,0");
    expect(openingColour({ id: 7, colour: FADED }, "")).toEqual(NEUTRAL_COLOUR);
  });
});
