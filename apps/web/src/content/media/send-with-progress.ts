/** Uploads a form with a file and reports progress, which `fetch` cannot do. */
import type { AnswerOf, Call } from "@parfocal/core/call.contract.ts";
import { STATUS_OF } from "@parfocal/core/errors.ts";
import { failureFrom, networkLost, renewIdentity, urlOf } from "#platform/call.ts";
import { announceSessionLost } from "#platform/request-identity.ts";
import { asCaller, type Identity, transport } from "#platform/transport.ts";

interface SendOptions {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** @param share fraction from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** @throws AppError like `call`; if aborted, rejects with the signal's reason. */
export async function sendWithProgress<C extends Call>(
  contract: C,
  form: FormData,
  options: SendOptions,
): Promise<AnswerOf<C>> {
  const ask = () => asCaller(true, (identity) => send(contract, form, { ...options, identity }));
  let answer = await ask();
  if (answer.status === STATUS_OF.unauthenticated) {
    if (await renewIdentity()) answer = await ask();
    else announceSessionLost();
  }
  if (answer.status < 200 || answer.status > 299) throw failureFrom(answer.status, answer.text);
  const { readAnswer = JSON.parse } = transport();
  return readAnswer(answer.text) as AnswerOf<C>;
}

function send(
  contract: Call,
  form: FormData,
  { identity, idempotencyKey, signal, onProgress }: SendOptions & { readonly identity: Identity },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(contract.method, urlOf(contract));
    const headers = { accept: "application/json", ...identity, "idempotency-key": idempotencyKey };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(networkLost());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
