/**
 * The host bridge of a standalone site, which uses its own media library. A request for media waits here until the
 * picker, which is loaded then, has been closed. This module is small because it is loaded from the start.
 */
import { useSyncExternalStore } from "react";
import type { HostBridge, MediaRef, PickMediaOptions } from "#platform/host-bridge.ts";
import { standaloneTransport } from "#platform/transport.ts";

export interface PickRequest {
  readonly options: PickMediaOptions;
  /** @param chosen null: closed without a selection. */
  readonly answer: (chosen: readonly MediaRef[] | null) => void;
}

let request: PickRequest | null = null;
const listeners = new Set<() => void>();

function setRequest(next: PickRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}

export const standaloneBridge: HostBridge = {
  transport: standaloneTransport,
  pickMedia: (options) =>
    new Promise((resolve) => {
      // One at a time: the earlier request counts as closed.
      request?.answer(null);
      setRequest({
        options,
        answer(chosen) {
          setRequest(null);
          resolve(chosen);
        },
      });
    }),
};

/** Null while no picker is open. */
export function usePickRequest(): PickRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => request,
  );
}
