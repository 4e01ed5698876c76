/**
 * The server's listening address, from the environment: shared by `config.ts` and `check-health.ts`, which has to start
 * fast.
 */
import { resolve } from "node:path";
import type { TlsFiles } from "#platform/http/tls-files.ts";

export interface OwnAddress {
  readonly host: string;
  readonly port: number;
  /** Certificate and key of the server itself; null: it uses http, for a proxy on this machine. */
  readonly tls: TlsFiles | null;
}

const DEFAULT_PORT = 8600;
const DEFAULT_HOST = "127.0.0.1";

/** @throws Error with a user-facing message if a setting is invalid. */
export const readOwnAddress = (environment: NodeJS.ProcessEnv): OwnAddress => ({
  host: environment.HOST || DEFAULT_HOST,
  port: readPort(environment.PORT),
  tls: readTls(environment),
});

function readTls(environment: NodeJS.ProcessEnv): TlsFiles | null {
  const { PARFOCAL_TLS_CERT_FILE: certificateFile, PARFOCAL_TLS_KEY_FILE: keyFile } = environment;
  if (!certificateFile && !keyFile) return null;
  if (!certificateFile || !keyFile)
    throw new Error("PARFOCAL_TLS_CERT_FILE and PARFOCAL_TLS_KEY_FILE are needed together.");
  return { certificateFile: resolve(certificateFile), keyFile: resolve(keyFile) };
}

export function readPort(text: string | undefined, name = "PORT"): number {
  if (!text) return DEFAULT_PORT;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} is "${text}": it must be a number from 0 to 65535.`);
  return port;
}
