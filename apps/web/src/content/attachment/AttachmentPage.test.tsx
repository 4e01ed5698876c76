// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { Attachment } from "@parfocal/core/attachment/attachment.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { AttachmentPage } from "./AttachmentPage.tsx";

vi.mock("react-i18next", () => ({
  useTranslation: () => ({ t: (key: string, { name = "" } = {}) => `${key} ${name}`.trim(), i18n: { language: "en" } }),
}));
vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("#item/use-place.ts", () => ({ usePlace: () => ({ steps: [{ kind: "attachment", id: 5 }] }) }));
vi.mock("#item-page/ItemPageFrame.tsx", () => ({ ItemPageFrame: ({ children }: { children: ReactNode }) => children }));
afterEach(cleanup);

function show(change: Partial<Attachment>): void {
  const attachment = {
    ...{ id: 5, title: "Gross image", kind: "image", mimeType: "image/png", bytes: 10, isLink: true },
    ...{ src: "https://atlas.example.org/kidney.png", assignedToUsername: null },
    ...change,
  };
  vi.mocked(call).mockResolvedValue(attachment as never);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <AttachmentPage />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

it("a link to an image file is shown as an image, without sending a referrer to its site", async () => {
  show({});
  const image = await screen.findByRole("img", { name: "Gross image" });
  expect(image.getAttribute("src")).toBe("https://atlas.example.org/kidney.png");
  expect(image.getAttribute("referrerpolicy")).toBe("no-referrer");
  expect(screen.queryByText(/addedBy/)).toBeNull();
});

it("shows who added it, if known", async () => {
  show({ assignedToUsername: "Ana Kidney" });
  expect(await screen.findByText("attachment.addedBy Ana Kidney")).toBeTruthy();
});
