import { describe, expect, it } from "vitest";
import { readTracing } from "./tracing-settings.ts";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" };

describe("the settings of tracing", () => {
  it("are none without a collector, or if OpenTelemetry is disabled", () => {
    expect(readTracing({})).toBeNull();
    expect(readTracing({ OTEL_SERVICE_NAME: "x" })).toBeNull();
    expect(readTracing({ ...ENDPOINT, OTEL_SDK_DISABLED: "true" })).toBeNull();
  });

  it("add the path of traces to the collector's address", () => {
    expect(readTracing(ENDPOINT)).toEqual({
      url: "http://localhost:4318/v1/traces",
      headers: {},
      serviceName: "parfocal",
      ratio: 1,
      continuesTraces: false,
    });
    const url = "https://otel.example.org/tenant/";
    expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: url })?.url).toBe(`${url}v1/traces`);
  });

  it("take headers, name and ratio", () => {
    const settings = readTracing({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc=, x-tenant=med",
      OTEL_SERVICE_NAME: "parfocal-exam",
      OTEL_TRACES_SAMPLER_ARG: "0.05",
      OTEL_PROPAGATORS: "tracecontext",
    });
    expect(settings).toMatchObject({
      headers: { authorization: "Basic abc=", "x-tenant": "med" },
      serviceName: "parfocal-exam",
      ratio: 0.05,
      continuesTraces: true,
    });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://localhost:4317" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG"],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: "half" }, "OTEL_TRACES_SAMPLER_ARG"],
    [{ ...ENDPOINT, OTEL_PROPAGATORS: "b3" }, "OTEL_PROPAGATORS"],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: "secret-canary" }, "OTEL_EXPORTER_OTLP_HEADERS"],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: "key=%secret-canary" }, "OTEL_EXPORTER_OTLP_HEADERS"],
  ])("are refused with a sentence that names the variable: %j", (environment, name) => {
    expect(() => readTracing(environment)).toThrow(name);
    expect(() => readTracing(environment)).not.toThrow("secret-canary");
  });
});
