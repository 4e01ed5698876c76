/**
 * The files in `deploy/` for operators: their metrics exist, and the tools that read the files accept them if
 * installed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const DEPLOY = join(ROOT, "deploy");
const METRICS = join(ROOT, "apps/server/src/platform/metrics");

const read = (...path: string[]) => readFileSync(join(DEPLOY, ...path), "utf8");
const namesIn = (text: string) => new Set(text.match(/\bparfocal_[a-z_]+/g) ?? []);
const isInstalled = (program: string) => spawnSync(program, ["--help"]).error === undefined;

const scratch = mkdtempSync(join(tmpdir(), "parfocal-deploy-"));
afterAll(() => rmSync(scratch, { recursive: true }));

function run(program: string, words: readonly string[], folder = DEPLOY) {
  const { status, stdout, stderr } = spawnSync(program, [...words], { cwd: folder, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

describe("alert rules and dashboard", () => {
  const measured = new Set(
    readdirSync(METRICS)
      .filter((name) => !name.endsWith(".test.ts"))
      .flatMap((name) => [...namesIn(readFileSync(join(METRICS, name), "utf8"))]),
  );
  const withoutSuffix = (name: string) => name.replace(/_seconds_(count|bucket|sum)$/, "_seconds");

  it.each(["prometheus/alerts.yml", "grafana/dashboard.json"])("%s uses metrics that the server has", (file) => {
    const named = [...namesIn(read(file))].map(withoutSuffix);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !measured.has(name))).toEqual([]);
  });

  it("the dashboard shows every metric of Parfocal except its version and the state of the database", () => {
    const shown = new Set([...namesIn(read("grafana/dashboard.json"))].map(withoutSuffix));
    expect([...measured].filter((name) => !shown.has(name)).sort()).toEqual(["parfocal_database_up", "parfocal_info"]);
  });

  it("each alert describes the event and the remedy", () => {
    const alerts = read("prometheus/alerts.yml")
      .split(/^ {6}- alert: /m)
      .slice(1);
    expect(alerts.length).toBeGreaterThan(8);
    for (const alert of alerts) expect(alert).toMatch(/summary: ".+"\n\s+action: ".+"/);
  });

  it.skipIf(!isInstalled("promtool"))("are accepted by promtool, and fire when they should (needs prometheus)", () => {
    const folder = join(DEPLOY, "prometheus");
    expect(run("promtool", ["check", "config", "prometheus.yml"], folder)).toMatchObject({ status: 0 });
    expect(run("promtool", ["test", "rules", "alerts.test.yml"], folder)).toMatchObject({ status: 0 });
  });
});

/** The steps of an operator who follows the comments. */
function withInnerTls(text: string): string {
  const changed = text.replace("http://parfocal;", "https://parfocal;").replace(/^(\s*)#(proxy_ssl_|tls)/gm, "$1$2");
  expect(changed).toMatch(/proxy_ssl_verify on;|^\s*tls_trusted_ca_certs /m);
  return changed;
}

describe("proxies", () => {
  it("nginx allows only TLS 1.2 and 1.3 with forward secrecy and authenticated encryption", () => {
    const [, protocols = ""] = /ssl_protocols (.+);/.exec(read("nginx/parfocal.conf")) ?? [];
    const [, ciphers = ""] = /ssl_ciphers (.+);/.exec(read("nginx/parfocal.conf")) ?? [];
    expect(protocols).toBe("TLSv1.2 TLSv1.3");
    for (const cipher of ciphers.split(":"))
      expect(cipher).toMatch(/^ECDHE-(ECDSA|RSA)-(AES\d+-GCM|CHACHA20-POLY1305)/);
  });

  it("without TLS pages are redirected and calls are rejected", () => {
    const plain = read("nginx/parfocal.conf").split("listen 80;")[1] ?? "";
    expect(plain).toMatch(/location ~ \^\/\(api\|tiles\|iiif\|deepzoom\|radiology\)\(\/\|\$\) \{\s+return 403;/);
    for (const file of ["Caddyfile", "several-nodes.Caddyfile"])
      expect(read("caddy", file)).toMatch(
        /http:\/\/slides\.example\.edu \{\s+@calls path \/api .+\s+handle @calls \{\s+respond 403/,
      );
  });

  it.skipIf(!isInstalled("nginx") || !isInstalled("openssl")).each([
    ["its configuration", (text: string) => text],
    ["the variant with TLS to the server, whose certificate it checks", withInnerTls],
  ])("nginx accepts %s (needs nginx)", (_what, change) => {
    const [key, certificate] = [join(scratch, "key.pem"), join(scratch, "certificate.pem")];
    const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=slides.example.edu"];
    expect(run("openssl", [...request, "-keyout", key, "-out", certificate])).toMatchObject({ status: 0 });
    const server = change(read("nginx/parfocal.conf"))
      .replace("/etc/ssl/certs/parfocal-authority.pem", certificate)
      .replace("/etc/ssl/certs/parfocal.pem", certificate)
      .replace("/etc/ssl/private/parfocal.key", key);
    const whole = join(scratch, "nginx.conf");
    writeFileSync(whole, `pid ${scratch}/pid;\nevents {}\nhttp {\n${server}\n}\n`);
    expect(run("nginx", ["-t", "-e", "stderr", "-c", whole]).output).toContain("test is successful");
  });

  it.skipIf(!isInstalled("caddy") || !isInstalled("openssl"))(
    "Caddy accepts the variant with TLS to the servers, whose certificate it checks (needs caddy)",
    () => {
      const [key, certificate] = [join(scratch, "authority-key.pem"), join(scratch, "authority.pem")];
      const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Authority"];
      expect(run("openssl", [...request, "-keyout", key, "-out", certificate])).toMatchObject({ status: 0 });
      const variant = withInnerTls(read("caddy/several-nodes.Caddyfile"));
      writeFileSync(join(scratch, "Caddyfile"), variant.replace("/etc/ssl/certs/parfocal-authority.pem", certificate));
      const words = ["validate", "--config", join(scratch, "Caddyfile"), "--adapter", "caddyfile"];
      expect(run("caddy", words).output).toContain("Valid configuration");
    },
  );

  it.skipIf(!isInstalled("caddy")).each(["Caddyfile", "several-nodes.Caddyfile"])(
    "Caddy accepts %s (needs caddy)",
    (file) => {
      const words = ["validate", "--config", `caddy/${file}`, "--adapter", "caddyfile"];
      expect(run("caddy", words).output).toContain("Valid configuration");
    },
  );
});

describe("systemd", () => {
  it("the units have only existing settings", () => {
    const documented = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");
    const settings = ["parfocal.service", "parfocal-backup.service"].flatMap((unit) =>
      [...read("systemd", unit).matchAll(/^Environment=(PARFOCAL_\w+)=/gm)].map(([, name]) => name),
    );
    expect(settings.length).toBeGreaterThan(4);
    for (const name of settings) expect(documented).toContain(`\`${name}\``);
  });

  it.skipIf(!isInstalled("systemd-analyze"))("accepts the units (needs systemd)", () => {
    const units = ["parfocal.service", "parfocal-backup.service", "parfocal-backup.timer"];
    for (const unit of units)
      writeFileSync(join(scratch, unit), read("systemd", unit).replaceAll("/opt/parfocal", ROOT));
    const { status, output } = run("systemd-analyze", ["verify", ...units.map((unit) => join(scratch, unit))]);
    expect(output.split("\n").filter((line) => line.includes("parfocal"))).toEqual([]);
    expect(status).toBe(0);
  });

  it("the journal is sent to another machine by TLS, with certificates of both sides", () => {
    const settingsIn = (file: string) =>
      Object.fromEntries([...read("systemd", file).matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]));
    const service = settingsIn("journal-service.conf");
    // It is tried again without end, and the key stays readable by root alone.
    expect(service).toMatchObject({ StartLimitIntervalSec: "0", Restart: "always" });
    const [credential = "", file = ""] = service.LoadCredential?.split(":") ?? [];
    expect(file).toMatch(/^\/etc\/ssl\/private\//);
    for (const side of ["upload", "remote"]) {
      const { URL: address, ...pair } = settingsIn(`journal-${side}.conf`);
      expect(address).toEqual(side === "upload" ? expect.stringMatching(/^https:/) : undefined);
      // All that are needed of journal-upload.conf(5) and journal-remote.conf(5).
      expect(pair).toEqual({
        ServerKeyFile: `/run/credentials/systemd-journal-${side}.service/${credential}`,
        ServerCertificateFile: expect.stringMatching(/^\/etc\/ssl\/certs\//),
        TrustedCertificateFile: expect.stringMatching(/^\/etc\/ssl\/certs\//),
      });
    }
  });

  it("the nightly backup and the operators' command run existing commands", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
    const commands = [...read("systemd", "parfocal-backup.service").matchAll(/npm run (\w+) -- /g)].map(
      ([, name]) => name,
    );
    expect(commands).toEqual(["backup", "verify"]);
    const operated = readFileSync(join(ROOT, "docs/operating.md"), "utf8").matchAll(/parfocal-command ([a-z]+) -- /g);
    for (const name of [...commands, ...[...operated].map(([, name]) => name)])
      expect(Object.keys(scripts)).toContain(name);
    expect(run("sh", ["-n", "systemd/parfocal-command"])).toEqual({ status: 0, output: "" });
  });
});

describe("the container", () => {
  const instructions = read("container", "Containerfile")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line !== "");
  const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith("FROM ")));
  const wordsOf = (word: string) => last.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? "";
  const compose = read("container", "compose.yaml");

  it("has only existing instructions, and starts an existing command", () => {
    const known = /^(FROM|RUN|WORKDIR|COPY|ENV|VOLUME|USER|EXPOSE|HEALTHCHECK|STOPSIGNAL|ENTRYPOINT)\s/;
    expect(instructions.filter((line) => !known.test(line))).toEqual([]);
    const entry = JSON.parse(wordsOf("ENTRYPOINT")) as string[];
    expect(entry[0]).toBe("node");
    expect(existsSync(join(ROOT, entry.at(-1) ?? ""))).toBe(true);
    // The same start with a password from a file.
    expect(compose).toContain(entry.join(" "));
    // Without quotes and brackets: podman-compose of Debian 12 passes words of the check through a shell twice.
    const [, check = ""] = /CMD (\[.*\])$/.exec(wordsOf("HEALTHCHECK")) ?? [];
    const [program, script = "", ...more] = JSON.parse(check) as string[];
    expect([program, ...more]).toEqual(["node"]);
    expect(script).toMatch(/^[\w./-]+$/);
    expect(existsSync(join(ROOT, script))).toBe(true);
    expect(compose).toContain(`test: [CMD, node, ${script}]`);
  });

  it("runs without privileges, and writes only to its volume", () => {
    expect(wordsOf("USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(compose).toContain(`user: "${wordsOf("USER")}"`);
    expect(compose).toMatch(/read_only: true\n\s+tmpfs:\n\s+- \/tmp\n\s+cap_drop:\n\s+- ALL/);
    expect(compose).toContain(`slides:${wordsOf("VOLUME")}`);
    expect(wordsOf("ENV")).toContain(`PARFOCAL_DATA=${wordsOf("VOLUME")}`);
  });

  it("has each setting that it names, and includes no password and no packages of this machine", () => {
    const documented = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");
    for (const [name] of `${wordsOf("ENV")} ${compose}`.matchAll(/\bPARFOCAL_\w+/g))
      expect(documented).toContain(`\`${name}\``);
    const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
    const secret = /file: \.\/(\S+)/.exec(compose)?.[1];
    expect(ignored).toEqual(expect.arrayContaining([".git", "**/node_modules", `deploy/container/${secret}`]));
  });
});
