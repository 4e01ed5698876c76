// @vitest-environment happy-dom
/** A text that is written in a dialog: Escape closes only what the toolbar has opened, and the text is kept. */
import { MantineProvider, Modal } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { MediaRef } from "#platform/host-bridge.ts";
import { RichTextFieldEditor } from "./RichTextFieldEditor.tsx";
import { richTextEn } from "./rich-text.en.ts";

const PICTURE: MediaRef = {
  provider: "standalone",
  id: "3",
  url: `/api/v2/media/3/${"a".repeat(44)}/file`,
  filename: "cortex.png",
  mimeType: "image/png",
  title: "Cortex",
  bytes: 1000,
};

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("#platform/host-bridge.ts", async (original) => ({
  ...(await original<object>()),
  hostBridge: () => ({ pickMedia: async () => [PICTURE] }),
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { richText: richTextEn } } } });
});
afterEach(cleanup);

/** @returns a mock that is called when the dialog around the text closes. */
function show(altHint?: string) {
  const close = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <Modal opened onClose={close} title="Add a page">
          <RichTextFieldEditor
            label="Text"
            value="<p>Ten minutes.</p>"
            onChange={() => undefined}
            {...(altHint ? { altHint } : {})}
          />
        </Modal>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return close;
}

const dialogs = () => screen.queryAllByRole("dialog");
const pressEscape = (where: Element | null) =>
  act(() => void fireEvent.keyDown(where ?? document.body, { key: "Escape" }));

for (const name of [richTextEn.link, richTextEn.insertPicture, richTextEn.colour])
  it(name, async () => {
    const close = show();
    fireEvent.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(dialogs()).toHaveLength(2));
    await waitFor(() => expect(dialogs().at(-1)?.contains(document.activeElement)).toBe(true));
    pressEscape(document.activeElement);
    await waitFor(() => expect(dialogs()).toHaveLength(1));
    expect(close).not.toHaveBeenCalled();
  });

it("the description of an image defaults to its title, except in a text where that reveals the answer", async () => {
  const descriptionOf = async () => (await screen.findByLabelText(richTextEn.alt)) as HTMLInputElement;
  show();
  fireEvent.click(await screen.findByRole("button", { name: richTextEn.insertPicture }));
  expect((await descriptionOf()).value).toBe("Cortex");
  cleanup();
  show("It should not give the answer away.");
  fireEvent.click(await screen.findByRole("button", { name: richTextEn.insertPicture }));
  expect((await descriptionOf()).value).toBe("");
  expect(screen.getByText("It should not give the answer away.")).toBeTruthy();
});

it("Escape in the text itself closes no dialog", async () => {
  const close = show();
  pressEscape(await screen.findByRole("textbox", { name: "Text" }));
  expect(close).not.toHaveBeenCalled();
});
