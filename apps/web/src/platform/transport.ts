/**
 * Where requests go, and what says who sends them. Standing alone that is our own server and its cookie; a host bridge that
 * sends them elsewhere, or with a token, brings its own transport.
 *
 * Source: spec part 2, section 7 ("All calls go through one wrapper").
 */
import { identityHeaders } from "./request-identity.ts";

export type Identity = Readonly<Record<string, string>>;

export interface Transport {
  /** @param path of a contract, filled, with its query: `/v2/image/7?parent=3`. */
  addressOf(path: string): string;
  /**
   * Address of a file that an element of the page loads by itself, with no header of ours.
   *
   * @param path on our server, as answers name it: `/tiles/…`, or a call's address.
   */
  fileAddressOf(path: string): string;
  /** Headers that say for whom a request is made; a promise only where a token must be fetched first. */
  identityFor(isUnsafe: boolean): Identity | Promise<Identity>;
  readonly credentials: RequestCredentials;
  /** Gets a new token after a refusal; left out: the session is a cookie's. @returns whether there is one. */
  renewToken?(): Promise<boolean>;
  /** What an answer says; left out: its JSON as it is. @param json the text of the answer. */
  readAnswer?(json: string): unknown;
  /** The text of a body as the server keeps it; left out: as it is. */
  writeBody?(json: string): string;
}

/** Where our server answers calls. */
export const API_PATH = "/api";

export const standaloneTransport: Transport = {
  addressOf: (path) => API_PATH + path,
  fileAddressOf: (path) => path,
  identityFor: identityHeaders,
  credentials: "same-origin",
};

let current = standaloneTransport;

export const transport = (): Transport => current;

/**
 * Sends with the headers that say who asks: at once where they are known, since a page that is being left sends nothing later.
 *
 * @param isUnsafe whether the request changes something.
 */
export function asCaller<Answer>(isUnsafe: boolean, send: (identity: Identity) => Promise<Answer>): Promise<Answer> {
  const identity = current.identityFor(isUnsafe);
  return identity instanceof Promise ? identity.then(send) : send(identity);
}

/** Called by `setHostBridge` alone. */
export function setTransport(next: Transport): void {
  current = next;
}
