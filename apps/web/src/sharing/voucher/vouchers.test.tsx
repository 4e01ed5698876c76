// @vitest-environment happy-dom
/** Source: spec part 2, section 4 (voucher status) and section 5 (dates). Generating and using one: e2e/vouchers.spec.ts. */
import { MantineProvider } from "@mantine/core";
import type { Voucher } from "@parfocal/core/voucher/voucher.contract.ts";
import { VOUCHER_STATUSES } from "@parfocal/core/voucher/voucher-status.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { uiEn } from "#ui/ui.en.ts";
import { VouchersPanel } from "./VouchersPanel.tsx";
import { voucherEn } from "./voucher.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));

beforeAll(async () => {
  const resources = { en: { translation: { voucher: voucherEn, ui: uiEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources, interpolation: { escapeValue: false } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const VOUCHERS = VOUCHER_STATUSES.map((status, at) => ({
  ...{ id: at + 1, code: `CODE-${status}`, status, expirationDate: "2026-12-01 10:00:00", accountExpirationDate: null },
  ...{ user: status === "used" ? { id: 5, name: "Grace Hopper", email: "grace@example.test" } : null, group: null },
  ...{ isDeleted: status === "disabled", batch: 3, createdAt: "2026-11-01T10:00:00.000Z" },
})) satisfies Voucher[];

/** @param problem code with which the server rejects new vouchers. */
async function open(problem = ""): Promise<void> {
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method === "POST")
      return Response.json({ message: "The dates do not fit.", data: [problem] }, { status: 400 });
    if (String(input).includes("/v2/voucher")) return Response.json({ vouchers: VOUCHERS, total: VOUCHERS.length });
    return Response.json([]);
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={createRouter({ routeTree: createRootRoute({ component: VouchersPanel }) })} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText("CODE-active");
}

it("each voucher shows its status: active, used and by whom, disabled, expired; only active ones can be deleted", async () => {
  await open();
  const rows = screen.getAllByRole("listitem");
  expect(rows).toHaveLength(4);
  for (const [at, status] of VOUCHER_STATUSES.entries()) {
    const row = within(rows[at] as HTMLElement);
    expect(row.getByText(voucherEn[`status_${status}`])).toBeTruthy();
    expect(row.queryByText(/Grace Hopper/) !== null).toBe(status === "used");
    expect(row.queryByRole("button", { name: /Delete/ }) !== null).toBe(status === "active");
  }
});

const PROBLEMS = [
  ["expirationInPast", voucherEn.expirationDate],
  ["accountExpiresBeforeCode", voucherEn.accountExpirationDate],
] as const;
for (const [problem, label] of PROBLEMS)
  it(`vouchers rejected for ${problem} show it at the field of that date`, async () => {
    await open(problem);
    fireEvent.click(screen.getByRole("button", { name: voucherEn.generate }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: voucherEn.generateSubmit }));
    expect(await dialog.findByText(voucherEn[problem])).toBeTruthy();
    const invalid = dialog.getAllByLabelText(/./).filter((field) => field.getAttribute("aria-invalid") === "true");
    expect(invalid).toEqual([dialog.getByLabelText(label)]);
  });
