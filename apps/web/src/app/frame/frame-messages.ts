/**
 * The messages (`postMessage`) between a framed page of this site and the page around it. Only messages from the parent
 * window are accepted, and only from exactly the origin for which the frame was created.
 */

import { HOST_MEDIA_ID, HOST_PROVIDER } from "@parfocal/core/media/host-media-id.ts";
import type { HostMedia } from "#platform/host-bridge.ts";

/** Included in each message, to distinguish it from those of other scripts. */
export const FRAME_PROTOCOL = "parfocal-frame-1";
const TOKEN_MAX_CHARACTERS = 4_096;
const TYPE_MAX_CHARACTERS = 100;

/** The contents of the frame's name: the surrounding page sets it, and it survives a reload. */
export interface FrameOptions {
  /** Exact origin of the parent page. */
  readonly origin: string;
  /** Whether the parent page signs its user in. */
  readonly hasTokens: boolean;
  /** Whether its user can choose files from its media library. */
  readonly hasLibrary: boolean;
}

const NAME = /^parfocal-frame (guest|token|library) (https?:\/\/[^\s/?#\\@]{1,300})$/;

/** @param name name of the window. @returns null if the frame was not created by our element. */
export function readFrameName(name: string): FrameOptions | null {
  const [, kind, origin = ""] = NAME.exec(name) ?? [];
  if (kind === undefined || !URL.canParse(origin) || new URL(origin).origin !== origin) return null;
  return { origin, hasTokens: kind !== "guest", hasLibrary: kind === "library" };
}

export interface FrameView {
  /** Slide pixels. */
  readonly center: readonly [number, number];
  readonly zoom: number;
  readonly rotation: number;
}

export type FrameMessage =
  | { readonly type: "tokenWanted"; readonly id: number; readonly isForced: boolean }
  | { readonly type: "mediaWanted"; readonly id: number; readonly title: string; readonly types: readonly string[] }
  | { readonly type: "view"; readonly path: string; readonly views: readonly (FrameView | null)[] }
  | { readonly type: "select"; readonly path: string; readonly annotationId: number | null };

/** Response to `tokenWanted`; null: nobody is signed in there. */
export interface TokenMessage {
  readonly id: number;
  readonly token: string | null;
}

/** Response to `mediaWanted`; null: nothing was chosen; "failed": the page cannot provide any. */
export interface MediaMessage {
  readonly id: number;
  readonly media: HostMedia | null | "failed";
}

interface ReceivedMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

interface ExpectedSender {
  readonly parent: unknown;
  readonly origin: string;
}

/** @returns the fields of a response of that type from the right sender, with the number of its request. */
function readAnswer(
  { source, origin, data }: ReceivedMessage,
  expected: ExpectedSender,
  expectedType: string,
): { readonly id: number; readonly fields: Fields } | null {
  if (source === null || source !== expected.parent || origin !== expected.origin) return null;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  const fields = data as Fields;
  const { protocol, type, id } = fields;
  if (protocol !== FRAME_PROTOCOL || type !== expectedType || !Number.isSafeInteger(id)) return null;
  return { id: id as number, fields };
}

const isToken = (token: unknown): token is string =>
  typeof token === "string" && token !== "" && token.length <= TOKEN_MAX_CHARACTERS;

/** @returns null for any other message. */
export function readTokenMessage(received: ReceivedMessage, expected: ExpectedSender): TokenMessage | null {
  const answer = readAnswer(received, expected, "token");
  if (!answer) return null;
  const { token } = answer.fields;
  return isToken(token) || token === null ? { id: answer.id, token } : null;
}

/** @returns null for any other message. */
export function readMediaMessage(received: ReceivedMessage, expected: ExpectedSender): MediaMessage | null {
  const answer = readAnswer(received, expected, "media");
  if (!answer) return null;
  const { media } = answer.fields;
  if (media === null || media === "failed") return { id: answer.id, media };
  if (typeof media !== "object") return null;
  const { provider, id, mimeType, token } = media as Fields;
  if (typeof provider !== "string" || !HOST_PROVIDER.test(provider)) return null;
  if (typeof id !== "string" || !HOST_MEDIA_ID.test(id)) return null;
  if (typeof mimeType !== "string" || mimeType.length > TYPE_MAX_CHARACTERS || !isToken(token)) return null;
  return { id: answer.id, media: { provider, id, mimeType, token } };
}
