// @vitest-environment happy-dom
/** Two people edit the content boxes of one item: no changes are overwritten unseen. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { editorEn } from "#editor/editor.en.ts";
import { BoxesEditor } from "./BoxesEditor.tsx";
import { boxEn } from "./box.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useBlocker: () => ({ status: "idle" }),
}));
vi.mock("#rich-text/RichTextField.tsx", () => ({ RichTextField: () => null }));

const SENTENCE = "Someone else changed these content boxes, so your changes were not saved.";
const boxOf = (title: string, version: string) => ({ tabs: [{ title, contentPages: [] }], version });

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { box: boxEn, editor: editorEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Stores the boxes of a single item, and rejects changes of another version. */
function keepBoxes() {
  const state = { box: boxOf("History", "v1"), beforeAnswer: Promise.resolve() };
  vi.stubGlobal("fetch", async (_input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== "PUT") return Response.json(state.box);
    const sent: typeof state.box = JSON.parse(String(init.body));
    if (sent.version !== state.box.version)
      return Response.json({ message: SENTENCE, data: ["changedMeanwhile"] }, { status: 409 });
    state.box = { tabs: sent.tabs, version: `${sent.version}+` };
    await state.beforeAnswer;
    return Response.json(state.box);
  });
  return state;
}

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <BoxesEditor id={3} kind="image" />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const titleField = () => screen.findByLabelText<HTMLInputElement>(/^Tab title/);
const write = async (value: string) => fireEvent.change(await titleField(), { target: { value } });
const save = async () => fireEvent.click(await screen.findByRole("button", { name: boxEn.save }));

it("an older draft, found after a reload, does not overwrite another person's text; that text can be loaded", async () => {
  const server = keepBoxes();
  const first = show();
  await write("Mine");
  first.unmount();
  server.box = boxOf("Theirs", "v2");
  show();
  await save();
  expect(await screen.findByText(SENTENCE)).toBeTruthy();
  expect((await titleField()).value).toBe("Mine");
  expect(server.box).toEqual(boxOf("Theirs", "v2"));
  fireEvent.click(screen.getByRole("button", { name: boxEn.reload }));
  await vi.waitFor(async () => expect((await titleField()).value).toBe("Theirs"));
});

it("successive saves do not conflict, including text entered during a save", async () => {
  const server = keepBoxes();
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  server.beforeAnswer = promise;
  show();
  await write("One");
  await save();
  await vi.waitFor(() => expect(server.box.tabs[0]?.title).toBe("One"));
  await write("Two");
  answer();
  await screen.findByText(editorEn.stateDirty);
  for (const title of ["Two", "Three"]) {
    await write(title);
    await save();
    await vi.waitFor(() => expect(server.box.tabs[0]?.title).toBe(title));
    await screen.findByText(boxEn.saved);
  }
  expect(screen.queryByText(SENTENCE)).toBeNull();
});
