/** The server's own TLS, as used by a proxy on another machine. Certificates are created by openssl during the test. */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type PeerCertificate } from "node:tls";
import { getHealth } from "@parfocal/core/platform/health.contract.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { followTlsFiles, readTlsFiles } from "#platform/http/tls-files.ts";
import { createLog } from "#platform/log.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { readConfig } from "./config.ts";

const NAME = "parfocal.internal";
const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;

const folder = mkdtempSync(join(tmpdir(), "parfocal-tls-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const openssl = (...words: string[]) => execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });

/** A certificate for NAME, signed by the authority. */
function issue(name: string, commonName: string): { certificateFile: string; keyFile: string } {
  writeFileSync(at("extensions"), `subjectAltName=DNS:${NAME}\n`);
  openssl(
    "req",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-subj",
    `/CN=${commonName}`,
    "-keyout",
    `${name}.key`,
    "-out",
    "csr",
  );
  const signing = ["-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-extfile", "extensions"];
  openssl("x509", "-req", "-in", "csr", "-days", "2", ...signing, "-out", `${name}.pem`);
  return { certificateFile: at(`${name}.pem`), keyFile: at(`${name}.key`) };
}

interface Asking {
  readonly port: number;
  readonly name?: string;
  readonly isTrusted?: boolean;
  readonly maxVersion?: "TLSv1.1";
}

/** Like a proxy that verifies the certificate. @returns status and certificate, or the error code. */
const ask = ({ port, name = NAME, isTrusted = true, maxVersion }: Asking) =>
  new Promise<{ status?: number; subject?: string; fault?: string }>((resolve) => {
    const trust = isTrusted ? { ca: readFileSync(at("authority.pem")) } : {};
    const limits = maxVersion ? { maxVersion, minVersion: maxVersion } : {};
    const options = {
      host: "127.0.0.1",
      port,
      servername: name,
      agent: false,
      path: `/api${getHealth.path}`,
      ...trust,
    };
    get({ ...options, ...limits }, (answer) => {
      const { subject } = (answer.socket as unknown as { getPeerCertificate(): PeerCertificate }).getPeerCertificate();
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, subject: String(subject.CN) });
    }).on("error", (error: NodeJS.ErrnoException) => resolve({ fault: error.code ?? error.message }));
  });

describe.skipIf(!hasOpenssl)("the server's own TLS (needs openssl)", () => {
  let server: TestServer;
  let port: number;
  beforeAll(async () => {
    const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Authority"];
    openssl(...request, "-keyout", "authority.key", "-out", "authority.pem");
    server = await createTestServer({ tls: issue("first", "first"), trustedProxies: { hops: 1 } });
    const origin = await server.listen();
    expect(origin).toMatch(/^https:/);
    port = Number(new URL(origin).port);
  });
  afterAll(() => server.close());

  it("responds to a proxy that trusts its authority and knows its name, and to no client whose verification fails", async () => {
    expect(await ask({ port })).toEqual({ status: 200, subject: "first" });
    expect(await ask({ port, isTrusted: false })).toEqual({ fault: expect.stringMatching(/UNABLE_TO_|SELF_SIGNED/) });
    expect(await ask({ port, name: "slides.example.edu" })).toEqual({ fault: "ERR_TLS_CERT_ALTNAME_INVALID" });
  });

  it("accepts neither http nor TLS older than 1.2", async () => {
    await expect(fetch(`http://127.0.0.1:${port}/api${getHealth.path}`)).rejects.toThrow();
    expect((await ask({ port, maxVersion: "TLSv1.1" })).fault).toBeDefined();
    const socket = connect({ host: "127.0.0.1", port, servername: NAME, ca: readFileSync(at("authority.pem")) });
    const version = await new Promise((resolve) => socket.once("secureConnect", () => resolve(socket.getProtocol())));
    socket.destroy();
    expect(version).toBe("TLSv1.3");
  });

  it("uses a renewed certificate without a restart, and the former one while its key is missing", async () => {
    const [one, two] = [issue("one", "one"), issue("two", "two")];
    const files = { certificateFile: at("used.pem"), keyFile: at("used.key") };
    copyFileSync(one.certificateFile, files.certificateFile);
    copyFileSync(one.keyFile, files.keyFile);
    const lines: string[] = [];
    const log = createLog("warn", { write: (line: string) => void lines.push(line) });
    const listening = createServer(readTlsFiles(files), (_request, reply) => reply.end());
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
    const subject = async () => (await ask({ port: (listening.address() as AddressInfo).port })).subject;
    copyFileSync(two.certificateFile, files.certificateFile);
    copyFileSync(two.keyFile, files.keyFile);
    expect(await subject()).toBe("one");
    const end = followTlsFiles(listening, files, { log, lookEveryMs: 50 });
    expect(await subject()).toBe("two");
    copyFileSync(one.certificateFile, files.certificateFile);
    await vi.waitFor(() => expect(lines.join("")).toContain("the former ones stay"), 20_000);
    expect(await subject()).toBe("two");
    copyFileSync(one.keyFile, files.keyFile);
    await vi.waitFor(async () => expect(await subject()).toBe("one"), 20_000);
    rmSync(files.keyFile);
    await vi.waitFor(() => expect(lines.join("")).toContain("PARFOCAL_TLS_KEY_FILE cannot be read"), 20_000);
    // Some more looks, which log nothing.
    await new Promise((resolve) => setTimeout(resolve, 300));
    copyFileSync(two.certificateFile, files.certificateFile);
    copyFileSync(two.keyFile, files.keyFile);
    await vi.waitFor(async () => expect(await subject()).toBe("two"), 20_000);
    end();
    listening.close();
    const problems = lines.filter((line) => line.includes("the former ones stay"));
    expect([problems.length, lines.length]).toEqual([2, 4]);
    expect(lines.join("")).not.toContain("PRIVATE KEY");
  });
});

describe("settings", () => {
  it("require certificate and key together", () => {
    expect(readConfig({}, []).tls).toBeNull();
    for (const name of ["PARFOCAL_TLS_CERT_FILE", "PARFOCAL_TLS_KEY_FILE"])
      expect(() => readConfig({ [name]: "/x" }, [])).toThrow("are needed together");
    expect(() => readTlsFiles({ certificateFile: at("none"), keyFile: at("none") })).toThrow(
      "PARFOCAL_TLS_CERT_FILE cannot be read: ENOENT.",
    );
  });

  const SAFE = {
    HOST: "0.0.0.0",
    PARFOCAL_TLS_CERT_FILE: "/c",
    PARFOCAL_TLS_KEY_FILE: "/k",
    DATABASE_URL: "postgresql://parfocal:secret-canary@10.0.0.10/parfocal?sslmode=verify-full",
    PARFOCAL_SMTP_URL: "smtps://u:secret-canary@mail.example.org",
    PARFOCAL_METRICS_PORT: "9464",
  };
  const cases: [what: string, change: Record<string, string>, rejected: string | null][] = [
    ["everything encrypted", {}, null],
    ["one machine", { HOST: "", PARFOCAL_TLS_CERT_FILE: "", PARFOCAL_TLS_KEY_FILE: "", DATABASE_URL: "" }, null],
    ["a database by its socket", { DATABASE_URL: "postgresql:///parfocal?host=/run/postgresql" }, null],
    ["mail that must be encrypted", { PARFOCAL_SMTP_URL: "smtp://mail.example.org:587?requireTLS=true" }, null],
    ["http for the network", { PARFOCAL_TLS_CERT_FILE: "", PARFOCAL_TLS_KEY_FILE: "" }, "HOST"],
    ["a database that is not checked", { DATABASE_URL: "postgresql://u:p@db/x?sslmode=require" }, "DATABASE_URL"],
    [
      "mail that may be readable",
      { PARFOCAL_SMTP_URL: "smtp://u:secret-canary@mail.example.org" },
      "PARFOCAL_SMTP_URL",
    ],
    ["metrics for the network", { PARFOCAL_METRICS_HOST: "0.0.0.0" }, "PARFOCAL_METRICS_HOST"],
    ["a collector of traces by https", { OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example.org" }, null],
    ["a collector of traces on this machine", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" }, null],
    [
      "a collector of traces by http",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel.example.org", OTEL_EXPORTER_OTLP_HEADERS: "key=secret-canary" },
      "OTEL_EXPORTER_OTLP_ENDPOINT",
    ],
    ["host sites by http", { PARFOCAL_HOST_NETWORKS: "10.0.0.0/8" }, "PARFOCAL_HOST_NETWORKS"],
  ];
  it.each(cases)("PARFOCAL_REQUIRE_TLS with %s", (_what, change, rejected) => {
    const read = () => readConfig({ ...SAFE, ...change, PARFOCAL_REQUIRE_TLS: "1" }, []);
    if (rejected === null) expect(read().port).toBe(8600);
    else expect(read).toThrow(new RegExp(`^PARFOCAL_REQUIRE_TLS is set: ${rejected} [^;]+\\.$`));
    if (rejected !== null) expect(read).not.toThrow("secret-canary");
    expect(readConfig({ ...SAFE, ...change }, []).port).toBe(8600);
  });
});
