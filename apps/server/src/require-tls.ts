/**
 * PARFOCAL_REQUIRE_TLS: the server starts only if each connection to another machine is encrypted with a verified
 * certificate. The provider of single sign-on, the S3 store and the cell service require https in any case.
 */
import { isThisMachine } from "#platform/this-machine.ts";

/** Settings as `config.ts` reads them. */
interface Connections {
  readonly host: string;
  readonly tls: object | null;
  readonly databaseUrl: string | null;
  readonly smtpUrl: string | null;
  readonly metrics: { readonly host: string } | null;
  readonly tracing: { readonly url: string } | null;
  readonly hostNetworks: readonly string[];
}

/** An address without a host also means this machine. */
const isOnThisMachine = (host: string): boolean => host === "" || isThisMachine(host);

/**
 * @throws Error that names the settings that allow a connection without TLS; never their values, which contain
 * passwords.
 */
export function requireTls({ host, tls, databaseUrl, smtpUrl, metrics, tracing, hostNetworks }: Connections): void {
  const open = [
    ...(tls === null && !isOnThisMachine(host) ? ["HOST needs PARFOCAL_TLS_CERT_FILE and PARFOCAL_TLS_KEY_FILE"] : []),
    ...(databaseUrl === null || isDatabaseChecked(databaseUrl) ? [] : ["DATABASE_URL needs sslmode=verify-full"]),
    ...(smtpUrl === null || isMailEncrypted(smtpUrl) ? [] : ["PARFOCAL_SMTP_URL needs smtps: or requireTLS=true"]),
    ...(metrics === null || isOnThisMachine(metrics.host) ? [] : ["PARFOCAL_METRICS_HOST must be on this machine"]),
    ...(tracing === null || isCollectorEncrypted(tracing.url) ? [] : ["OTEL_EXPORTER_OTLP_ENDPOINT needs https:"]),
    ...(hostNetworks.length === 0 ? [] : ["PARFOCAL_HOST_NETWORKS allows http and must be empty"]),
  ];
  if (open.length > 0) throw new Error(`PARFOCAL_REQUIRE_TLS is set: ${open.join("; ")}.`);
}

function isDatabaseChecked(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get("host") ?? hostname;
  return isOnThisMachine(host) || host.startsWith("/") || searchParams.get("sslmode") === "verify-full";
}

function isMailEncrypted(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address);
  return protocol === "smtps:" || searchParams.get("requireTLS") === "true" || isOnThisMachine(hostname);
}

function isCollectorEncrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isOnThisMachine(hostname);
}
