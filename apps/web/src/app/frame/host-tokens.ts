/** Tokens of the parent page: one request at a time; a token is cached until shortly before it expires. */
import { FRAME_PROTOCOL, type FrameMessage, type TokenMessage } from "./frame-messages.ts";

/** Time before its expiry at which a token is renewed. */
const EARLY_MS = 30_000;
/** A page that does not respond is treated as one without a signed-in user. */
const ANSWER_TIMEOUT_MS = 10_000;

export interface HostTokens {
  /** @returns null if nobody is signed in at the host. */
  get(options?: { readonly isForced?: boolean }): Promise<string | null>;
  take(message: TokenMessage): void;
}

/** @param now ms since the epoch. */
export function createHostTokens(send: (message: FrameMessage) => void, now: () => number = Date.now): HostTokens {
  let known: { readonly token: string | null; readonly endsAt: number } | null = null;
  let pending: {
    readonly id: number;
    readonly answer: Promise<string | null>;
    settle(token: string | null): void;
  } | null = null;
  let lastId = 0;

  function ask(isForced: boolean): Promise<string | null> {
    if (pending) return pending.answer;
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const timer = setTimeout(() => settle(null), ANSWER_TIMEOUT_MS);
    const settle = (token: string | null): void => {
      clearTimeout(timer);
      pending = null;
      known = token === null ? null : { token, endsAt: endOf(token) };
      resolve(token);
    };
    pending = { id: lastId, answer: promise, settle };
    send({ type: "tokenWanted", id: lastId, isForced });
    return promise;
  }

  return {
    get({ isForced = false } = {}) {
      if (!isForced && known && now() < known.endsAt - EARLY_MS) return Promise.resolve(known.token);
      return ask(isForced);
    },
    take({ id, token }) {
      if (pending?.id === id) pending.settle(token);
    },
  };
}

/** Expiry of a token from its claim `exp`, ms since the epoch; 0 without the claim: it is not cached. */
function endOf(token: string): number {
  try {
    const [, claims = ""] = token.split(".");
    const { exp } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as { exp?: unknown };
    return typeof exp === "number" ? exp * 1_000 : 0;
  } catch {
    return 0;
  }
}

/** Adds the protocol name. */
export const asMessage = (message: FrameMessage) => ({ protocol: FRAME_PROTOCOL, ...message });
