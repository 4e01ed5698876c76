/**
 * What the pages know of the site that they stand in: one interface, whoever the host is. Standing alone, we are our own
 * host; a content-management site brings its own adapter.
 *
 * Source: the host bridge contract, version 1 (`pickMedia`, `MediaRef`, `MediaTypeError`).
 */
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { setTransport, type Transport } from "./transport.ts";

export interface MediaRef {
  readonly provider: "standalone" | "wordpress" | "frame" | "lti";
  /** Of the host's media library; standing alone, the id of our own. */
  readonly id: string;
  readonly url: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly title: string;
  readonly bytes?: number;
}

export interface PickMediaOptions {
  readonly title: string;
  /** Media types, `image/*` or exact ones. */
  readonly accept: readonly string[];
  readonly multiple?: boolean;
}

/** Thrown where a file of another type was chosen than was asked for. */
export class MediaTypeError extends AppError {
  constructor() {
    super("invalid", message("media.typeNotAllowed"));
  }
}

export interface HostBridge {
  /** Where calls go and what says who sends them. */
  readonly transport: Transport;
  /** @returns null: closed without a choice. @throws MediaTypeError */
  pickMedia(options: PickMediaOptions): Promise<readonly MediaRef[] | null>;
}

let bridge: HostBridge | null = null;

/** Called once at startup. */
export function setHostBridge(host: HostBridge): void {
  bridge = { ...host, pickMedia: (options) => pickAllowed(host, options) };
  setTransport(host.transport);
}

/** A host's picker shows what fits, but some let other files be chosen too, such as one that is uploaded in it. */
async function pickAllowed(host: HostBridge, options: PickMediaOptions): Promise<readonly MediaRef[] | null> {
  const chosen = await host.pickMedia(options);
  if (chosen?.some(({ mimeType }) => !options.accept.some((accepted) => isOfType(mimeType, accepted))))
    throw new MediaTypeError();
  return chosen;
}

/** @param accepted as `image/*`, or exact. */
function isOfType(mimeType: string, accepted: string): boolean {
  const type = mimeType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return accepted.endsWith("/*") ? type.startsWith(accepted.slice(0, -1)) : type === accepted;
}

/** @throws Error before `setHostBridge`. */
export function hostBridge(): HostBridge {
  if (!bridge) throw new Error("setHostBridge has not been called yet");
  return bridge;
}
