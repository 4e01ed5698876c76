import { describe, expect, it } from "vitest";
import { announcementState, isEmptyText, textFor } from "./announcement-rules.ts";

const NOON = new Date("2027-01-31T12:00:00Z");
const EARLIER = new Date("2027-01-31T11:59:59Z");
const LATER = new Date("2027-01-31T12:00:01Z");

describe("state of an announcement", () => {
  it.each([
    [{ isActive: true, start: null, end: null }, "shown"],
    [{ isActive: true, start: NOON, end: null }, "shown"],
    [{ isActive: true, start: LATER, end: null }, "planned"],
    [{ isActive: true, start: EARLIER, end: LATER }, "shown"],
    [{ isActive: true, start: EARLIER, end: NOON }, "over"],
    [{ isActive: false, start: EARLIER, end: LATER }, "off"],
    [{ isActive: false, start: LATER, end: null }, "off"],
    [{ isActive: false, start: null, end: EARLIER }, "over"],
  ])("%j is %s", (period, state) => {
    expect(announcementState(period, NOON)).toBe(state);
  });
});

it.each([
  ["", true],
  ["<p></p>", true],
  ["<p> <br>&nbsp;</p>", true],
  ["<p>x</p>", false],
])("%j without a visible character: %s", (html, isEmpty) => {
  expect(isEmptyText(html)).toBe(isEmpty);
});

it("readers get the text in their language, or else the first text", () => {
  const texts = { en: "<p>Maintenance</p>", de: "<p>Wartung</p>" };
  expect(textFor(texts, "de")).toBe("<p>Wartung</p>");
  expect(textFor({ ...texts, de: "<p></p>" }, "de")).toBe("<p>Maintenance</p>");
  expect(textFor({ en: "", de: "<p>Wartung</p>" }, "en")).toBe("<p>Wartung</p>");
  expect(textFor({ en: "", de: "" }, "en")).toBe("");
});
