/**
 * The messages (`postMessage`) between a page of ours in a frame and the page around it. Accepted are those of the window
 * around it alone, at exactly the origin that the frame was made for.
 */

/** In each message, which distinguishes it from those of other scripts. */
export const FRAME_PROTOCOL = "parfocal-frame-1";
const TOKEN_MAX_CHARACTERS = 4_096;

/** The contents of the frame's name: the surrounding page sets it, and it survives a reload. */
export interface FrameOptions {
  /** Exact origin of the page around it. */
  readonly origin: string;
  /** Whether that page signs its reader in. */
  readonly hasTokens: boolean;
}

const NAME = /^parfocal-frame (guest|token) (https?:\/\/[^\s/?#\\@]{1,300})$/;

/** @param name of the window. @returns null: not made by our element. */
export function readFrameName(name: string): FrameOptions | null {
  const [, kind, origin = ""] = NAME.exec(name) ?? [];
  if (kind === undefined || !URL.canParse(origin) || new URL(origin).origin !== origin) return null;
  return { origin, hasTokens: kind === "token" };
}

export interface FrameView {
  /** Slide pixels. */
  readonly center: readonly [number, number];
  readonly zoom: number;
  readonly rotation: number;
}

export type FrameMessage =
  | { readonly type: "tokenWanted"; readonly id: number; readonly isForced: boolean }
  | { readonly type: "view"; readonly path: string; readonly views: readonly (FrameView | null)[] }
  | { readonly type: "select"; readonly path: string; readonly annotationId: number | null };

/** An answer to `tokenWanted`; null: nobody is signed in there. */
export interface TokenMessage {
  readonly id: number;
  readonly token: string | null;
}

interface ReceivedMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

/** @returns null for any other message. */
export function readTokenMessage(
  { source, origin, data }: ReceivedMessage,
  expected: { readonly parent: unknown; readonly origin: string },
): TokenMessage | null {
  if (source === null || source !== expected.parent || origin !== expected.origin) return null;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  const { protocol, type, id, token } = data as Readonly<Record<string, unknown>>;
  if (protocol !== FRAME_PROTOCOL || type !== "token" || !Number.isSafeInteger(id)) return null;
  const isToken = typeof token === "string" && token !== "" && token.length <= TOKEN_MAX_CHARACTERS;
  return isToken || token === null ? { id: id as number, token: token as string | null } : null;
}
