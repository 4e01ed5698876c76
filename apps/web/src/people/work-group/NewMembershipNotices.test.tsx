// @vitest-environment happy-dom
/** A person who was added to a work group leaves or stays with one click. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { SessionProvider } from "#platform/session.tsx";
import { NewMembershipNotices } from "./NewMembershipNotices.tsx";
import { workGroupEn } from "./work-group.en.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { workGroup: workGroupEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const USER = { id: 7, displayName: "Leo", email: "leo@example.test", role: "learner", capabilities: ["learn"] };

/** Responds to the session with the remaining notices. @returns other requests. */
function standIn(): string[] {
  const sent: string[] = [];
  let newMemberships = [{ id: 12, title: "Kidney team", addedBy: "Lea" }];
  vi.stubGlobal("fetch", async (address: string | URL | Request, { method = "GET" }: RequestInit = {}) => {
    const path = new URL(String(address), "http://localhost").pathname;
    if (path.endsWith("/session"))
      return Response.json({ user: USER, site: { id: 1, title: "Site" }, nonce: "n", newMemberships });
    sent.push(`${method} ${path}`);
    newMemberships = [];
    return new Response(null, { status: 204 });
  });
  return sent;
}

function show(): void {
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider waiting={null} renderFailure={() => null}>
          <NewMembershipNotices />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

for (const [button, call] of [
  ["Leave Kidney team", "DELETE /api/v2/workgroups/12/kick/7"],
  ["Stay in Kidney team", "PUT /api/v2/workgroups/12/keep"],
] as const) {
  it(`${button}: one click, and the notice disappears`, async () => {
    const sent = standIn();
    show();
    expect((await screen.findByRole("status")).textContent).toContain("Lea added you to the work group “Kidney team”.");
    fireEvent.click(screen.getByRole("button", { name: button }));
    await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
    expect(sent).toEqual([call]);
  });
}
