/**
 * Destination of requests, and the identity of their sender: by default this server and its cookie. A host bridge that
 * sends them elsewhere, or with a token, provides its own transport.
 *
 * Source: spec part 2, section 7 ("All calls go through one wrapper").
 */
import { identityHeaders } from "./request-identity.ts";

export type Identity = Readonly<Record<string, string>>;

export interface Transport {
  /** @param path path of a contract, with parameters and query filled in: `/v2/image/7?parent=3`. */
  addressOf(path: string): string;
  /**
   * URL of a file that an element of the page loads without our headers.
   *
   * @param path on our server, as in responses: `/tiles/…`, or the URL of a request.
   */
  fileAddressOf(path: string): string;
  /** Headers that identify the sender; a promise only if a token must be requested first. */
  identityFor(isUnsafe: boolean): Identity | Promise<Identity>;
  readonly credentials: RequestCredentials;
  /** Gets a new token after a rejection; omitted: the session is in a cookie. @returns whether there is one. */
  renewToken?(): Promise<boolean>;
  /** Parses a response; omitted: as JSON. @param json text of the response. */
  readAnswer?(json: string): unknown;
  /** Converts the text of a body to the server's form; omitted: unchanged. */
  writeBody?(json: string): string;
}

/** Path prefix of requests on our server. */
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
 * Sends with the sender's headers: synchronously if they are known, because a page that is being closed sends nothing
 * later.
 *
 * @param isUnsafe whether the request changes something.
 */
export function asCaller<Answer>(isUnsafe: boolean, send: (identity: Identity) => Promise<Answer>): Promise<Answer> {
  const identity = current.identityFor(isUnsafe);
  return identity instanceof Promise ? identity.then(send) : send(identity);
}

/** Only called by `setHostBridge`. */
export function setTransport(next: Transport): void {
  current = next;
}
