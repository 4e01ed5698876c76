/** A slide on another server, as read by the browser. */
import { AppError } from "@parfocal/core/errors.ts";
import {
  type ExternalTileFacts,
  type ExternalTiles,
  externalLevels,
  externalTileUrl,
} from "@parfocal/core/image/external-tiles.ts";
import { readExternalDescriptor } from "@parfocal/core/image/read-external-descriptor.ts";
import { tileSourceHostOf } from "@parfocal/core/site/tile-source-url.ts";
import type { SlideDescription } from "@parfocal/viewer/slide-description.ts";

const ANSWER_WITHIN_MS = 15_000;
const DESCRIPTOR_MAX_BYTES = 1_000_000;

/** Why a slide cannot be read from a URL: key of the message, and its values. */
export type ExternalProblem =
  | { readonly kind: "externalBadUrl" }
  | { readonly kind: "externalHostNotAllowed"; readonly host: string }
  | { readonly kind: "externalNoAnswer"; readonly host: string; readonly origin: string }
  | { readonly kind: "externalStatus"; readonly host: string; readonly status: number }
  | { readonly kind: "externalNoDescription"; readonly reason: string }
  | { readonly kind: "externalNoTiles"; readonly host: string };

export class ExternalSourceError extends Error {
  override readonly name = "ExternalSourceError";
  readonly problem: ExternalProblem;

  constructor(problem: ExternalProblem, options: { cause?: unknown } = {}) {
    super(problem.kind, options);
    this.problem = problem;
  }
}

/** The URL of a description, from a URL as users copy it: an IIIF image's own URL leads to its info.json. */
export function descriptorUrlOf(typed: string): string {
  const url = typed.trim();
  return /\.(dzi|xml|json)(\?|$)/i.test(url) ? url : url.replace(/\/?(\?|$)/, "/info.json$1");
}

/**
 * Reads the slide's description from the other server, without cookies, and tests whether its smallest image can be
 * loaded.
 *
 * @param allowedHosts of the site; also in the page's content security policy.
 * @throws ExternalSourceError
 */
export async function readExternalSource(
  typed: string,
  allowedHosts: readonly string[],
  signal: AbortSignal,
): Promise<ExternalTiles> {
  const url = descriptorUrlOf(typed);
  const host = tileSourceHostOf(url);
  if (host === null) throw new ExternalSourceError({ kind: "externalBadUrl" });
  if (!allowedHosts.includes(host)) throw new ExternalSourceError({ kind: "externalHostNotAllowed", host });
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  const response = await askOther(url, within).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ExternalSourceError({ kind: "externalNoAnswer", host, origin: location.origin }, { cause });
  });
  if (!response.ok) throw new ExternalSourceError({ kind: "externalStatus", host, status: response.status });
  const source = { url, facts: await factsOf(response) };
  await checkFirstTile(source, within).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ExternalSourceError({ kind: "externalNoTiles", host }, { cause });
  });
  return source;
}

const askOther = (url: string, signal: AbortSignal): Promise<Response> =>
  fetch(url, { signal, credentials: "omit", referrerPolicy: "no-referrer" });

async function factsOf(response: Response): Promise<ExternalTileFacts> {
  try {
    const blob = await response.blob();
    if (blob.size > DESCRIPTOR_MAX_BYTES) throw new AppError("invalid", `${blob.size} bytes.`);
    return readExternalDescriptor(await blob.text());
  } catch (cause) {
    const reason = cause instanceof AppError ? cause.message : String(cause);
    throw new ExternalSourceError({ kind: "externalNoDescription", reason }, { cause });
  }
}

async function checkFirstTile(source: ExternalTiles, signal: AbortSignal): Promise<void> {
  const response = await askOther(externalTileUrl(source, externalLevels(source.facts).length - 1, 0, 0), signal);
  if (!response.ok) throw new Error(`status ${response.status}`);
  (await createImageBitmap(await response.blob())).close();
}

/** Converts the source to the viewer's slide description. */
export function describeExternalSlide(source: ExternalTiles): SlideDescription {
  const { width, height } = source.facts;
  return {
    width,
    height,
    levels: externalLevels(source.facts),
    tilesUrl: (level, x, y) => externalTileUrl(source, level, x, y),
    orientationDeg: 0,
    pixelSizeUm: null,
    objectivePower: null,
  };
}

/** Suggested title of the slide: the last part of its URL that is a name. */
export function titleOfAddress(url: string): string {
  const path = url.replace(/[?#].*$/, "").replace(/\/(info\.json|ImageProperties\.xml)$/i, "");
  const last = path.slice(path.lastIndexOf("/") + 1).replace(/\.(dzi|xml|json)$/i, "");
  try {
    return decodeURIComponent(last).replace(/_/g, " ");
  } catch {
    return last;
  }
}

/** @returns µm; null for an empty text; undefined for an invalid pixel size. Comma and point are equivalent. */
export function micronsOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(",", ".");
  if (text === "") return null;
  const microns = /^\d{1,6}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  return microns > 0 && microns <= 10_000 ? microns : undefined;
}
