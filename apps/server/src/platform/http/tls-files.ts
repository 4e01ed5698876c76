/**
 * The server's own TLS, for the connection from the proxy: certificate and key are read from files, and read again when
 * they are renewed.
 */
import { readFileSync } from "node:fs";
import type { Server } from "node:https";
import type { FastifyBaseLogger } from "fastify";

export interface TlsFiles {
  /** PEM: the server's certificate, followed by the intermediate certificates. */
  readonly certificateFile: string;
  /** PEM, without a passphrase. */
  readonly keyFile: string;
}

interface SecureContext {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly minVersion: "TLSv1.2";
}

const LOOK_EVERY_MS = 10_000;

/** @throws Error with a user-facing message if a file cannot be read. */
export function readTlsFiles({ certificateFile, keyFile }: TlsFiles): SecureContext {
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
 * Contents are compared, not times: a watch of Node's takes its first time late, and would miss a renewal before it.
 *
 * @returns a function that stops it.
 */
export function followTlsFiles(
  server: Server,
  files: TlsFiles,
  { log, lookEveryMs = LOOK_EVERY_MS }: { readonly log: FastifyBaseLogger; readonly lookEveryMs?: number | undefined },
): () => void {
  /** Contents at the last look. */
  let seen: SecureContext | null = null;
  /** Of the last look; logged once for as long as it stays the same. */
  let problem: string | null = null;
  const look = () => {
    const isFirst = seen === null && problem === null;
    try {
      const read = readTlsFiles(files);
      problem = null;
      if (seen?.cert.equals(read.cert) && seen.key.equals(read.key)) return;
      seen = read;
      server.setSecureContext(read);
      if (!isFirst) log.warn("the renewed TLS certificate is used");
    } catch (error) {
      const message = String(error);
      if (message !== problem)
        log.error({ err: error }, "the TLS certificate and its key cannot be used; the former ones stay");
      problem = message;
    }
  };
  // They may have been renewed since the server was created.
  look();
  const timer = setInterval(look, lookEveryMs).unref();
  return () => clearInterval(timer);
}
