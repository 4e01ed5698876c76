// @vitest-environment happy-dom
/** Messages shown when documents cannot be assigned (spec part 1, section 8). */
import { MantineProvider } from "@mantine/core";
import type { SiteDocument } from "@parfocal/core/document/document.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { AssignDocuments } from "./AssignDocuments.tsx";
import { documentEn } from "./document.en.ts";

const PLAN: SiteDocument = {
  id: 9,
  title: "Plan",
  filename: "plan.pdf",
  mimeType: "application/pdf",
  bytes: 8,
  src: "/api/v2/document/9/file",
  thumbnail: null,
  createdAt: "2027-01-01T00:00:00.000Z",
  createdBy: null,
  useCount: 0,
};

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { document: documentEn } } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Selects the only document and assigns it. */
async function assign(status: number, message: string): Promise<void> {
  vi.stubGlobal("fetch", async (input: string | URL | Request) =>
    String(input instanceof Request ? input.url : input).includes("/assign")
      ? Response.json({ message, data: [] }, { status })
      : Response.json({ documents: [PLAN], total: 1 }),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AssignDocuments parentId={5} parentKind="folder" onAdded={() => undefined} onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Plan" }));
  fireEvent.click(screen.getByRole("button", { name: /^Attach/ }));
}

for (const status of [403, 404, 500, 503])
  it(`documents that cannot be assigned (${status}): Error. Please try again later`, async () => {
    await assign(status, "x");
    expect(await screen.findByText("Error. Please try again later")).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: "Select Plan" })).toHaveProperty("checked", true);
  });

it("a rejected assignment: the server's message", async () => {
  await assign(400, "The name is missing.");
  expect(await screen.findByText("The name is missing.")).toBeTruthy();
});
