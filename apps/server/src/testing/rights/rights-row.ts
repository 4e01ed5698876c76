/** A row of the rights matrix, and the actors that are its columns. */
import type { MatrixWorld } from "../matrix-world.ts";

/** Columns, in the order of a row's statuses. Source: reliability.md, 2.1, as far as they exist. */
export const ACTORS = [
  "anonymous",
  "learner",
  "expert",
  "teacher",
  "administrator",
  /** With the token of their own site. */
  "foreignAdministrator",
  /** The same, but naming this site in the header. */
  "foreignAdministratorHere",
  "suspended",
  "expired",
  /** The administrator's cookie without its nonce: treated as anonymous for changes. */
  "cookieWithoutNonce",
  /** The administrator's cookie and nonce, sent by a page of another origin. */
  "foreignOrigin",
] as const;
export type Actor = (typeof ACTORS)[number];

export interface MatrixRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

type Statuses = readonly [number, number, number, number, number, number, number, number, number, number, number];

interface MatrixRow {
  /** One status for each of `ACTORS`. */
  readonly statuses: Statuses;
  /** Request sent by every actor, with real IDs of this site. */
  readonly request?: (world: MatrixWorld) => MatrixRequest | Promise<MatrixRequest>;
  /** Explanation for readers. */
  readonly note?: string;
}

/** By method and path of the contract. */
export type RightsRows = Readonly<Record<string, MatrixRow>>;

export const OWN_SITE = "the other site's administrator gets or changes what is their own";
export const OF_MEMBERS =
  "a work group that the expert made; the learner is its other member; administrators manage all";
