// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, render } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { CONTINUOUS_KEY, FREEHAND_KEY, TOOL_KEYS } from "#annotation/drawing-tools.ts";
import { REVIEW_KEYS } from "#annotation/review-keys.ts";
import { EDITING_KEYS } from "#annotation-editing/editing-keys.ts";
import { MEASURING_KEYS } from "#measuring/measuring-keys.ts";
import { uiEn } from "#ui/ui.en.ts";
import { KeyboardSheet } from "./KeyboardSheet.tsx";
import { SLIDE_COMMANDS } from "./slide-commands.ts";
import { SLIDE_FEATURE_NAMES, slideFeature } from "./slide-features.ts";

const session = vi.hoisted(() => ({ isExpert: true }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ can: () => session.isExpert }) }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { ui: uiEn } } } });
});
afterEach(cleanup);

function listedKeys(): Set<string> {
  render(
    <MantineProvider env="test">
      <KeyboardSheet
        isOpen
        onClose={() => undefined}
        areLettersOn
        onLettersChange={() => undefined}
        planes={{ depths: 3, times: 1, channels: [] } as never}
      />
    </MantineProvider>,
  );
  return new Set([...document.querySelectorAll("kbd")].map(({ textContent }) => textContent ?? ""));
}

/** Keys of channels are listed if a slide has channels. */
const OF_CHANNELS = ["C", "O"];

it("lists all keys of the page, its tools, drawing, editing, reviewing and measuring", () => {
  session.isExpert = true;
  const listed = listedKeys();
  const keys = [
    ...Object.values(SLIDE_COMMANDS).map(({ shortcut }) => shortcut),
    ...SLIDE_FEATURE_NAMES.map((name) => SLIDE_COMMANDS[slideFeature(name).command].shortcut),
    ...Object.values(TOOL_KEYS),
    ...[FREEHAND_KEY, CONTINUOUS_KEY, "Ctrl+C", "Ctrl+X", "Ctrl+V"],
    ...Object.values(EDITING_KEYS).flat(),
    ...Object.values(REVIEW_KEYS),
    ...MEASURING_KEYS.map(({ keys: measuring }) => measuring),
  ];
  expect(keys.filter((key) => !listed.has(key) && !OF_CHANNELS.includes(key))).toEqual([]);
});

it("lists the keys of reviewing only for reviewers", () => {
  session.isExpert = false;
  expect(listedKeys().has(REVIEW_KEYS.convert)).toBe(false);
});
