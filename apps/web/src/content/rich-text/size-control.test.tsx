// @vitest-environment happy-dom
/** The font sizes that the toolbar of a text offers (spec part 1, section 9). */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { RichTextFieldEditor } from "./RichTextFieldEditor.tsx";
import { richTextEn } from "./rich-text.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { richText: richTextEn } } } });
});
afterEach(cleanup);

it("offers 8, 10, 12, 14, 18, 24 and 36 px, and the text's own size", async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <RichTextFieldEditor label="Text" value="<p>x</p>" onChange={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("combobox", { name: richTextEn.size }));
  const offered = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  const sizes = ["8 px", "10 px", "12 px", "14 px", "18 px", "24 px", "36 px"];
  expect(offered).toEqual([richTextEn.ownSize, ...sizes]);
});
