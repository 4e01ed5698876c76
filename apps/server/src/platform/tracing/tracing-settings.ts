/** Settings of tracing: the variables that OpenTelemetry defines for them. */

export interface TracingSettings {
  /** Address of the collector's OTLP over HTTP, with the path of traces. */
  readonly url: string;
  /** Sent with each export; may contain credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Part of the traces that are recorded, 0 to 1. */
  readonly ratio: number;
  /** Whether a trusted proxy's trace is continued; it then also decides whether the request is recorded. */
  readonly continuesTraces: boolean;
}

const TRACES_PATH = "v1/traces";
const SERVICE_NAME = "parfocal";

/**
 * Source: OpenTelemetry specification, "OTLP Exporter Configuration" and "Environment Variable Specification".
 *
 * @returns null if no collector is set.
 * @throws Error with a user-facing message if a setting is invalid; without the headers, which may contain credentials.
 */
export function readTracing(environment: NodeJS.ProcessEnv): TracingSettings | null {
  const base = environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!base || environment.OTEL_SDK_DISABLED === "true") return null;
  const url = URL.canParse(base) ? new URL(base) : null;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new Error(`OTEL_EXPORTER_OTLP_ENDPOINT is "${base}": it must be a URL as in http://localhost:4318.`);
  return {
    url: new URL(TRACES_PATH, base.endsWith("/") ? base : `${base}/`).href,
    headers: readHeaders(environment.OTEL_EXPORTER_OTLP_HEADERS),
    serviceName: environment.OTEL_SERVICE_NAME || SERVICE_NAME,
    ratio: readRatio(environment.OTEL_TRACES_SAMPLER_ARG),
    continuesTraces: readPropagators(environment.OTEL_PROPAGATORS),
  };
}

/** `name=value,name=value`, with values encoded as in a URL. */
function readHeaders(text: string | undefined): Record<string, string> {
  if (!text) return {};
  try {
    return Object.fromEntries(
      text.split(",").map((pair) => {
        const [, name, value] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? [];
        if (name === undefined || value === undefined) throw new Error("not a pair");
        return [name, decodeURIComponent(value.trim())];
      }),
    );
  } catch {
    throw new Error("OTEL_EXPORTER_OTLP_HEADERS must be pairs as in name=value,name=value, encoded as in a URL.");
  }
}

function readRatio(text: string | undefined): number {
  if (!text) return 1;
  const ratio = Number(text);
  if (!(ratio >= 0 && ratio <= 1))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG is "${text}": it must be a number from 0 to 1.`);
  return ratio;
}

/** Off by default, unlike in OpenTelemetry: a proxy that passes the header on would let every visitor decide. */
function readPropagators(text: string | undefined): boolean {
  if (!text || text === "none") return false;
  if (text !== "tracecontext") throw new Error(`OTEL_PROPAGATORS is "${text}": it must be tracecontext or none.`);
  return true;
}
