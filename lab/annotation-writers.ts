/**
 * Clients that draw continuously: each repeats a request under one Idempotency-Key until it succeeds,
 * and records what was acknowledged.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { endUnexpected, isAway, NO_ANSWER, UNDER_WAY } from "./expected-answers.ts";
import { pause, type ServerUnderTest } from "./server-under-test.ts";

const RETRY_MS = 20;
/** Timeout after which a request without a response is sent again. */
const GIVE_UP_MS = 8_000;
/**
 * Probability of another change: six writes per annotation, so that 50,000 writes stay below the 10,000 that one slide
 * lists.
 */
const CHANGED_SHARE = 0.83;
export const ANNOTATION_TYPE_POLYGON = 211;

export interface Drawn {
  readonly title: string;
  readonly content: string;
  readonly geometry: string;
}

interface Stored extends Drawn {
  readonly id: number;
}

export interface AnnotationWriters {
  /** Last acknowledged state, by ID. */
  readonly acknowledged: ReadonlyMap<number, Drawn>;
  /** All acknowledged states in their order, by ID. */
  readonly states: ReadonlyMap<number, readonly Drawn[]>;
  /** Number of 2xx answers to changes. */
  readonly acknowledgedWrites: number;
  /** All received statuses; 0: no response. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Texts of rejections, with their status. */
  readonly refusals: ReadonlySet<string>;
  /** Duration of the slowest response with status 503, ms. */
  readonly slowestRefusalMs: number;
  /** Waits until each writer has finished its current operation. */
  stop(): Promise<void>;
}

export function startAnnotationWriters(
  server: ServerUnderTest,
  { count, token, imageId }: { count: number; token: string; imageId: number },
): AnnotationWriters {
  const acknowledged = new Map<number, Drawn>();
  const states = new Map<number, Drawn[]>();
  const statuses = new Map<number, number>();
  const refusals = new Set<string>();
  let acknowledgedWrites = 0;
  let slowestRefusalMs = 0;
  let isStopping = false;

  async function sendUntilAcknowledged(method: "POST" | "PUT", path: string, body: object): Promise<Stored> {
    const key = randomUUID();
    for (;;) {
      const began = performance.now();
      const answer = await fetch(`${server.origin}/api${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          "x-site-token": token,
          ...(method === "POST" ? { "idempotency-key": key } : {}),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => null);
      const status = answer?.status ?? NO_ANSWER;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 503) slowestRefusalMs = Math.max(slowestRefusalMs, performance.now() - began);
      if (answer?.status === 200) {
        acknowledgedWrites += 1;
        return JSON.parse(answer.text) as Stored;
      }
      if (answer) refusals.add(`${status} ${messageOf(answer.text)}`);
      if (!isAway(status) && status !== UNDER_WAY) endUnexpected(`${method} ${path}`, status, answer?.text ?? "");
      await pause(RETRY_MS);
    }
  }

  async function write(): Promise<void> {
    while (!isStopping) {
      const drawn = randomDrawing();
      const { id } = await sendUntilAcknowledged("POST", "/v2/annotation", {
        ...drawn,
        imageId,
        typeId: ANNOTATION_TYPE_POLYGON,
      });
      acknowledged.set(id, drawn);
      const own = [drawn];
      states.set(id, own);
      while (Math.random() < CHANGED_SHARE) {
        const content = randomText();
        await sendUntilAcknowledged("PUT", `/v2/annotation/${id}`, { content });
        const changed = { ...drawn, content };
        acknowledged.set(id, changed);
        own.push(changed);
      }
    }
  }

  const writers = Array.from({ length: count }, write);
  return {
    acknowledged,
    states,
    statuses,
    refusals,
    get acknowledgedWrites() {
      return acknowledgedWrites;
    },
    get slowestRefusalMs() {
      return slowestRefusalMs;
    },
    async stop() {
      isStopping = true;
      await Promise.all(writers);
    },
  };
}

const messageOf = (text: string) => /"message":"([^"]*)"/.exec(text)?.[1] ?? text;

export const randomText = () => randomBytes(16 + Math.floor(Math.random() * 200)).toString("base64");

export function randomDrawing(): Drawn {
  // Points on a circle, each in its own sector: convex. A self-intersecting outline would be rejected.
  const count = 3 + Math.floor(Math.random() * 20);
  const radius = 20 + Math.random() * 180;
  const corners = Array.from({ length: count }, (_, index) => {
    const turn = (2 * Math.PI * (index + 0.8 * Math.random())) / count;
    return [200 + radius * Math.cos(turn), 200 + radius * Math.sin(turn)];
  });
  const ring = [...corners, corners[0] as number[]].map(([x, y]) => `${x} ${y}`).join(", ");
  return { title: randomUUID(), content: randomText(), geometry: `POLYGON ((${ring}))` };
}

export interface Comparison {
  /** Acknowledged, but missing or different. */
  readonly lost: number;
  /** Titles that occur more than once: the request was executed twice. */
  readonly doubled: number;
  /** Present, but never acknowledged. */
  readonly unexpected: number;
}

/** The person's annotations on the server, by ID. */
export async function readDrawn(
  server: ServerUnderTest,
  { token, imageId }: { token: string; imageId: number },
): Promise<ReadonlyMap<number, Drawn>> {
  const answer = await fetch(`${server.origin}/api/v2/annotation/item/${imageId}?query=mine`, {
    headers: { "x-site-token": token },
  });
  if (!answer.ok) throw new Error(`the annotations could not be read: ${answer.status}`);
  return new Map(((await answer.json()) as Stored[]).map((one) => [one.id, one]));
}

export const isSame = (one: Drawn | undefined, other: Drawn): boolean =>
  one?.title === other.title && one.content === other.content && one.geometry === other.geometry;

/** Compares the acknowledged state with the server's, byte by byte. */
export async function compareWithServer(
  server: ServerUnderTest,
  { token, imageId, acknowledged }: { token: string; imageId: number; acknowledged: ReadonlyMap<number, Drawn> },
): Promise<Comparison> {
  const byId = await readDrawn(server, { token, imageId });
  return {
    lost: [...acknowledged].filter(([id, drawn]) => !isSame(byId.get(id), drawn)).length,
    doubled: byId.size - new Set([...byId.values()].map(({ title }) => title)).size,
    unexpected: [...byId.keys()].filter((id) => !acknowledged.has(id)).length,
  };
}
