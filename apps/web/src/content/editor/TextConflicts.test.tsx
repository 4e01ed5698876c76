// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { EditorFrame } from "./EditorFrame.tsx";
import { editorEn } from "./editor.en.ts";
import { useDraft } from "./useDraft.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useBlocker: () => ({ status: "idle" }),
}));
beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { editor: editorEn } } } });
});
afterEach(cleanup);

function Editor({ content }: { readonly content: string }) {
  const draft = useDraft({ name: "page-3", saved: { content }, send: vi.fn() });
  return (
    <MantineProvider env="test">
      <EditorFrame
        kind="page"
        title="About"
        href={null}
        draft={draft}
        isValid
        compared={[{ name: "content", label: "Content", show: (values) => values.content }]}
      >
        <button type="button" onClick={() => draft.change({ content: "Mine" })}>
          write
        </button>
      </EditorFrame>
    </MantineProvider>
  );
}

it("an editor shows both versions of a field changed by two people side by side, and uses the chosen one", () => {
  localStorage.clear();
  const { rerender } = render(<Editor content="Old" />);
  fireEvent.click(screen.getByRole("button", { name: "write" }));
  expect(screen.queryByRole("region", { name: editorEn.conflictTitle })).toBeNull();
  rerender(<Editor content="Theirs" />);
  const pair = within(screen.getByRole("region", { name: "Content" }));
  expect(pair.getByText(editorEn.conflictMine).parentElement?.textContent).toContain("Mine");
  expect(pair.getByText(editorEn.conflictTheirs).parentElement?.textContent).toContain("Theirs");
  fireEvent.click(pair.getByRole("button", { name: editorEn.takeTheirs }));
  expect(screen.queryByRole("region", { name: editorEn.conflictTitle })).toBeNull();
  expect(screen.getByText(editorEn.stateUnchanged)).toBeTruthy();
  expect(document.activeElement?.textContent).toBe("About");
});
