// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { AttachmentCard } from "@parfocal/core/attachment/attachment-card.contract.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AttachmentViewer } from "./AttachmentViewer.tsx";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
afterEach(cleanup);

const SRC = "/api/v2/attachment/5/file";

function show(kind: AttachmentCard["kind"], mimeType: string, src = SRC): void {
  const attachment: AttachmentCard = { id: 5, title: "Gross picture", kind, mimeType, src };
  render(
    <MantineProvider env="test">
      <AttachmentViewer attachment={attachment} onClose={() => undefined} />
    </MantineProvider>,
  );
}

describe("an attachment", () => {
  it("that is an image is shown as one", async () => {
    show("image", "image/png");
    expect((await screen.findByRole("img", { name: "Gross picture" })).getAttribute("src")).toBe(SRC);
    expect(document.querySelector("video")).toBeNull();
  });

  it("that is a video is played", async () => {
    show("video", "video/webm");
    const source = (await screen.findByLabelText("Gross picture", { selector: "video" })).querySelector("source");
    expect([source?.getAttribute("src"), source?.type]).toEqual([SRC, "video/webm"]);
    expect(document.querySelector("img")).toBeNull();
  });

  it("that is an external image can be opened there, even if the page cannot show it", async () => {
    const url = "https://atlas.example.org/kidney.png";
    show("image", "image/png", url);
    const image = await screen.findByRole("img", { name: "Gross picture" });
    expect(image.getAttribute("src")).toBe(url);
    fireEvent.error(image);
    expect((await screen.findByRole("alert")).textContent).toBe("attachment.linkNotShown");
    const link = screen.getByRole("link", { name: "attachment.openFile" });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([url, "noopener noreferrer"]);
    expect(screen.queryByText("attachment.saveFile")).toBeNull();
  });
});
