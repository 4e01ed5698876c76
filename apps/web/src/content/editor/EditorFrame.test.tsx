// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { EditorFrame } from "./EditorFrame.tsx";
import { editorEn } from "./editor.en.ts";
import { useDraft } from "./useDraft.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useBlocker: () => ({ status: "idle" }),
  Link: ({ to, children }: { readonly to: string; readonly children: ReactNode }) => <a href={to}>{children}</a>,
}));
beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { editor: editorEn } } } });
});
afterEach(cleanup);

function Editor({ href }: { readonly href: string | null }) {
  const draft = useDraft({ name: "page-3", saved: { content: "" }, send: vi.fn() });
  return (
    <MantineProvider env="test">
      <EditorFrame kind="page" title="About" href={href} draft={draft} isValid>
        fields
      </EditorFrame>
    </MantineProvider>
  );
}

it("every editor links to the page of its item", () => {
  render(<Editor href="/s1/course2/p3/" />);
  expect(screen.getByRole("link", { name: editorEn.open }).getAttribute("href")).toBe("/s1/course2/p3/");
});

it("has no link for an item without a page", () => {
  render(<Editor href={null} />);
  expect(screen.queryByRole("link")).toBeNull();
});
