import { notifications } from "@mantine/notifications";
import i18next from "i18next";
import { expect, it, vi } from "vitest";
import { setHostBridge } from "#platform/host-bridge.ts";
import { platformEn } from "#platform/platform.en.ts";
import { standaloneTransport } from "#platform/transport.ts";
import { choosePicture } from "./ThumbnailField.tsx";

it("a file of another type from the host's picker: Error / Selected filetype is not allowed!, and nothing is selected", async () => {
  await i18next.init({ lng: "en", resources: { en: { translation: { platform: platformEn } } } });
  const shown = vi.spyOn(notifications, "show").mockReturnValue("");
  const file = { provider: "frame", id: "7", url: "https://host.example/7", filename: "a.zip", title: "A" } as const;
  setHostBridge({
    transport: standaloneTransport,
    pickMedia: async () => [{ ...file, mimeType: "application/zip" }],
  });
  expect(await choosePicture("Picture")).toBeNull();
  await vi.waitFor(() =>
    expect(shown).toHaveBeenCalledWith(
      expect.objectContaining({ title: "Error", message: "Selected filetype is not allowed!" }),
    ),
  );
});
