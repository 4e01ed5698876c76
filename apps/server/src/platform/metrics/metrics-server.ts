/**
 * HTTP server of `/metrics` (Prometheus) and of the probes `/live` and `/ready`. It has its own port, which visitors of
 * the site cannot reach.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from "prom-client";

/** prom-client's snapshot of a registry; it can be sent to another process. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];

interface MetricsSource {
  /** Figures of all processes that respond. */
  collect(): Promise<readonly Figures[]>;
  /** Whether requests can be answered. */
  isReady(): Promise<boolean>;
}

export interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** @throws Error with a user-facing message if the port is in use. */
export async function startMetricsServer(
  address: { readonly host: string; readonly port: number },
  source: MetricsSource,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    void answer(request, response, source).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(address);
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${address.port} of PARFOCAL_METRICS_PORT is in use. Choose another one.`, { cause: error });
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, source: MetricsSource): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return send(response, 405, "Only GET is answered.\n");
  const [path] = (request.url ?? "/").split("?");
  if (path === "/live") return send(response, 200, "live\n");
  if (path === "/ready") {
    const isReady = await source.isReady();
    return send(response, isReady ? 200 : 503, isReady ? "ready\n" : "not ready\n");
  }
  if (path !== "/metrics") return send(response, 404, "There is /metrics, /live and /ready.\n");
  const registry = AggregatorRegistry.aggregate([...(await source.collect())]);
  send(response, 200, await registry.metrics(), Registry.PROMETHEUS_CONTENT_TYPE);
}

function send(response: ServerResponse, status: number, text: string, type = "text/plain; charset=utf-8"): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(text);
}
