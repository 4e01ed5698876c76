/** How i18next formats numbers in texts. */
import { createInstance } from "i18next";
import { expect, it } from "vitest";
import { numberFormatter } from "./number-formatter.ts";

const texts = {
  slides_one: "{{count}} slide",
  slides_other: "{{count}} slides",
  range: "{{min}} to {{max}}",
  item: "item {{id}}",
  status: "HTTP status {{status}}",
  titled: "{{title}}",
};

async function textsIn(lng: string) {
  const i18n = createInstance().use(numberFormatter);
  await i18n.init({
    lng,
    resources: { [lng]: { translation: texts } },
    interpolation: { escapeValue: false, alwaysFormat: true },
  });
  return i18n.t as unknown as (name: keyof typeof texts | "slides", values: object) => string;
}

it("groups the digits of counts and keeps fractions, as the language requires", async () => {
  const en = await textsIn("en");
  const de = await textsIn("de");
  expect([en("slides", { count: 1 }), en("slides", { count: 12_345 })]).toEqual(["1 slide", "12,345 slides"]);
  expect(de("slides", { count: 12_345 })).toBe("12.345 slides");
  expect([en("range", { min: 0.05, max: 1440 }), de("range", { min: 0.05, max: 1440 })]).toEqual([
    "0.05 to 1,440",
    "0,05 to 1.440",
  ]);
});

it("leaves identifiers and strings alone", async () => {
  const t = await textsIn("en");
  expect(t("item", { id: 12_345 })).toBe("item 12345");
  expect(t("status", { status: 1503 })).toBe("HTTP status 1503");
  expect(t("titled", { title: "12345" })).toBe("12345");
});
