/**
 * The only request wrapper: sends a request according to its contract and returns the response. Every failure is an
 * AppError with the same kind, text and codes as on the server.
 */
import type { AnswerOf, BodyFor, Call, ParamsFor, QueryFor } from "@parfocal/core/call.contract.ts";
import { AppError, errorKindOf, STATUS_OF } from "@parfocal/core/errors.ts";
import type { getSession } from "@parfocal/core/session/session.contract.ts";
import i18next from "i18next";
import { discardFirstAnswers, takeFirstAnswer } from "./first-answers.ts";
import { compareBuild } from "./page-build.ts";
import { activePreview, exitPreview } from "./preview.ts";
import { announceSessionLost, requestIdentity, setRequestIdentity } from "./request-identity.ts";
import { API_PATH, asCaller, transport } from "./transport.ts";

/** Code for a missing response: the network or the server is unavailable. */
export const NETWORK_LOST = "networkLost";
/** Code of the server's rejection of a preview that has ended. */
const PREVIEW_ENDED = "previewEnded";

/** Numbers are allowed for text in path and query. */
type Filling<Values> = { [Key in keyof Values]: Values[Key] | Extract<Values[Key], string> | number };
type Part<Key extends string, Values> =
  Record<never, never> extends Values
    ? { readonly [K in Key]?: Values }
    : undefined extends Values
      ? { readonly [K in Key]?: Values }
      : { readonly [K in Key]: Values };

type CallInputFor<C extends Call> = Part<"params", Filling<ParamsFor<C>>> &
  Part<"query", Filling<QueryFor<C>>> &
  Part<"body", BodyFor<C>>;

interface CallOptions {
  /** One per user action, the same for all its retries (rule D-4). */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

type CallArguments<C extends Call> =
  Record<never, never> extends CallInputFor<C>
    ? [input?: CallInputFor<C>, options?: CallOptions]
    : [input: CallInputFor<C>, options?: CallOptions];

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * Sends a request to the server. The response was checked against the contract there and is not checked again.
 *
 * @throws AppError; `unavailable` with the code `networkLost` without a response. An aborted request rejects with the
 *   signal's reason.
 */
export async function call<C extends Call>(
  contract: C,
  ...[input, options = {}]: CallArguments<C>
): Promise<AnswerOf<C>> {
  const loose = (input ?? {}) as LooseInput;
  const isRead = contract.method === "GET" && activePreview() === null;
  const known = isRead ? takeFirstAnswer(urlOf(contract, loose)) : discardFirstAnswers();
  if (known !== undefined) return known as AnswerOf<C>;
  const response = await answered(contract, loose, options);
  return (response.status === 204 ? undefined : await readAnswer(response)) as AnswerOf<C>;
}

/** A request whose response is a file. @throws AppError like `call`. */
export async function callForFile<C extends Call>(contract: C, input: CallInputFor<C>): Promise<Blob> {
  discardFirstAnswers();
  return (await answered(contract, input as LooseInput, {})).blob();
}

/** Retries with a new nonce or token if the old one has expired. @throws AppError for any failure. */
async function answered(contract: Call, loose: LooseInput, options: CallOptions): Promise<Response> {
  const hadSession = requestIdentity().nonce !== null;
  let response = await send(contract, loose, options);
  if (response.status === STATUS_OF.unauthenticated && (hadSession || transport().renewToken)) {
    if (await renewIdentity()) response = await send(contract, loose, options);
    else if (hadSession) announceSessionLost();
  }
  if (response.ok) return response;
  const failure = await failureOf(response);
  if (failure.codes.includes(PREVIEW_ENDED)) exitPreview();
  throw failure;
}

/** A request whose contract has a form, with or without a file; fails like any other request. */
export async function sendForm<C extends Call>(
  contract: C,
  form: FormData,
  { idempotencyKey, signal, params = {} }: CallOptions & { readonly params?: Readonly<Record<string, unknown>> } = {},
): Promise<AnswerOf<C>> {
  discardFirstAnswers();
  const ask = () =>
    asCaller(true, (identity) =>
      askServer(urlOf(contract, { params }), {
        method: contract.method,
        headers: {
          accept: "application/json",
          ...identity,
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        },
        body: form,
        credentials: transport().credentials,
        signal: signal ?? null,
      }),
    );
  let response = await ask();
  if (response.status === STATUS_OF.unauthenticated) {
    if (await renewIdentity()) response = await ask();
    else announceSessionLost();
  }
  if (!response.ok) throw await failureOf(response);
  return (await readAnswer(response)) as AnswerOf<C>;
}

async function readAnswer(response: Response): Promise<unknown> {
  const { readAnswer: read } = transport();
  return read ? read(await response.text()) : response.json();
}

/** URL of a request for an element of the page, such as an image or a link to a file. */
export function fileUrlOf<C extends Call>(contract: C, input: CallInputFor<C>): string {
  return transport().fileAddressOf(API_PATH + pathOf(contract, input as LooseInput));
}

/** URL of a request. */
export const urlOf = (contract: Call, input?: LooseInput): string => transport().addressOf(pathOf(contract, input));

/** The contract's path with its parameters, and the query. */
function pathOf(contract: Call, { params = {}, query = {} }: LooseInput = {}): string {
  const path = contract.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (Array.isArray(value)) for (const each of value) search.append(name, String(each));
    else if (value !== undefined && value !== null) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

function send(contract: Call, input: LooseInput, { idempotencyKey, signal }: CallOptions): Promise<Response> {
  const isUnsafe = contract.method !== "GET" && contract.method !== "HEAD";
  const { credentials, writeBody = (json) => json } = transport();
  return asCaller(isUnsafe, (identity) =>
    askServer(urlOf(contract, input), {
      method: contract.method,
      headers: {
        accept: "application/json",
        ...identity,
        ...(input.body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      body: input.body === undefined ? null : writeBody(JSON.stringify(input.body)),
      credentials,
      signal: signal ?? null,
    }),
  );
}

async function askServer(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    compareBuild(response);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw networkLost(error);
  }
}

export function networkLost(cause?: unknown): AppError {
  return new AppError("unavailable", i18next.t("platform.networkLost"), { codes: [NETWORK_LOST], cause });
}

/** The AppError for a response with an error status. */
export async function failureOf(response: Response): Promise<AppError> {
  return failureFrom(response.status, await response.text());
}

/**
 * @param text body of the response; if it is not from this server (but from a proxy, for example), the generic text is
 *   used.
 */
export function failureFrom(status: number, text: string): AppError {
  const { message: sentence, data } = parseFailure(text);
  return new AppError(errorKindOf(status), sentence ?? i18next.t("platform.failed"), { codes: data });
}

function parseFailure(text: string): { message: string | undefined; data: string[] } {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== "object" || answer === null) return { message: undefined, data: [] };
    const { message: sentence, data } = answer as { message?: unknown; data?: unknown };
    return {
      message: typeof sentence === "string" ? sentence : undefined,
      data: Array.isArray(data) ? data.filter((code) => typeof code === "string") : [],
    };
  } catch {
    return { message: undefined, data: [] };
  }
}

let renewal: Promise<boolean> | null = null;

/**
 * Gets a new nonce or token: nonces are valid for hours and tokens for minutes, but a page can stay open longer.
 * Requests that fail together share one renewal.
 *
 * @returns whether a session is still open.
 */
export function renewIdentity(): Promise<boolean> {
  renewal ??= (transport().renewToken?.() ?? askForNonce()).finally(() => {
    renewal = null;
  });
  return renewal;
}

async function askForNonce(): Promise<boolean> {
  const { addressOf, credentials } = transport();
  const response = await asCaller(false, (headers) => askServer(addressOf("/session"), { headers, credentials }));
  if (!response.ok) throw await failureOf(response);
  const { user, nonce } = (await response.json()) as AnswerOf<typeof getSession>;
  setRequestIdentity({ nonce });
  return user !== null;
}
