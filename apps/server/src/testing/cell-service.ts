/** A fake external cell analysis service that answers correctly, or misbehaves in a chosen way. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { CellServiceSettings } from "#platform/access/cell-service-settings.ts";

export const CELL_SERVICE_CREDENTIAL = "canary-of-the-analysis-credential";

/** The cell returned in each tile, at 300, 300. */
const SQUARE = [
  [290, 290],
  [310, 290],
  [310, 310],
  [290, 310],
];
const CELL = { outline: SQUARE, class: "positive", dabMean: 0.7, intensity: 3 };
const MANY = 1_000_000;

export type Misbehaviour =
  | "none"
  | "refusesToken"
  | "tokenEnds"
  | "badJson"
  | "otherShape"
  | "manyCells"
  | "hugeAnswer"
  | "slow"
  | "redirect"
  | "error500"
  | "hangsUp"
  | "foreignPage";

export interface TestCellService {
  readonly settings: CellServiceSettings;
  misbehaviour: Misbehaviour;
  /** Bodies of detect-cells requests, as received. */
  readonly received: { readonly authorization: string | undefined; readonly body: Record<string, unknown> }[];
  readonly counts: { token: number; trap: number };
  close(): Promise<void>;
}

export async function startCellService(): Promise<TestCellService> {
  const counts = { token: 0, trap: 0 };
  const received: TestCellService["received"] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await text(request)) || "null") as Record<string, unknown>;
    const { misbehaviour } = service;
    const answer = (value: unknown) =>
      response.setHeader("content-type", "application/json").end(JSON.stringify(value));
    if (request.url === "/v1/token") {
      counts.token += 1;
      const isRight = body.credential === CELL_SERVICE_CREDENTIAL && misbehaviour !== "refusesToken";
      return isRight ? answer({ token: `token-${counts.token}` }) : response.writeHead(403).end();
    }
    if (request.url !== "/v1/detect-cells") {
      counts.trap += 1;
      return answer({ cells: [CELL] });
    }
    received.push({ authorization: request.headers.authorization, body });
    const isEnded = misbehaviour === "tokenEnds" && request.headers.authorization === "Bearer token-1";
    if (isEnded) return response.writeHead(401).end();
    if (misbehaviour in ANSWERS) return ANSWERS[misbehaviour as keyof typeof ANSWERS](response);
    const resultUrl = misbehaviour === "foreignPage" ? "https://evil.example/page" : `${origin}/results/1`;
    return answer({ cells: [CELL], resultUrl });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { url: new URL(`${origin}/v1/`), credential: CELL_SERVICE_CREDENTIAL, timeLimitMs: 1_500 };
  const service: TestCellService = {
    settings,
    misbehaviour: "none",
    received,
    counts,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

const ANSWERS = {
  badJson: (response: ServerResponse) => response.end('{"cells": ['),
  otherShape: (response: ServerResponse) => response.end('{"cells": [{"outline": "everywhere"}]}'),
  manyCells(response: ServerResponse) {
    response.write('{"cells": [');
    const cell = '{"outline":[[0,0],[1,0],[1,1]]}';
    for (let count = 0; count < MANY; count += 10_000)
      response.write(`${count > 0 ? "," : ""}${new Array(10_000).fill(cell).join()}`);
    return response.end("]}");
  },
  hugeAnswer(response: ServerResponse) {
    const megabyte = " ".repeat(1024 * 1024);
    const write = (): void => {
      if (!response.destroyed) response.write(megabyte, () => setImmediate(write));
    };
    write();
    return response;
  },
  slow: (response: ServerResponse) => response,
  redirect: (response: ServerResponse) => response.writeHead(307, { location: "/trap" }).end(),
  error500: (response: ServerResponse) => response.writeHead(500).end("canary-of-an-inner-error"),
  hangsUp: (response: ServerResponse) => response.destroy(),
} as const;
