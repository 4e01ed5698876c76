/** Settings of the external service for cell analysis, from the environment. docs/configuration.md lists them. */
import { isThisMachine } from "../this-machine.ts";

export interface CellServiceSettings {
  /** Ends with a slash: `token` and `detect-cells` are paths below it. */
  readonly url: URL;
  /** Never sent in a response or written to the log. */
  readonly credential: string;
  /** Timeout of a request. */
  readonly timeLimitMs: number;
}

const TIME_LIMIT_MS = 30_000;

/**
 * @returns null if no service is set. @throws Error with a user-facing message, without the credential, if a setting is
 * invalid.
 */
export function readCellService(environment: NodeJS.ProcessEnv): CellServiceSettings | null {
  const address = environment.PARFOCAL_ANALYSIS_URL;
  if (!address) return null;
  const url = URL.canParse(address) ? new URL(address.endsWith("/") ? address : `${address}/`) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isThisMachine(url.hostname));
  if (!url || !isSafe || url.username !== "" || url.password !== "")
    throw new Error("PARFOCAL_ANALYSIS_URL must be a URL as in https://cells.example.org/v1, without a password.");
  const credential = environment.PARFOCAL_ANALYSIS_CREDENTIAL;
  if (!credential) throw new Error("PARFOCAL_ANALYSIS_CREDENTIAL is missing: the analysis service asks for it.");
  return { url, credential, timeLimitMs: TIME_LIMIT_MS };
}
