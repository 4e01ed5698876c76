/**
 * Stores the answers of one attempt: each change is written to the browser's storage immediately and to the server soon
 * after. Changes not yet on the server survive a reload and an hour without network (reliability rule D-14). Only the
 * user's own answers are stored, never the solutions.
 */
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import type { QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import type { QuizAnswer, QuizAnswerSent } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { backoffMs } from "#platform/outbox/backoff.ts";

export type AnswerValue = QuizAnswerSent["answer"];

/** One answer, as the user sees it. */
export interface CurrentAnswer {
  readonly questionId: number;
  /** In a Common quiz: the slide or case of the question. */
  readonly itemId: number | null;
  readonly questionType: QuestionType;
  readonly answer: AnswerValue;
  readonly isMarked: boolean;
  readonly isChecked: boolean;
  /** Incremented with each change. */
  readonly rev: number;
  readonly verdict: QuizAnswer["verdict"];
  readonly solution: QuizAnswer["solution"];
}

type KeeperStatus = "saved" | "saving" | "waiting";
/** Why no more answers are accepted: code of the server's response. */
type KeeperEnd = "submitted" | "outOfTime" | "otherAttempt";

export interface KeeperSnapshot {
  readonly answers: ReadonlyMap<string, CurrentAnswer>;
  readonly status: KeeperStatus;
  /** By key: why the server rejected an answer. */
  readonly problems: ReadonlyMap<string, string>;
  readonly end: KeeperEnd | null;
}

/** Browser functions used by the keeper. */
export interface KeeperWorld {
  /** Null: nothing is stored, or storage is unavailable. */
  read(): string | null;
  /** Null: deletes it. */
  write(text: string | null): void;
  send(answers: readonly QuizAnswerSent[]): Promise<readonly QuizAnswer[]>;
  /**
   * Tenths of a second since the attempt was started, by the server's clock: of changes in two browsers, the later one
   * wins.
   */
  now(): number;
  /** @returns a function that cancels it. */
  later(work: () => void, ms: number): () => void;
}

type AnswerChange = Partial<Pick<CurrentAnswer, "answer" | "isMarked" | "isChecked">>;

export interface AttemptKeeper {
  snapshot(): KeeperSnapshot;
  subscribe(listener: () => void): () => void;
  change(question: QuestionRef, change: AnswerChange): void;
  /** Merges the server's answers: newer ones, from another browser, replace saved ones. */
  merge(answers: readonly QuizAnswer[]): void;
  /** Sends pending answers now. @returns whether the server has everything. */
  flush(): Promise<boolean>;
  close(): void;
}

export interface QuestionRef {
  readonly id: number;
  readonly itemId: number | null;
  readonly questionType: QuestionType;
}

/** Pause after a change, so that a word is sent once instead of letter by letter. */
const TYPING_PAUSE_MS = 800;
const CHOICE_PAUSE_MS = 100;
const SENT_AT_ONCE = 100;
/** A retry would be rejected again. */
const FINAL_FAILURES: readonly ErrorKind[] = ["invalid", "notFound", "forbidden", "tooLarge"];
const ENDS: readonly string[] = ["submitted", "outOfTime", "otherAttempt"] satisfies KeeperEnd[];

/** Whether the server no longer accepts answers of this attempt. */
export const isAttemptEnd = ({ codes }: AppError): boolean => ENDS.includes(codes[0] ?? "");

export const answerKey = (questionId: number, itemId: number | null): string => `${questionId}:${itemId ?? 0}`;

const EMPTY: Readonly<Record<QuestionType, AnswerValue>> = {
  "short-answer": "",
  "multiple-choice": null,
  "multiple-answer": [],
  matching: [],
  annotation: [],
};

export function isAnswerGiven(answer: AnswerValue | undefined): boolean {
  if (answer === undefined || answer === null) return false;
  return typeof answer === "string" ? answer.trim() !== "" : answer.length > 0;
}

export function currentAnswerOf(answer: QuizAnswer): CurrentAnswer {
  const { questionId, itemId, questionType, isMarked, isChecked, rev, verdict, solution } = answer;
  const value = (answer.answer ?? EMPTY[questionType]) as AnswerValue;
  return { questionId, itemId, questionType, answer: value, isMarked, isChecked, rev, verdict, solution };
}

/** Merges known answers with those saved since. */
export function withSaved(known: readonly QuizAnswer[], saved: readonly QuizAnswer[]): QuizAnswer[] {
  const all = new Map([...known, ...saved].map((one) => [answerKey(one.questionId, one.itemId), one]));
  return [...all.values()];
}

const sentOf = ({
  questionId,
  itemId,
  questionType,
  answer,
  isMarked,
  isChecked,
  rev,
}: CurrentAnswer): QuizAnswerSent =>
  ({ questionId, itemId, questionType, answer, isMarked, isChecked, rev }) as QuizAnswerSent;

export const createAttemptKeeper = (initial: readonly QuizAnswer[], world: KeeperWorld): AttemptKeeper =>
  new Keeper(initial, world);

class Keeper implements AttemptKeeper {
  readonly #world: KeeperWorld;
  readonly #answers: Map<string, CurrentAnswer>;
  readonly #dirty = new Set<string>();
  readonly #problems = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #end: KeeperEnd | null = null;
  #failures = 0;
  #sending: Promise<void> | null = null;
  #cancelTimer = () => {};
  #isClosed = false;
  #shown: KeeperSnapshot;

  constructor(initial: readonly QuizAnswer[], world: KeeperWorld) {
    this.#world = world;
    this.#answers = new Map(
      initial.map((answer) => [answerKey(answer.questionId, answer.itemId), currentAnswerOf(answer)]),
    );
    this.#takeStored();
    this.#shown = this.#takeSnapshot();
  }

  readonly snapshot = (): KeeperSnapshot => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change({ id, itemId, questionType }: QuestionRef, change: AnswerChange): void {
    const key = answerKey(id, itemId);
    const before = this.#answers.get(key);
    const empty = { answer: EMPTY[questionType], isMarked: false, isChecked: false, verdict: null, solution: null };
    const rev = Math.max((before?.rev ?? 0) + 1, Math.floor(this.#world.now()));
    this.#answers.set(key, { ...empty, ...before, ...change, questionId: id, itemId, questionType, rev });
    this.#dirty.add(key);
    this.#problems.delete(key);
    this.#store();
    this.#plan(questionType === "short-answer" && change.isChecked === undefined ? TYPING_PAUSE_MS : CHOICE_PAUSE_MS);
    this.#notify();
  }

  merge(fresh: readonly QuizAnswer[]): void {
    let isChanged = false;
    for (const one of fresh) {
      const key = answerKey(one.questionId, one.itemId);
      if (this.#dirty.has(key) || one.rev <= (this.#answers.get(key)?.rev ?? 0)) continue;
      this.#answers.set(key, currentAnswerOf(one));
      isChanged = true;
    }
    if (isChanged) this.#notify();
  }

  async flush(): Promise<boolean> {
    await this.#sending;
    if (this.#dirty.size > 0) await this.#send();
    return this.#dirty.size === 0 && this.#end === null;
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
  }

  #takeSnapshot(): KeeperSnapshot {
    const status = this.#dirty.size === 0 ? "saved" : this.#failures > 0 ? "waiting" : "saving";
    return { answers: new Map(this.#answers), status, problems: new Map(this.#problems), end: this.#end };
  }

  #notify(): void {
    this.#shown = this.#takeSnapshot();
    for (const listener of this.#listeners) listener();
  }

  #store(): void {
    const waiting = [...this.#dirty].flatMap((key) => this.#answers.get(key) ?? []);
    this.#world.write(waiting.length === 0 ? null : JSON.stringify(waiting.map(sentOf)));
  }

  #plan(ms: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#world.later(() => void this.#send(), ms);
  }

  /** One request at a time, so that answers arrive in order. */
  #send(): Promise<void> {
    this.#cancelTimer();
    if (this.#sending) return this.#sending;
    if (this.#dirty.size === 0 || this.#end !== null || this.#isClosed) return Promise.resolve();
    this.#sending = this.#sendDirty().finally(() => {
      this.#sending = null;
      this.#notify();
    });
    return this.#sending;
  }

  async #sendDirty(): Promise<void> {
    let atOnce = SENT_AT_ONCE;
    while (this.#dirty.size > 0 && this.#end === null) {
      const batch = [...this.#dirty].slice(0, atOnce).flatMap((key) => this.#answers.get(key) ?? []);
      try {
        const saved = await this.#world.send(batch.map(sentOf));
        this.#failures = 0;
        for (const one of batch) this.#settle(one, saved);
      } catch (error) {
        if (!this.#refuse(error, batch)) return;
        // One of several was rejected: each is sent separately, so that the others are saved.
        if (batch.length > 1) atOnce = 1;
      }
      this.#store();
      this.#notify();
    }
  }

  #settle(sent: CurrentAnswer, saved: readonly QuizAnswer[]): void {
    const key = answerKey(sent.questionId, sent.itemId);
    if (this.#answers.get(key)?.rev !== sent.rev) return;
    this.#dirty.delete(key);
    this.#problems.delete(key);
    const stored = saved.find((one) => answerKey(one.questionId, one.itemId) === key);
    if (stored) this.#answers.set(key, currentAnswerOf(stored));
  }

  /** @returns whether to continue immediately. */
  #refuse(error: unknown, batch: readonly CurrentAnswer[]): boolean {
    if (error instanceof AppError && isAttemptEnd(error)) {
      this.#end = error.codes[0] as KeeperEnd;
      return false;
    }
    if (!(error instanceof AppError) || !FINAL_FAILURES.includes(error.kind)) {
      this.#failures += 1;
      this.#plan(backoffMs(this.#failures));
      return false;
    }
    const [only] = batch;
    if (batch.length === 1 && only) {
      const key = answerKey(only.questionId, only.itemId);
      this.#problems.set(key, error.message);
      this.#dirty.delete(key);
    }
    return true;
  }

  #takeStored(): void {
    try {
      const stored = JSON.parse(this.#world.read() ?? "[]") as readonly QuizAnswerSent[];
      for (const one of stored) {
        const key = answerKey(one.questionId, one.itemId);
        if ((one.rev ?? 0) <= (this.#answers.get(key)?.rev ?? 0)) continue;
        this.#answers.set(key, { ...one, rev: one.rev ?? 1, verdict: null, solution: null });
        this.#dirty.add(key);
      }
    } catch {
      // The stored text cannot be parsed: the server's answers are shown.
    }
    if (this.#dirty.size > 0) this.#plan(0);
  }
}
