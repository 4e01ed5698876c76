// @vitest-environment happy-dom
/** The switch at the top of every editor. */
import { MantineProvider } from "@mantine/core";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { EditorFrame } from "./EditorFrame.tsx";
import { editorEn } from "./editor.en.ts";
import { useDraft } from "./useDraft.ts";
import { type Visibility, VisibilityContext } from "./visibility.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useBlocker: () => ({ status: "idle" }),
}));
beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { editor: editorEn } } } });
});
afterEach(cleanup);

function Editor({ kind }: { readonly kind: ItemKind }) {
  const draft = useDraft({ name: "visibility", saved: { title: "Kidney" }, send: vi.fn() });
  return (
    <EditorFrame kind={kind} title="Kidney" href={null} draft={draft} isValid>
      {null}
    </EditorFrame>
  );
}

function open(kind: ItemKind, state: Partial<Visibility>) {
  const change = vi.fn();
  render(
    <MantineProvider env="test">
      <VisibilityContext value={{ isVisible: true, isHiddenAbove: false, change, ...state }}>
        <Editor kind={kind} />
      </VisibilityContext>
    </MantineProvider>,
  );
  return change;
}

it("hides a visible item, and shows a hidden one", () => {
  const change = open("folder", { isVisible: true });
  const field = screen.getByRole("switch", { name: "Visible to learners" });
  expect((field as HTMLInputElement).checked).toBe(true);
  fireEvent.click(field);
  expect(change).toHaveBeenCalledWith(false);
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
});

it("a hidden course is a draft, with a button that publishes it", () => {
  const change = open("course", { isVisible: false });
  expect(screen.getByText("Draft")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(change).toHaveBeenCalledWith(true);
});

it("states that a parent is hidden", () => {
  open("page", { isHiddenAbove: true });
  expect(screen.getByText(editorEn.hiddenAbove)).toBeDefined();
});

it("is missing outside the tree", () => {
  render(
    <MantineProvider env="test">
      <Editor kind="page" />
    </MantineProvider>,
  );
  expect(screen.queryByRole("switch")).toBeNull();
});
