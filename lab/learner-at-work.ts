/** A learner who calls a server, draws on a slide and reads its tiles; every request is timed. */
import { randomUUID } from "node:crypto";
import type { Agent } from "node:http";
import {
  ANNOTATION_TYPE_POLYGON,
  compareWithServer,
  type Drawn,
  randomDrawing,
  randomText,
} from "./annotation-writers.ts";
import { sendRaw } from "./fuzz/send-raw.ts";
import { ask, DONE, from, type Learner } from "./learners.ts";
import type { ServerUnderTest } from "./server-under-test.ts";
import type { Sample } from "./soak/trends.ts";

/** Beyond this number a learner changes an existing annotation, so that the stored data stays bounded. */
const MAX_DRAWN = 10;
const PICTURE_TIMEOUT_MS = 60_000;

export interface Recorder {
  /** Durations of all requests. */
  readonly durations: Sample[];
  /** Unexpected responses. */
  readonly faults: string[];
  readonly startedMs: number;
}

export interface Work {
  readonly learner: Learner;
  readonly imageId: number;
  readonly recorder: Recorder;
  /** Connections for tiles, kept open between the requests, like by browsers. */
  readonly agent: Agent;
}

export class LearnerAtWork {
  /** Last acknowledged state of its annotations, by ID. */
  readonly drawn = new Map<number, Drawn>();
  readonly learner: Learner;
  protected readonly imageId: number;
  protected readonly recorder: Recorder;
  readonly #server: ServerUnderTest;
  readonly #agent: Agent;

  constructor(server: ServerUnderTest, { learner, imageId, recorder, agent }: Work) {
    this.#server = server;
    this.#agent = agent;
    this.learner = learner;
    this.imageId = imageId;
    this.recorder = recorder;
  }

  /** @param into receives the duration. */
  protected async timed<Result>(request: () => Promise<Result>, into = this.recorder.durations): Promise<Result> {
    const begin = performance.now();
    const result = await request();
    into.push({ atMs: begin - this.recorder.startedMs, value: performance.now() - begin });
    return result;
  }

  /** @returns null for an unexpected response, which is recorded. */
  protected async call(method: string, path: string, body?: object): Promise<unknown> {
    const { token, address } = this.learner;
    const headers = { ...from(address), ...(method === "POST" ? { "idempotency-key": randomUUID() } : {}) };
    const { status, answer } = await this.timed(() =>
      ask(this.#server, method, path, { token, headers, ...(body ? { body } : {}) }),
    );
    if (status === DONE) return answer;
    this.recorder.faults.push(`${method} ${path} ${status} ${JSON.stringify(answer)}`);
    return null;
  }

  protected async draw(): Promise<void> {
    const ids = [...this.drawn.keys()];
    const id = ids[Math.floor(Math.random() * MAX_DRAWN)];
    const before = id === undefined ? undefined : this.drawn.get(id);
    if (id === undefined || before === undefined) {
      const drawing = randomDrawing();
      const body = { ...drawing, imageId: this.imageId, typeId: ANNOTATION_TYPE_POLYGON };
      const made = (await this.call("POST", "/v2/annotation", body)) as { id: number } | null;
      if (made) this.drawn.set(made.id, drawing);
      return;
    }
    const content = randomText();
    if (await this.call("PUT", `/v2/annotation/${id}`, { content })) this.drawn.set(id, { ...before, content });
  }

  /** @param path of a page or a tile. @param into receives the duration. @returns the body; empty after a failure. */
  protected async open(path: string, into?: Sample[]): Promise<Buffer> {
    const { token, address } = this.learner;
    const accept = "text/html,image/*;q=0.9,*/*;q=0.8";
    const headers = { "x-site-token": token, cookie: `sid=${token}`, accept, ...from(address) };
    const sent = { method: "GET", path, headers, body: null };
    const { status, body, failure } = await this.timed(
      () => sendRaw(this.#server.origin, this.#agent, sent, PICTURE_TIMEOUT_MS),
      into,
    );
    if (status === DONE && failure === "") return body;
    this.recorder.faults.push(`GET ${path} ${status} ${failure}`);
    return Buffer.alloc(0);
  }
}

/** Acknowledged annotations of these learners that the server does not hold as they were last confirmed. */
export async function countLostDrawings(
  server: ServerUnderTest,
  people: readonly Pick<LearnerAtWork, "learner" | "drawn">[],
  imageId: number,
): Promise<{ readonly lost: number; readonly drawn: number }> {
  let [lost, drawn] = [0, 0];
  for (const { learner, drawn: acknowledged } of people) {
    if (acknowledged.size === 0) continue;
    lost += (await compareWithServer(server, { token: learner.token, imageId, acknowledged })).lost;
    drawn += acknowledged.size;
  }
  return { lost, drawn };
}
