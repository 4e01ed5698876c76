import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { withSite } from "../db/database.ts";
import { createLog } from "../log.ts";
import { openTracing } from "./open-tracing.ts";
import { summaryOf } from "./statement-spans.ts";
import type { Tracing } from "./tracing.ts";

const VERSION = "0.0.0-test";
const PARENT = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const TRACE_PARENT = `00-${PARENT.traceId}-${PARENT.spanId}-01`;
/** `Span.SpanKind`, `Status.StatusCode` in the OTLP protocol. */
const SERVER = 2;
const ERROR = 2;

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<SentSpan, "attributes">;
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const attributesOf = ({ attributes }: Pick<SentSpan, "attributes">): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector that keeps what it receives. */
class Collector {
  readonly exports: Export[] = [];
  readonly headers: (string | undefined)[] = [];
  readonly #http: Server;

  constructor() {
    this.#http = createServer(async (request, response) => {
      this.headers.push(request.headers.authorization);
      this.exports.push((await json(request)) as Export);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  }

  async listen(): Promise<string> {
    this.#http.listen(0, "127.0.0.1");
    await once(this.#http, "listening");
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/v1/traces`;
  }

  close(): void {
    this.#http.closeAllConnections();
    this.#http.close();
  }

  get spans(): SentSpan[] {
    return this.exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  /** The span of a request, with all of its trace. */
  traceOf(requestName: string): { root: SentSpan; others: SentSpan[] } {
    const root = this.spans.find(({ name }) => name === requestName);
    if (!root) throw new Error(`no span ${requestName} in ${this.spans.map(({ name }) => name).join(", ")}`);
    return {
      root,
      others: this.spans.filter(({ traceId, spanId }) => traceId === root.traceId && spanId !== root.spanId),
    };
  }
}

const quiet = createLog("silent", { write: () => {} });
const settings = { headers: {}, serviceName: "parfocal-test", ratio: 1, continuesTraces: true };

describe("traces of requests, statements and jobs", () => {
  const collector = new Collector();
  let server: TestServer;
  let learner: { token: string };

  beforeAll(async () => {
    const url = await collector.listen();
    const headers = { authorization: "Basic abc" };
    const tracing = openTracing({ ...settings, url, headers }, { version: VERSION, log: quiet });
    server = await createTestServer({ tracing, trustedProxies: { hops: 1 } });
    const site = await buildSite(server);
    learner = await buildUser(site, { role: "learner", displayName: "Canary Person" });
    const own = { "x-site-token": learner.token };
    await server.app.inject({ url: "/api/v2/course/987654321?q=canary", headers: own });
    await server.app.inject({ url: "/api/health", headers: { traceparent: TRACE_PARENT } });
    await server.app.inject({
      url: "/api/announcement",
      headers: { ...own, traceparent: TRACE_PARENT, "x-forwarded-for": "203.0.113.7" },
    });
    await server.app.inject({ url: "/api/no-such-call/canary" });
    // Outside of requests and jobs nothing is traced.
    await withSite(server.platform.database, site.id, (db) => db.selectFrom("item").select("id").execute());
    await tracing
      .traceJob({ id: 7, kind: "convert", attempts: 2 }, () =>
        withSite(server.platform.database, site.id, async (db) => {
          await db
            .selectFrom("no_such_table" as never)
            .selectAll()
            .execute();
          return { state: "done" };
        }),
      )
      .catch(() => {});
    await tracing.traceJob({ id: 8, kind: "check", attempts: 1 }, async () => ({ state: "failed" }));
    await tracing.stop();
  });
  afterAll(async () => {
    await server.close();
    collector.close();
  });

  it("are sent with the name of the service and the headers of the settings", () => {
    expect(new Set(collector.headers)).toEqual(new Set(["Basic abc"]));
    const [first] = collector.exports;
    expect(attributesOf(first?.resourceSpans[0]?.resource ?? { attributes: [] })).toMatchObject({
      "service.name": "parfocal-test",
      "service.version": VERSION,
    });
  });

  it("have a span for each request, with its route instead of its address", () => {
    const { root } = collector.traceOf("GET /api/v2/course/:id");
    expect(root.kind).toBe(SERVER);
    expect(root.parentSpanId).toBeUndefined();
    expect(attributesOf(root)).toMatchObject({
      "http.request.method": "GET",
      "http.route": "/api/v2/course/:id",
      "http.response.status_code": 404,
      "parfocal.request.id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(attributesOf(collector.traceOf("GET none").root)).toMatchObject({ "http.response.status_code": 404 });
  });

  it("have the statements of a request below its transaction, as long as they took", () => {
    const { root, others } = collector.traceOf("GET /api/v2/course/:id");
    const transaction = others.find(({ name }) => name === "transaction");
    expect(transaction?.parentSpanId).toBe(root.spanId);
    const statements = others.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId);
    expect(statements.map(({ name }) => name)).toContain("SELECT user_session");
    for (const statement of statements) {
      expect(attributesOf(statement)["db.query.text"]).toEqual(expect.any(String));
      expect(BigInt(statement.endTimeUnixNano)).toBeGreaterThan(BigInt(statement.startTimeUnixNano));
    }
  });

  it("contain no value of a request or a row", () => {
    const text = JSON.stringify(collector.exports);
    expect(text).not.toMatch(/canary/i);
    expect(text).not.toContain(learner.token);
    expect(text).not.toContain("987654321");
    expect(text).not.toContain("203.0.113.7");
  });

  it("continue the trace of a trusted proxy, never that of a visitor", () => {
    expect(collector.traceOf("GET /api/health").root.traceId).not.toBe(PARENT.traceId);
    const { root } = collector.traceOf("GET /api/announcement");
    expect([root.traceId, root.parentSpanId]).toEqual([PARENT.traceId, PARENT.spanId]);
  });

  it("have a trace for each job, with its outcome and the code of a failed statement", () => {
    const { root, others } = collector.traceOf("job convert");
    expect(root.parentSpanId).toBeUndefined();
    expect(attributesOf(root)).toMatchObject({ "parfocal.job.id": 7, "parfocal.job.attempt": 2 });
    const failed = others.find(({ name }) => name === "SELECT no_such_table");
    expect(failed?.status.code).toBe(ERROR);
    expect(attributesOf(failed as SentSpan)["error.type"]).toBe("42P01");
    expect(collector.traceOf("job check").root.status.code).toBe(ERROR);
  });

  it("have no span outside of a request or job", () => {
    const traces = new Map<string, SentSpan[]>();
    for (const span of collector.spans) traces.set(span.traceId, [...(traces.get(span.traceId) ?? []), span]);
    for (const spans of traces.values()) expect(spans.some(({ name }) => /^(GET|job) /.test(name))).toBe(true);
  });
});

describe("a collector", () => {
  const tracedHealth = async (tracing: Tracing) => {
    const server = await createTestServer({ tracing, trustedProxies: { hops: 1 } });
    const headers = { traceparent: TRACE_PARENT, "x-forwarded-for": "203.0.113.7" };
    const { statusCode } = await server.app.inject({ url: "/api/health", headers });
    await tracing.stop();
    await server.close();
    return statusCode;
  };

  it("that cannot be reached is reported once, and requests are answered as ever", async () => {
    const lines: string[] = [];
    const log = createLog("warn", { write: (line) => void lines.push(line) });
    const url = "http://127.0.0.1:1/v1/traces";
    expect(await tracedHealth(openTracing({ ...settings, url }, { version: VERSION, log }))).toBe(200);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["traces could not be sent to the collector"]);
  });

  it.each([
    ["only the part that the ratio says, whatever a proxy has decided", false],
    ["also what a proxy has decided to record, if its traces are continued", true],
  ])("receives %s", async (_what, continuesTraces) => {
    const collector = new Collector();
    const url = await collector.listen();
    await tracedHealth(openTracing({ ...settings, url, ratio: 0, continuesTraces }, { version: VERSION, log: quiet }));
    expect(collector.spans.some(({ name }) => name === "GET /api/health")).toBe(continuesTraces);
    collector.close();
  });
});

describe("the name of a statement", () => {
  it.each([
    ['select "id" from "annotation" where "site_id" = $1', "SELECT annotation"],
    ['insert into "job" ("kind") values ($1)', "INSERT job"],
    ["UPDATE quiz_attempt SET ended = now()", "UPDATE quiz_attempt"],
    ['delete from "bin_entry"', "DELETE bin_entry"],
    ["commit", "COMMIT"],
    ["SELECT (SELECT count(*) FROM job) FROM site", "SELECT site"],
    ["SELECT word FROM (SELECT word FROM job) AS entry", "SELECT entry"],
    ['with way as (select 1 from "placement") select * from "way"', "SELECT way"],
    ["", "STATEMENT"],
  ])("%j is %s", (text, name) => {
    expect(summaryOf(text)).toBe(name);
  });
});
