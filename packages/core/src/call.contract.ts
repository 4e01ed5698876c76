/**
 * Definition of an API call: method, path, input, output, policy. The server uses it to validate and to describe itself
 * (OpenAPI), the browser to send requests.
 */
import type { z } from "zod";
import type { Capability } from "./people/access/capabilities.ts";

/**
 * Who may make the call; the handler then checks which objects the caller may see or change.
 * - `anyone`: no session needed
 * - `signedIn`: any user of the site
 * - `seesSite`: a user of the site, or a guest where the site's content is public
 * - a capability: users whose role has it
 */
export type CallPolicy = "anyone" | "signedIn" | "seesSite" | Capability;

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  /** As in the specification: from `/v2/…`, parameters in braces, e.g. `/v2/image/{id}`. Served below `/api`. */
  readonly path: string;
  /** One line for the API's description. */
  readonly summary: string;
  readonly policy: CallPolicy;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Fields of a multipart form with a file, instead of a body; all are text. */
  readonly form?: z.ZodType;
  /** Maximum size of the body in bytes; default: the server's limit for all calls. */
  readonly bodyMaxBytes?: number;
  /** Shape of the answer; `z.void()` answers 204. */
  readonly answer: z.ZodType;
  /**
   * Whether a share token in the query (`?share=`) opens the call without a session. The answer then contains what the
   * share allows, in the same shape, with hidden texts empty.
   */
  readonly acceptsShare?: boolean;
  /** Whether a browser that opens the URL gets an HTML page, for errors as well; programs get JSON. */
  readonly answersPage?: boolean;
  /** Whether the call creates something; it then accepts an Idempotency-Key. */
  readonly isCreating?: boolean;
  /** Whether the call only reads although its method is not GET, because its query is too long for a URL. */
  readonly isReading?: boolean;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What the server reads after parsing. */
export type ParamsOf<C extends Call> = Output<C["params"]>;
export type QueryOf<C extends Call> = Output<C["query"]>;
export type BodyOf<C extends Call> = Output<C["body"]>;
/** What the browser sends. */
export type ParamsFor<C extends Call> = Input<C["params"]>;
export type QueryFor<C extends Call> = Input<C["query"]>;
export type BodyFor<C extends Call> = Input<C["body"]>;
export type AnswerOf<C extends Call> = z.output<C["answer"]>;
