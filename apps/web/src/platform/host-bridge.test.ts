import { expect, it, vi } from "vitest";
import { hostBridge, type MediaRef, MediaTypeError, setHostBridge } from "./host-bridge.ts";
import { standaloneTransport } from "./transport.ts";

const chosen = (mimeType: string): MediaRef => ({
  ...{ provider: "frame", id: "7", url: "https://host.example/7", filename: "a", title: "A" },
  mimeType,
});

function pick(media: readonly MediaRef[] | null, accept: readonly string[]) {
  const pickMedia = vi.fn(async () => media);
  setHostBridge({ transport: standaloneTransport, pickMedia });
  return hostBridge().pickMedia({ title: "Picture", accept });
}

for (const [mimeType, accept] of [
  ["image/png", ["image/*"]],
  ["IMAGE/PNG", ["image/png"]],
  ["application/pdf; charset=binary", ["image/*", "application/pdf"]],
] as const)
  it(`a host's picker can select ${mimeType} if ${accept.join(" or ")} is accepted`, async () => {
    expect(await pick([chosen(mimeType)], accept)).toEqual([chosen(mimeType)]);
  });

for (const [mimeType, accept] of [
  ["application/zip", ["image/*"]],
  ["image/svg+xml", ["image/png"]],
  ["imagery/png", ["image/*"]],
  ["", ["image/*"]],
] as const)
  it(`"${mimeType}" from a host's picker is rejected if ${accept.join(" or ")} is accepted`, async () => {
    const rejected = await pick([chosen(accept[0].replace("*", "png")), chosen(mimeType)], accept).catch(
      (error) => error,
    );
    expect(rejected).toBeInstanceOf(MediaTypeError);
    expect(rejected.message).toBe("Selected filetype is not allowed!");
  });

it("a closed picker selects nothing", async () => {
  expect(await pick(null, ["image/*"])).toBeNull();
});

it("the host's media library must return the same types", async () => {
  const library = (mimeType: string | null) => {
    const media = mimeType === null ? null : { provider: "wordpress", id: "7", mimeType, token: "a.b.c" };
    setHostBridge({
      transport: standaloneTransport,
      pickMedia: async () => null,
      library: { pick: async () => media },
    });
    return hostBridge().library?.pick({ title: "Picture", accept: ["image/png"] });
  };
  expect(await library("image/png")).toMatchObject({ id: "7" });
  expect(await library(null)).toBeNull();
  await expect(library("application/zip")).rejects.toBeInstanceOf(MediaTypeError);
});
