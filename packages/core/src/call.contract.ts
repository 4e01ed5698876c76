/**
 * What a call is: method, path, what goes in, what comes out, who may. Both sides read it: the server to check and
 * to describe itself (OpenAPI), the browser to ask.
 */
import type { z } from "zod";
import type { Capability } from "./people/access/capabilities.ts";

/**
 * Who may make a call at all; what of it may be seen or changed is then judged by the action.
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
  /** In place of a body: the fields of a form with a file (multipart), all of them text. */
  readonly form?: z.ZodType;
  /** What a body may have, in bytes; left out: what the server takes of any call. */
  readonly bodyMaxBytes?: number;
  /** Shape of the answer; `z.void()` answers 204. */
  readonly answer: z.ZodType;
  /**
   * Whether the token of a share in the query (`?share=`) opens the call without a session: it then answers what the share
   * shows, in the same shape, with hidden texts empty.
   */
  readonly acceptsShare?: boolean;
  /** Whether a browser that opens the address gets a page, with what is wrong as well; programs get JSON. */
  readonly answersPage?: boolean;
  /** Whether the call makes something new: it then accepts an Idempotency-Key. */
  readonly isCreating?: boolean;
  /** Whether the call only reads although its method is not GET: its question is too long for an address. */
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
