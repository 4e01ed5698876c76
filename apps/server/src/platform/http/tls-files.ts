/**
 * The server's own TLS, for the connection from the proxy: certificate and key are read from files, and read again when
 * they are renewed.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
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
 * Contents are compared, not times: a watch of Node's takes its first time late, and would miss a renewal before it.
 *
 * @returns a function that stops it.
 */
export function followTlsFiles(
  server: Server,
  files: TlsFiles,
  { log, lookEveryMs = LOOK_EVERY_MS }: { readonly log: FastifyBaseLogger; readonly lookEveryMs?: number | undefined },
): () => void {
  const apply = (): boolean => {
    try {
      server.setSecureContext(readTlsFiles(files));
      return true;
    } catch (error) {
      log.error({ err: error }, "the TLS certificate and its key cannot be used; the former ones stay");
      return false;
    }
  };
  /** Hash of the contents at the last look; null: a file could not be read. */
  let seen = hashOf(files);
  // They may have been renewed since the server was created.
  apply();
  const look = () => {
    const hash = hashOf(files);
    if (hash === seen) return;
    seen = hash;
    if (apply()) log.warn("the renewed TLS certificate is used");
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return () => clearInterval(timer);
}

function hashOf({ certificateFile, keyFile }: TlsFiles): string | null {
  try {
    const hash = createHash("sha256");
    for (const path of [certificateFile, keyFile]) hash.update(readFileSync(path));
    return hash.digest("hex");
  } catch {
    return null;
  }
}
