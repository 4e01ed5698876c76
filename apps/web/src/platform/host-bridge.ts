/**
 * What pages know about the site that embeds them: one interface for all hosts. Without a host, Parfocal is its own
 * host; a content-management site provides its own adapter.
 *
 * Source: the host bridge contract, version 1 (`pickMedia`, `MediaRef`, `MediaTypeError`).
 */
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { setTransport, type Transport } from "./transport.ts";

export interface MediaRef {
  readonly provider: "standalone" | "wordpress" | "frame" | "lti";
  /** ID in the host's media library; without a host, in that of Parfocal. */
  readonly id: string;
  readonly url: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly title: string;
  readonly bytes?: number;
}

export interface PickMediaOptions {
  readonly title: string;
  /** Media types: exact, or like `image/*`. */
  readonly accept: readonly string[];
  readonly multiple?: boolean;
}

/** A file of the host's media library, which the server can copy. */
export interface HostMedia {
  /** Kind of the host, such as `wordpress`. */
  readonly provider: string;
  /** ID of the file there. */
  readonly id: string;
  readonly mimeType: string;
  /** Signed by the host: proof that this user may have this file. */
  readonly token: string;
}

export interface HostLibrary {
  /** Shows the host's library. @returns null if closed without a selection. @throws MediaTypeError */
  pick(options: PickMediaOptions): Promise<HostMedia | null>;
}

/** Thrown if the chosen file has a type other than requested. */
export class MediaTypeError extends AppError {
  constructor() {
    super("invalid", message("media.typeNotAllowed"));
  }
}

export interface HostBridge {
  /** Transport of requests, and the identity of their sender. */
  readonly transport: Transport;
  /** @returns null if closed without a selection. @throws MediaTypeError */
  pickMedia(options: PickMediaOptions): Promise<readonly MediaRef[] | null>;
  /** Omitted: the host has no library of its own. */
  readonly library?: HostLibrary;
}

let bridge: HostBridge | null = null;

/** Called once at startup. */
export function setHostBridge(host: HostBridge): void {
  const { library } = host;
  bridge = {
    ...host,
    pickMedia: async (options) => assertAllowed(await host.pickMedia(options), options),
    ...(library && {
      library: {
        async pick(options) {
          const chosen = await library.pick(options);
          return assertAllowed(chosen && [chosen], options)?.[0] ?? null;
        },
      },
    }),
  };
  setTransport(host.transport);
}

/**
 * A host's picker only shows files of the requested types, but some also allow other files, such as one uploaded in the
 * picker.
 */
function assertAllowed<Chosen extends { readonly mimeType: string }>(
  chosen: readonly Chosen[] | null,
  options: PickMediaOptions,
): readonly Chosen[] | null {
  if (chosen?.some(({ mimeType }) => !options.accept.some((accepted) => isOfType(mimeType, accepted))))
    throw new MediaTypeError();
  return chosen;
}

/** @param accepted exact, or like `image/*`. */
function isOfType(mimeType: string, accepted: string): boolean {
  const type = mimeType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return accepted.endsWith("/*") ? type.startsWith(accepted.slice(0, -1)) : type === accepted;
}

/** @throws Error before `setHostBridge`. */
export function hostBridge(): HostBridge {
  if (!bridge) throw new Error("setHostBridge has not been called yet");
  return bridge;
}
