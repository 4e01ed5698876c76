// @vitest-environment happy-dom
/** Source: spec part 1, section 6: userRoles of a course can be cleared. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { editorEn } from "#editor/editor.en.ts";
import { CourseEditor } from "./CourseEditor.tsx";
import { courseEn } from "./course.en.ts";

const nothing = vi.hoisted(() => () => null);
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("#platform/failure-toast.ts", () => ({ showSuccess: () => undefined }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useBlocker: () => ({ status: "idle" }),
  Link: nothing,
}));
vi.mock("#ui/ButtonLink.tsx", () => ({ ButtonLink: nothing }));
vi.mock("#box/BoxesEditor.tsx", () => ({ BoxesEditor: nothing }));
vi.mock("#editor/AppearanceFields.tsx", () => ({ AppearanceFields: nothing }));
vi.mock("#editor/TagsField.tsx", () => ({ TagsField: nothing }));

beforeAll(async () => {
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  const resources = { en: { translation: { course: courseEn, editor: editorEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources });
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("clearing the roles of a course makes it visible to all", async () => {
  let course = { id: 3, title: "Kidney", description: "", tags: [], userRoles: ["expert"] };
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_input: unknown, init?: RequestInit) => {
    if (init?.method === "PUT") {
      const changes = JSON.parse(String(init.body)) as object;
      sent.push(changes);
      course = { ...course, ...changes };
    }
    return Response.json(course);
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <CourseEditor id={3} AccessSection={nothing} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const expert = await screen.findByRole<HTMLInputElement>("checkbox", { name: editorEn.role_expert });
  expect(expert.checked).toBe(true);
  fireEvent.click(expert);
  expect(screen.getByText(editorEn.userRolesAll)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: editorEn.save }));
  await vi.waitFor(() => expect(sent).toMatchObject([{ userRoles: [] }]));
});
