/** Tracing with the libraries of OpenTelemetry: imported only if a collector is set. */
import { hostname } from "node:os";
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { withStatementSpans } from "./statement-spans.ts";
import type { TracedJob, Tracing } from "./tracing.ts";
import type { TracingSettings } from "./tracing-settings.ts";

const EXPORT_TIMEOUT_MS = 3_000;
const EXPORT_EVERY_MS = 2_000;
/** Spans that wait for the next export, at most; further ones are dropped. */
const MAX_QUEUED = 8_192;
const MAX_EXPORTED_AT_ONCE = 512;
const WARN_EVERY_MS = 60_000;
const NO_ROUTE = "none";
const FIRST_SERVER_ERROR = 500;

interface TracedProcess {
  readonly version: string;
  readonly log: FastifyBaseLogger;
}

export function openTracing(
  { url, headers, serviceName, ratio, continuesTraces }: TracingSettings,
  process: TracedProcess,
): Tracing {
  const exporter = warnOfLoss(
    new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS }),
    process.log,
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": serviceName,
      "service.version": process.version,
      "service.instance.id": `${hostname()}-${globalThis.process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_QUEUED,
        maxExportBatchSize: MAX_EXPORTED_AT_ONCE,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("parfocal", process.version);
  const contexts = new AsyncLocalStorageContextManager().enable();
  return {
    watchRequests: (app) =>
      watchRequests(app, { tracer, contexts, propagator: continuesTraces ? new W3CTraceContextPropagator() : null }),
    watchPool: (pool) => withStatementSpans(pool, tracer, () => contexts.active()),
    traceJob: (job, work) => traceJob(job, work, tracer, contexts),
    // What cannot be sent has been reported.
    stop: () => provider.shutdown().catch(() => {}),
  };
}

/** An unreachable collector is no error of the server: it is reported once a minute. */
function warnOfLoss(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let lost = 0;
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  return {
    export(spans, resultCallback) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) {
          lost += spans.length;
          if (performance.now() - warnedAtMs >= WARN_EVERY_MS) {
            log.warn({ lostSpans: lost, reason: result.error?.message }, "traces could not be sent to the collector");
            warnedAtMs = performance.now();
          }
        }
        resultCallback(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

interface Watching {
  readonly tracer: Tracer;
  readonly contexts: AsyncLocalStorageContextManager;
  /** null: each request begins a trace. */
  readonly propagator: TextMapPropagator | null;
}

/** Names of fields: OpenTelemetry semantic conventions, "HTTP". */
function watchRequests(app: FastifyInstance, { tracer, contexts, propagator }: Watching): void {
  const contextOf = new WeakMap<FastifyRequest, Context>();

  app.addHook("onRequest", (request, reply, done) => {
    // The calls whose answers the server writes into a page run within its request.
    const outer = contexts.active();
    const isInner = trace.getSpan(outer) !== undefined;
    const parent =
      propagator && !isInner && isFromTrustedProxy(request)
        ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
        : outer;
    const route = request.routeOptions.url ?? NO_ROUTE;
    const attributes = {
      "http.request.method": request.method,
      // The pattern, not the address, which may contain names.
      "http.route": route,
      "url.scheme": request.protocol,
      // As in the log.
      "parfocal.request.id": request.id,
    };
    const kind = isInner ? SpanKind.INTERNAL : SpanKind.SERVER;
    const span = tracer.startSpan(`${request.method} ${route}`, { kind, attributes }, parent);
    contextOf.set(request, trace.setSpan(parent, span));
    reply.raw.once("close", () => endRequest(span, reply));
    done();
  });

  app.addHook("onRoute", (options) => {
    const { handler } = options;
    options.handler = function traced(request, reply) {
      const context = contextOf.get(request);
      return context
        ? contexts.with(context, () => handler.call(this, request, reply))
        : handler.call(this, request, reply);
    };
  });
}

/** Only with PARFOCAL_TRUST_PROXY; visitors cannot decide what is recorded. */
const isFromTrustedProxy = ({ ips }: FastifyRequest): boolean => (ips?.length ?? 0) > 1;

function endRequest(span: Span, { statusCode }: FastifyReply): void {
  span.setAttribute("http.response.status_code", statusCode);
  // What went wrong is in the log, under the ID of the request.
  if (statusCode >= FIRST_SERVER_ERROR)
    span.setAttribute("error.type", String(statusCode)).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

async function traceJob<Outcome extends { readonly state: string }>(
  { id, kind, attempts }: TracedJob,
  work: () => Promise<Outcome>,
  tracer: Tracer,
  contexts: AsyncLocalStorageContextManager,
): Promise<Outcome> {
  const attributes = { "parfocal.job.id": id, "parfocal.job.kind": kind, "parfocal.job.attempt": attempts };
  const span = tracer.startSpan(`job ${kind}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT);
  try {
    const outcome = await contexts.with(trace.setSpan(ROOT_CONTEXT, span), work);
    span.setAttribute("parfocal.job.state", outcome.state);
    if (outcome.state === "failed") span.setStatus({ code: SpanStatusCode.ERROR });
    return outcome;
  } finally {
    span.end();
  }
}
