/** A learner at a human pace: every few seconds it answers a question, draws on the slide, or opens a part of it. */
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { ANNOTATION_TYPE_POLYGON, type Drawn, randomDrawing, randomText } from "../annotation-writers.ts";
import { Sitting } from "../exam/exam.ts";
import { sendRaw } from "../fuzz/send-raw.ts";
import { ask, DONE, from, type Learner } from "../learners.ts";
import { pause, type ServerUnderTest } from "../server-under-test.ts";
import type { Sample } from "./trends.ts";

const PAUSE_MS = { min: 2_000, max: 6_000 };
const SHARES = { answers: 0.6, drawings: 0.2 };
/** Beyond this number a learner changes an existing annotation, so that the stored data stays bounded. */
const MAX_DRAWN = 10;
/** Columns and rows of tiles in view. */
const VIEW = { columns: 3, rows: 3 };
const PICTURE_TIMEOUT_MS = 60_000;
/** Connections are kept open between the pauses, like by browsers. */
const agent = new Agent({ keepAlive: true });

export interface Recorder {
  /** Durations of all requests. */
  readonly durations: Sample[];
  /** Unexpected responses. */
  readonly faults: string[];
  readonly startedMs: number;
}

export class SoakLearner {
  readonly sitting: Sitting;
  /** Last acknowledged state of its annotations, by ID. */
  readonly drawn = new Map<number, Drawn>();
  readonly learner: Learner;
  readonly #server: ServerUnderTest;
  readonly #recorder: Recorder;
  readonly #imageId: number;

  constructor(
    server: ServerUnderTest,
    { learner, quizId, imageId, recorder }: { learner: Learner; quizId: number; imageId: number; recorder: Recorder },
  ) {
    this.#server = server;
    this.learner = learner;
    this.#imageId = imageId;
    this.#recorder = recorder;
    this.sitting = new Sitting(server, quizId, learner);
  }

  /** @param startWithinMs a random part of this time passes first. */
  async live(isOver: () => boolean, startWithinMs: number): Promise<void> {
    await pause(Math.random() * startWithinMs);
    await this.sitting.start();
    while (!isOver()) {
      const chance = Math.random();
      if (chance < SHARES.answers) await this.#timed(() => this.sitting.save());
      else if (chance < SHARES.answers + SHARES.drawings) await this.#draw();
      else await this.#readSlideState();
      await pause(PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min));
    }
  }

  async #timed<Result>(request: () => Promise<Result>): Promise<Result> {
    const { durations, startedMs } = this.#recorder;
    const begin = performance.now();
    const result = await request();
    durations.push({ atMs: begin - startedMs, value: performance.now() - begin });
    return result;
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const { token, address } = this.learner;
    const headers = { ...from(address), ...(method === "POST" ? { "idempotency-key": randomUUID() } : {}) };
    const { status, answer } = await this.#timed(() =>
      ask(this.#server, method, path, { token, headers, ...(body ? { body } : {}) }),
    );
    if (status === DONE) return answer;
    this.#recorder.faults.push(`${method} ${path} ${status} ${JSON.stringify(answer)}`);
    return null;
  }

  async #draw(): Promise<void> {
    const ids = [...this.drawn.keys()];
    const id = ids[Math.floor(Math.random() * MAX_DRAWN)];
    const before = id === undefined ? undefined : this.drawn.get(id);
    if (id === undefined || before === undefined) {
      const drawing = randomDrawing();
      const body = { ...drawing, imageId: this.#imageId, typeId: ANNOTATION_TYPE_POLYGON };
      const made = (await this.#call("POST", "/v2/annotation", body)) as { id: number } | null;
      if (made) this.drawn.set(made.id, drawing);
      return;
    }
    const content = randomText();
    if (await this.#call("PUT", `/v2/annotation/${id}`, { content })) this.drawn.set(id, { ...before, content });
  }

  /** Requests the slide's facts, then the tiles in view, somewhere on its first level. */
  async #readSlideState(): Promise<void> {
    const image = (await this.#call("GET", `/v2/image/${this.#imageId}`)) as Image | null;
    const [level] = image?.slideInformation?.levels ?? [];
    const template = image?.slideInformation?.tilesMapUrl;
    if (!level || !template) return;
    const columns = Math.ceil(level.width / level.tileWidth);
    const rows = Math.ceil(level.height / level.tileHeight);
    const left = Math.floor(Math.random() * Math.max(1, columns - VIEW.columns + 1));
    const top = Math.floor(Math.random() * Math.max(1, rows - VIEW.rows + 1));
    const paths = Array.from({ length: VIEW.columns * VIEW.rows }, (_, index) => ({
      x: left + (index % VIEW.columns),
      y: top + Math.floor(index / VIEW.columns),
    }))
      .filter(({ x, y }) => x < columns && y < rows)
      .map(({ x, y }) => template.replace("{z}", "0").replace("{x}", String(x)).replace("{y}", String(y)));
    await Promise.all(paths.map((path) => this.#openTile(path)));
  }

  async #openTile(path: string): Promise<void> {
    const { token, address } = this.learner;
    const sent = { method: "GET", path, headers: { "x-site-token": token, ...from(address) }, body: null };
    const { status, failure } = await this.#timed(() => sendRaw(this.#server.origin, agent, sent, PICTURE_TIMEOUT_MS));
    if (status !== DONE || failure !== "") this.#recorder.faults.push(`GET ${path} ${status} ${failure}`);
  }
}
