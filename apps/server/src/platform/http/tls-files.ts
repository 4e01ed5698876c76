/**
 * The server's own TLS, for the connection from the proxy: certificate and key are read from files, and read again when
 * they are renewed.
 */
import { readFileSync, unwatchFile, watchFile } from "node:fs";
import type { Server, ServerOptions } from "node:https";
import type { FastifyBaseLogger } from "fastify";

export interface TlsFiles {
  /** PEM: the server's certificate, followed by the intermediate certificates. */
  readonly certificateFile: string;
  /** PEM, without a passphrase. */
  readonly keyFile: string;
}

type Pair = Pick<ServerOptions, "cert" | "key" | "minVersion">;

const LOOK_EVERY_MS = 10_000;

/** @throws Error with a user-facing message if a file cannot be read. */
export function readTlsFiles({ certificateFile, keyFile }: TlsFiles): Pair {
  const read = (name: string, path: string): Buffer => {
    try {
      return readFileSync(path);
    } catch (error) {
      throw new Error(`${name} cannot be read: ${(error as NodeJS.ErrnoException).code}.`, { cause: error });
    }
  };
  return {
    cert: read("PARFOCAL_TLS_CERT_FILE", certificateFile),
    key: read("PARFOCAL_TLS_KEY_FILE", keyFile),
    minVersion: "TLSv1.2",
  };
}

/**
 * New connections use the renewed certificate; open ones are not affected. While certificate and key do not match, as
 * between the writes of the two files, the previous pair is used.
 *
 * @returns a function that stops it.
 */
export function followTlsFiles(
  server: Server,
  files: TlsFiles,
  { log, lookEveryMs = LOOK_EVERY_MS }: { readonly log: FastifyBaseLogger; readonly lookEveryMs?: number | undefined },
): () => void {
  const paths = [files.certificateFile, files.keyFile];
  const renew = () => {
    try {
      server.setSecureContext(readTlsFiles(files));
      log.warn("the renewed TLS certificate is used");
    } catch (error) {
      log.error({ err: error }, "the TLS certificate and its key cannot be used; the former ones stay");
    }
  };
  for (const path of paths) watchFile(path, { interval: lookEveryMs, persistent: false }, renew);
  return () => {
    for (const path of paths) unwatchFile(path, renew);
  };
}
