// @vitest-environment happy-dom
/** A new course starts as a draft, and its page publishes it. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { AddCourseDialog } from "#course/AddCourseDialog.tsx";
import { courseEn } from "#course/course.en.ts";
import { DraftNotice } from "#course/DraftNotice.tsx";
import { uiEn } from "#ui/ui.en.ts";
import { AddCourseHere } from "./AddFolderHere.tsx";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 } }) }));
vi.mock("@tanstack/react-router", () => ({ useNavigate: () => () => undefined }));

let sent: unknown[] = [];
beforeAll(async () => {
  // A growing text field waits for fonts, which do not exist here.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  const texts = { course: courseEn, ui: uiEn };
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: texts } } });
});
beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push(`${init.method} ${url}`, JSON.parse(String(init.body)));
    return Response.json({ id: 9 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (part: ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>
    </MantineProvider>,
  );
const nothing = () => undefined;

it.each([
  ["home page", <AddCourseDialog key="home" isOpen onClose={nothing} />],
  ["administration", <AddCourseHere key="manage" onAdded={nothing} onClose={nothing} />],
])("added on the %s, it is not yet visible", async (_place, dialog) => {
  show(dialog);
  fireEvent.change(await screen.findByLabelText("Title"), { target: { value: "Kidney" } });
  fireEvent.click(screen.getByRole("button", { name: "Add course" }));
  await vi.waitFor(() => expect(sent[1]).toEqual({ title: "Kidney", description: "", isVisible: false }));
});

it("its page shows that, and publishes it", async () => {
  show(<DraftNotice courseId={9} />);
  expect(screen.getByText("Only teachers and administrators can see this course.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Publish" }));
  await vi.waitFor(() => expect(sent).toEqual(["PUT /api/v2/course/9", { isVisible: true }]));
});
