// @vitest-environment happy-dom
/** Input in the form of a new item is not discarded by accident. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { AddPageDialog } from "#page/AddPageDialog.tsx";
import { uiEn } from "#ui/ui.en.ts";
import { AddQuestionDialog } from "./AddQuestionDialog.tsx";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("#rich-text/RichTextField.tsx", () => ({ RichTextField: () => null }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { ui: uiEn } } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

for (const [what, Dialog] of [
  ["a page", AddPageDialog],
  ["a question", AddQuestionDialog],
] as const)
  it(`${what}: a click beside the dialog does not close it, its button does`, async () => {
    vi.stubGlobal("fetch", async () => Response.json({ nodes: [], places: [] }));
    const close = vi.fn();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider env="test">
          <Dialog parentId={7} parentKind="course" onAdded={() => undefined} onClose={close} />
        </MantineProvider>
      </QueryClientProvider>,
    );
    const dialog = await screen.findByRole("dialog");
    const beside = [dialog.parentElement, document.querySelector(".mantine-Modal-overlay")];
    for (const place of beside) if (place) fireEvent.click(place);
    expect(beside).not.toContain(null);
    expect(close).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: uiEn.close }));
    expect(close).toHaveBeenCalledOnce();
  });
