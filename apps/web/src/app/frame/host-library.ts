/** The media library of the parent page: that page shows it, and the user chooses one file. */
import { AppError } from "@parfocal/core/errors.ts";
import type { HostLibrary, HostMedia } from "#platform/host-bridge.ts";
import type { FrameMessage, MediaMessage } from "./frame-messages.ts";

interface FramedLibrary extends HostLibrary {
  take(message: MediaMessage): void;
}

export function createHostLibrary(send: (message: FrameMessage) => void): FramedLibrary {
  let pending: (PromiseWithResolvers<HostMedia | null> & { readonly id: number }) | null = null;
  let lastId = 0;
  return {
    pick({ title, accept }) {
      // One at a time: the earlier request counts as closed.
      pending?.resolve(null);
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<HostMedia | null>();
      pending = { promise, resolve, reject, id: lastId };
      send({ type: "mediaWanted", id: lastId, title, types: accept });
      return promise;
    },
    take({ id, media }) {
      if (pending?.id !== id) return;
      const { resolve, reject } = pending;
      pending = null;
      if (media === "failed") reject(new AppError("unavailable", "The page around the frame gives no file."));
      else resolve(media);
    },
  };
}
