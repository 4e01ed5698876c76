/**
 * The client of an external cell analysis service: a token, then the cells of a tile. Called by the server only;
 * its answers are not trusted: limited in time and bytes, validated, no redirects (SEC-11, T-17).
 *
 * Source: spec part 2, section 8; formats of requests and answers: docs/decisions/0109.
 */
import { AI_DILATION_KERNEL, AI_RESOLUTION, NUCLEI_MAX } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { z } from "zod";
import type { CellServiceSettings } from "#platform/access/cell-service-settings.ts";

const ANSWER_MAX_BYTES = 20 * 1024 * 1024;
const TOKEN_MAX_BYTES = 64 * 1024;
const OUTLINE_MAX_CORNERS = 1_000;
const UNAUTHORIZED = 401;
/** Consecutive failures after which the service is not called for a while. */
const FAILURES_UNTIL_OPEN = 5;
const OPEN_MS = 60_000;

/** Why there is no usable answer, without the service's words. */
export class CellServiceError extends Error {
  override readonly name = "CellServiceError";
}

const place = z.number().min(-1e5).max(1e5);
const mean = z.number().min(0).max(10);
const serviceCell = z.object({
  /** Pixels of the tile. */
  outline: z
    .array(z.tuple([place, place]))
    .min(3)
    .max(OUTLINE_MAX_CORNERS),
  class: z.enum(["positive", "negative", "other"]).default("other"),
  intensity: z.int().min(0).max(3).optional(),
  hematoxylinMean: mean.default(0),
  dabMean: mean.default(0),
});
export type ServiceCell = z.output<typeof serviceCell>;

const tokenAnswer = z.object({ token: z.string().min(1).max(10_000) });
const cellsAnswer = z.object({
  cells: z.array(serviceCell).max(NUCLEI_MAX),
  /** A page of the service that shows the result. */
  resultUrl: z.string().max(2_000).optional(),
});
type ServiceAnswer = z.output<typeof cellsAnswer>;

export interface CellService {
  /**
   * @param picture PNG.
   * @throws CellServiceError; the signal's reason.
   */
  detectCells(picture: Buffer, settings: CellSettings, signal: AbortSignal): Promise<ServiceAnswer>;
}

interface Sent {
  readonly path: "token" | "detect-cells";
  readonly body: unknown;
  readonly token?: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export function createCellService({ url, credential, timeLimitMs }: CellServiceSettings): CellService {
  let token: string | null = null;
  let failures = 0;
  let closedUntil = 0;

  async function send({
    path,
    body,
    token: bearer,
    maxBytes,
    signal,
  }: Sent): Promise<{ status: number; answer: unknown }> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
    try {
      const response = await fetch(new URL(path, url), {
        method: "POST",
        redirect: "error",
        headers: { "content-type": "application/json", ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
        body: JSON.stringify(body),
        signal: limited,
      });
      if (!response.ok) {
        await response.body?.cancel();
        return { status: response.status, answer: null };
      }
      return { status: response.status, answer: JSON.parse(await readBounded(response, maxBytes)) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof CellServiceError) throw error;
      // The cause could contain parts of the request or answer.
      throw new CellServiceError(limited.aborted ? `${path}: too slow` : `${path}: no usable answer`);
    }
  }

  async function fetchToken(signal: AbortSignal): Promise<string> {
    const { status, answer } = await send({ path: "token", body: { credential }, maxBytes: TOKEN_MAX_BYTES, signal });
    const parsed = tokenAnswer.safeParse(answer);
    if (!parsed.success) throw new CellServiceError(`token: refused with ${status}`);
    return parsed.data.token;
  }

  async function detect(body: unknown, signal: AbortSignal): Promise<ServiceAnswer> {
    for (let isRepeated = false; ; isRepeated = true) {
      token ??= await fetchToken(signal);
      const sent = { path: "detect-cells", body, token, maxBytes: ANSWER_MAX_BYTES, signal } as const;
      const { status, answer } = await send(sent);
      if (status === UNAUTHORIZED) {
        // It has expired: requests a new one, once.
        token = null;
        if (!isRepeated) continue;
      }
      const parsed = cellsAnswer.safeParse(answer);
      if (!parsed.success) throw new CellServiceError(`detect-cells: unusable answer, status ${status}`);
      return parsed.data;
    }
  }

  return {
    async detectCells(picture, { stain, dabThresholds, minAreaSquareMicrometres, maxAreaSquareMicrometres }, signal) {
      if (performance.now() < closedUntil) throw new CellServiceError("left alone after failures");
      const body = {
        image: picture.toString("base64"),
        imageResolution: AI_RESOLUTION,
        dilationKernel: AI_DILATION_KERNEL,
        classification: { stain, dabThresholds, minAreaSquareMicrometres, maxAreaSquareMicrometres },
      };
      try {
        const answer = await detect(body, signal);
        failures = 0;
        return answer;
      } catch (error) {
        if (!signal.aborted) failures += 1;
        if (failures >= FAILURES_UNTIL_OPEN) closedUntil = performance.now() + OPEN_MS;
        throw error;
      }
    },
  };
}

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw new CellServiceError("the answer is too large");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** @returns the page's address if it belongs to the service; otherwise null. */
export function ownPageOf(settings: CellServiceSettings, address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const page = new URL(address);
  return page.origin === settings.url.origin && page.username === "" && page.password === "" ? page.href : null;
}
