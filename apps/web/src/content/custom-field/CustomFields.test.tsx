// @vitest-environment happy-dom
import type { ShownField } from "@parfocal/core/custom-field/shown-field.contract.ts";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CustomFields } from "./CustomFields.tsx";

const field = (fieldId: number, change: Partial<ShownField>): ShownField => ({
  fieldId,
  title: "Organ",
  value: "Kidney",
  type: "text",
  isPrimary: false,
  ...change,
});
const markup = (fields: ShownField[]) => renderToStaticMarkup(createElement(CustomFields, { fields }));

it("each field is shown with its value, the primary one marked", () => {
  const box = document.createElement("div");
  box.innerHTML = markup([field(1, { isPrimary: true }), field(2, { title: "Stain", value: "PAS" })]);
  expect([...box.querySelectorAll("dt")].map((term) => term.textContent)).toEqual(["Organ", "Stain"]);
  expect([...box.querySelectorAll("dd")].map((value) => value.textContent)).toEqual(["Kidney", "PAS"]);
  expect(box.querySelectorAll("[data-primary]")).toHaveLength(1);
});

it("a link can be followed, without sending a referrer to its target", () => {
  const box = document.createElement("div");
  box.innerHTML = markup([field(1, { type: "link", value: "https://atlas.example.org" })]);
  const link = box.querySelector("a");
  expect([link?.getAttribute("href"), link?.rel]).toEqual(["https://atlas.example.org", "noopener noreferrer"]);
});

it("a slide without values shows nothing", () => expect(markup([])).toBe(""));
