/**
 * Security events in the log: sign-ins, ended sessions, and everything that was rejected (docs/security, "Events").
 * Written at every `LOG_LEVEL` except `silent`. Contains IDs of sites and accounts, never names, logins, addresses or
 * secrets: an address is written as a keyed hash that changes daily.
 */
import { createHmac } from "node:crypto";
import { type AppError, STATUS_OF } from "@parfocal/core/errors.ts";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { networkOf } from "./http/network-of.ts";

/** Event names in the log. These are always written, without a limit: each of them needs a valid secret. */
const ALWAYS = ["signedIn", "signedOut", "sessionsEnded"] as const;
/** Events that anyone can cause; their number is limited. */
const BOUNDED = [
  /** The password is correct; the code of the second factor is still missing. */
  "passwordAccepted",
  "signInFailed",
  /** A wrong code, voucher, link or current password. */
  "guessFailed",
  /** 401, 403, and 404 for objects that do not exist or are not visible. */
  "accessRefused",
  /** From another site's page, or without its nonce. */
  "requestForged",
  /** 429. */
  "limitReached",
  /** 400 and 413: the input does not match the contract of the call. */
  "inputRefused",
  /** 409 and 422: rejected by a rule, e.g. of a quiz that has ended. */
  "ruleRefused",
] as const;

type AlwaysEvent = (typeof ALWAYS)[number];
type BoundedEvent = (typeof BOUNDED)[number];
export type SecurityEvent = AlwaysEvent | BoundedEvent;

export type SignInWay =
  | "password"
  | "passwordAndCode"
  | "passwordAndRecoveryCode"
  | "passkey"
  | "singleSignOn"
  | "hostSite"
  | "learningPlatform";

/** Only numbers and constants of the code. */
export interface EventFacts {
  readonly siteId?: number;
  readonly userId?: number;
  readonly way?: SignInWay;
  readonly reason?: string;
  /** Number of sessions. */
  readonly count?: number;
}

export interface SecurityLog {
  note(event: SecurityEvent, facts: EventFacts, request?: FastifyRequest): void;
  /** A request whose response is an error. */
  rejected(failure: AppError, request: FastifyRequest): void;
  /** Logs how many events were omitted. */
  flush(): void;
}

/** Limits per minute and process: for one event, and for one event with the same route and reason. */
export const MAX_LINES = { event: 300, same: 60 } as const;
const WINDOW_MS = 60_000;
const NETWORK_CHARACTERS = 16;

/** Wrong secrets, answered with 400. */
const GUESSES: ReadonlySet<string> = new Set([
  "accessCodeWrong",
  "currentPasswordIncorrect",
  "inviteUnknown",
  "linkInvalid",
  "secondFactorWrong",
  "voucherUnknown",
]);
/** Rules of quizzes and accounts, answered with 400. */
const RULES: ReadonlySet<string> = new Set([
  "blocked",
  "notStarted",
  "otherAttempt",
  "outOfTime",
  "registrationClosed",
]);
const SIGN_INS: Readonly<Record<string, SignInWay>> = {
  signInFailed: "password",
  secondFactorWrong: "passwordAndCode",
  passkeyRefused: "passkey",
};
const OF_HOST_SITE = "siteToken.";
const OF_LEARNING_PLATFORM = "lti.";

/** The session and site of a request, as far as known before it was rejected. */
interface Sender {
  readonly siteId: number;
  readonly userId: number | null;
  /** Why its session is not accepted; null: it is accepted, or the request has none. */
  readonly sessionError: "nonce" | "sessionUnknown" | null;
}

const senders = new WeakMap<FastifyRequest, Sender>();
const persons = new WeakMap<AppError, number>();

/** Stores the sender for the events of the request. */
export function noteSender(request: FastifyRequest, sender: Sender): void {
  senders.set(request, sender);
}

/** Records the account that a failed sign-in was for. */
export function aboutPerson(failure: AppError, userId: number): AppError {
  persons.set(failure, userId);
  return failure;
}

/** @param key of the installation. @param now ms since the epoch. */
export function createSecurityLog(log: FastifyBaseLogger, key: Buffer, now: () => number = Date.now): SecurityLog {
  const lines = log.level === "silent" ? log : log.child({}, { level: "info" });
  const allowance = createAllowance((omitted) => lines.warn(omitted, "security events were left out"), now);

  const hashOfNetwork = (address: string): string =>
    createHmac("sha256", key)
      .update(`network in the log\n${new Date(now()).toISOString().slice(0, 10)}\n${networkOf(address)}`)
      .digest("base64url")
      .slice(0, NETWORK_CHARACTERS);

  function note(event: SecurityEvent, facts: EventFacts, request?: FastifyRequest): void {
    const method = request?.method;
    const route = request?.routeOptions.url;
    const isAlways = isAlwaysWritten(event);
    if (!isAlways && !allowance.take(event, { reason: facts.reason, method, route })) return;
    const from = request ? { reqId: request.id, method, route, network: hashOfNetwork(request.ip) } : {};
    lines[isAlways ? "info" : "warn"]({ event, ...facts, ...from }, "security event");
  }

  return {
    note,
    rejected(failure, request) {
      const event = eventOf(failure, senders.get(request));
      if (event) note(event.event, event.facts, request);
    },
    flush: () => allowance.flush(),
  };
}

const isAlwaysWritten = (event: SecurityEvent): event is AlwaysEvent => ALWAYS.some((one) => one === event);

interface NamedEvent {
  readonly event: BoundedEvent;
  readonly facts: EventFacts;
}

/** @returns null for a server error. */
function eventOf(failure: AppError, sender: Sender | undefined): NamedEvent | null {
  const { kind, codes } = failure;
  const [code = ""] = codes;
  const userId = persons.get(failure) ?? sender?.userId ?? undefined;
  const who = { ...(sender ? { siteId: sender.siteId } : {}), ...(userId === undefined ? {} : { userId }) };
  const named = (event: BoundedEvent, reason: string, way?: SignInWay): NamedEvent => ({
    event,
    facts: { ...who, ...(way ? { way } : {}), reason },
  });
  if (STATUS_OF[kind] >= 500) return null;
  if (kind === "tooManyRequests") return named("limitReached", code || "calls");
  // Other codes of invalid input are field names, which the sender chooses.
  if (kind === "invalid" && GUESSES.has(code)) return named("guessFailed", code);
  if (kind === "invalid" && RULES.has(code)) return named("ruleRefused", code);
  if (kind === "invalid" || kind === "tooLarge") return named("inputRefused", kind);
  if (code === "foreignOrigin") return named("requestForged", code);
  if (code === "secondFactorNeeded") return named("passwordAccepted", code, "password");
  const way = wayOf(code);
  if (way) return named("signInFailed", code, way);
  if (kind === "unauthenticated" && sender?.sessionError === "nonce") return named("requestForged", "nonce");
  if (kind === "unauthenticated" && sender?.sessionError) return named("accessRefused", sender.sessionError);
  if (kind === "unauthenticated" || kind === "forbidden" || kind === "notFound")
    return named("accessRefused", code || kind);
  return named("ruleRefused", code || kind);
}

function wayOf(code: string): SignInWay | undefined {
  if (code.startsWith(OF_HOST_SITE)) return "hostSite";
  return code.startsWith(OF_LEARNING_PLATFORM) ? "learningPlatform" : SIGN_INS[code];
}

interface Same {
  readonly reason: string | undefined;
  readonly method: string | undefined;
  readonly route: string | undefined;
}

type Omitted = Same & { readonly event: BoundedEvent; readonly omitted: number };

/** Counts lines in windows of a minute. */
function createAllowance(report: (omitted: Omitted) => void, now: () => number) {
  let startedAt = now();
  let timer: NodeJS.Timeout | undefined;
  const ofEvent = new Map<BoundedEvent, number>();
  const ofSame = new Map<string, number>();
  const left = new Map<string, Omitted>();

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const omitted of left.values()) report(omitted);
    left.clear();
    ofEvent.clear();
    ofSame.clear();
    startedAt = now();
  }

  function take(event: BoundedEvent, same: Same): boolean {
    if (now() - startedAt >= WINDOW_MS) flush();
    // Routes and reasons are constants of the code, so the keys are few.
    const key = `${event} ${same.reason} ${same.method} ${same.route}`;
    const [all, alike] = [(ofEvent.get(event) ?? 0) + 1, (ofSame.get(key) ?? 0) + 1];
    if (all <= MAX_LINES.event && alike <= MAX_LINES.same) {
      ofEvent.set(event, all);
      ofSame.set(key, alike);
      return true;
    }
    left.set(key, { event, ...same, omitted: (left.get(key)?.omitted ?? 0) + 1 });
    timer ??= setTimeout(flush, WINDOW_MS).unref();
    return false;
  }

  return { take, flush };
}
