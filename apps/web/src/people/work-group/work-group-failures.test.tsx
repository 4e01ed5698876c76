// @vitest-environment happy-dom
/** Each failing action on a work group is reported in its own fixed words (spec part 2, section 8, "Work groups"). */
import { MantineProvider } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { platformEn } from "#platform/platform.en.ts";
import { WorkGroupBar } from "./WorkGroupBar.tsx";
import { useWorkGroupActions, useWorkGroups } from "./work-group.api.ts";
import { workGroupEn } from "./work-group.en.ts";

type Actions = ReturnType<typeof useWorkGroupActions>;

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { workGroup: workGroupEn, platform: platformEn } } },
    interpolation: { escapeValue: false },
  });
});

let toasts: unknown[] = [];
beforeEach(() => {
  toasts = [];
  vi.spyOn(notifications, "show").mockImplementation(({ message }) => {
    toasts.push(message);
    return "";
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function serverAnswers(status: number, body: object): void {
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));
}

function Frame({ children }: { readonly children: ReactNode }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return (
    <MantineProvider>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}

async function toastOf(action: (actions: Actions) => Promise<unknown>): Promise<unknown> {
  const { result } = renderHook(useWorkGroupActions, { wrapper: Frame });
  await act(async () => {
    await action(result.current).catch(() => undefined);
  });
  await vi.waitFor(() => expect(toasts).toHaveLength(1));
  return toasts[0];
}

const actions: [name: string, action: (actions: Actions) => Promise<unknown>, text: string][] = [
  ["creating one", ({ create }) => create.mutateAsync("Kidney"), "Error. Work group wasn't created"],
  ["renaming it", ({ rename }) => rename.mutateAsync({ id: 7, title: "Liver" }), "Error. Work group wasn't updated"],
  ["deleting it", ({ remove }) => remove.mutateAsync(7), "Error. Work group wasn't deleted"],
  ["adding a member", ({ add }) => add.mutateAsync({ groupId: 7, email: "a@b.org" }), "Error. Something went wrong"],
  ["removing a member", ({ takeOut }) => takeOut.mutateAsync({ id: 7, userId: 2 }), "Error. Something went wrong"],
  ["restoring it", ({ restore }) => restore.mutateAsync(7), "Error. Something went wrong"],
];
describe("a work group, when the server fails", () => {
  for (const [name, action, text] of actions) {
    it(`${name}: ${text}`, async () => {
      serverAnswers(500, { message: "no", data: [] });
      expect(await toastOf(action)).toBe(text);
    });
  }
});

it("a rejection with 400 is shown in the server's words", async () => {
  serverAnswers(400, { message: "A title has 200 characters at most.", data: [] });
  expect(await toastOf(({ create }) => create.mutateAsync("x"))).toBe("A title has 200 characters at most.");
});

it("a limit that the server reports by its code is shown in the reader's language", async () => {
  serverAnswers(409, { message: "The server's words", data: ["workGroupsJoined"] });
  expect(await toastOf(({ add }) => add.mutateAsync({ groupId: 7, email: "a@b.org" }))).toBe(
    "This person is a member of 100 work groups, which is the limit, and must leave one first.",
  );
});

it("a person without an account: Error. User not found", async () => {
  serverAnswers(404, { message: "Error. User not found", data: ["userNotFound"] });
  expect(await toastOf(({ add }) => add.mutateAsync({ groupId: 7, email: "a@b.org" }))).toBe("Error. User not found");
});

it("a changed group is reported: Workgroup(s) updated", async () => {
  serverAnswers(200, { id: 7, title: "Liver", users: [], isUserOwner: true });
  const text = await toastOf(({ rename }) => rename.mutateAsync({ id: 7, title: "Liver" }));
  expect(text).toBe("Workgroup(s) updated");
});

it("groups that cannot be loaded are reported in their place, and can be requested again", async () => {
  serverAnswers(500, { message: "no", data: [] });
  render(
    <Frame>
      <WorkGroupBar userId={1} chosenId={null} onChoose={() => undefined} isDoubtful={false} />
    </Frame>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("Error. Work groups wasn't loaded");
  serverAnswers(200, []);
  fireEvent.click(screen.getByRole("button", { name: workGroupEn.tryAgain }));
  expect(await screen.findByText(/You are not in a work group yet/)).toBeTruthy();
});

it("after a failure the next email address can be sent while the groups are reloaded", async () => {
  let isReloading = false;
  vi.stubGlobal("fetch", async (_address: unknown, { method = "GET" }: RequestInit = {}) => {
    if (method !== "GET") return Response.json({ message: "no", data: ["userNotFound"] }, { status: 400 });
    if (isReloading) return new Promise(() => undefined);
    isReloading = true;
    return Response.json([]);
  });
  const { result } = renderHook(() => ({ groups: useWorkGroups(), actions: useWorkGroupActions() }), {
    wrapper: Frame,
  });
  await vi.waitFor(() => expect(result.current.groups.isSuccess).toBe(true));
  act(() => result.current.actions.add.mutate({ groupId: 7, email: "nobody@example.org" }));
  await vi.waitFor(() => expect(result.current.actions.add.isError).toBe(true));
  expect(result.current.groups.isFetching).toBe(true);
  expect(result.current.actions.add.isPending).toBe(false);
});
