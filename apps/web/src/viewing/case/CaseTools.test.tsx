// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it } from "vitest";
import { SharedLinkContext } from "#platform/shared-link.ts";
import { SLIDE_COMMANDS } from "#slide/slide-commands.ts";
import { CaseTools } from "./CaseTools.tsx";
import { caseEn } from "./case.en.ts";
import { CASE_COMMAND_NAMES, CASE_COMMANDS } from "./case-commands.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { case: caseEn } } } });
});
afterEach(cleanup);

/** Source: spec part 1, section 4, "Measurement": not without a scale bar, which cases lack, nor if slides are bound. */
it("a case has no measuring tools: neither buttons nor keys", () => {
  render(
    <MantineProvider>
      <CaseTools
        shown={{ userCanEdit: true } as never}
        isSmall={false}
        isFullscreen={false}
        isSynced
        isComparing={false}
        canShare
        openPanel={null}
        onCommand={() => undefined}
      />
    </MantineProvider>,
  );
  expect(screen.getAllByRole("button", { name: /\w/ }).length).toBeGreaterThan(10);
  expect(screen.queryAllByRole("button", { name: /measur/i })).toEqual([]);
  const keys: string[] = CASE_COMMAND_NAMES.map((name) => CASE_COMMANDS[name].shortcut);
  expect(keys).not.toContain(SLIDE_COMMANDS.measureLength.shortcut);
  expect(keys).not.toContain(SLIDE_COMMANDS.measureArea.shortcut);
});

/** Source: spec part 2, section 3, "Share access". */
it("with a share link that hides annotations and information, a case offers neither", () => {
  const link = {
    ...{ token: "7.x", hidesAnnotations: true, hidesInformation: true, hidesToolbar: false, isEmbedded: false },
    opening: { imageId: 9, channels: null, plane: null },
  };
  const tools = (
    <CaseTools
      shown={{ userCanEdit: false } as never}
      isSmall={false}
      isFullscreen={false}
      isSynced
      isComparing={false}
      canShare={false}
      openPanel={null}
      onCommand={() => undefined}
    />
  );
  const names = [caseEn.about, caseEn.annotations, caseEn.colour];
  const offered = () => names.filter((name) => screen.queryByRole("button", { name: new RegExp(name) }) !== null);
  const { rerender } = render(<MantineProvider>{tools}</MantineProvider>);
  expect(offered()).toEqual(names);
  rerender(
    <MantineProvider>
      <SharedLinkContext value={link}>{tools}</SharedLinkContext>
    </MantineProvider>,
  );
  expect(offered()).toEqual([caseEn.colour]);
});
