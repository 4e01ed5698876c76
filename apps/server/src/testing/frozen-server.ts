/**
 * A second server on the database and the files of a test server, which freezes at a step of its job: before one of the
 * handler's transactions, or before it stores a file or sends a mail. It then sends no more heartbeats, like a frozen
 * or disconnected machine.
 */
import type { Database } from "#platform/db/database.ts";
import { createJobQueue, type JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { allJobHandlers, OWN_LANES } from "../job-handlers.ts";

interface Gate {
  readonly reached: Promise<void>;
  pass(): Promise<void>;
  open(): void;
}

/** @param step number of the pass, from 0, that waits until the gate is opened. */
function gateAt(step: number): Gate {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let passes = 0;
  return {
    reached: reached.promise,
    open: () => opened.resolve(),
    async pass() {
      if (passes++ !== step) return;
      reached.resolve();
      await opened.promise;
    },
  };
}

/** @param pass resolves when a transaction may begin. */
const withPass = (database: Database, pass: () => Promise<void>): Database =>
  new Proxy(database, {
    get(target, key) {
      if (key === "transaction")
        return () => ({
          execute: async (work: Parameters<ReturnType<Database["transaction"]>["execute"]>[0]) => {
            await pass();
            return target.transaction().execute(work);
          },
        });
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

interface FrozenServer {
  /**
   * Continues without learning that it has lost its job. Resolves with the handler's error when the handler has ended.
   */
  thaw(): Promise<unknown>;
  stop(): Promise<void>;
}

interface FreezeOptions {
  readonly step: number;
  /** Parts that its platform replaces. */
  readonly parts?: Partial<Platform>;
}

/** Takes the queued jobs. @returns null if a handler ended before it reached this step. */
export async function freezeAt(platform: Platform, { step, parts }: FreezeOptions): Promise<FrozenServer | null> {
  const gate = gateAt(step);
  let isFrozen = false;
  const heardAgain = Promise.withResolvers<void>();
  const database = withPass(platform.database, gate.pass);
  const own = { ...platform, ...parts };
  const { files, mail } = own;
  const queue = createJobQueue({
    database: withPass(platform.database, async () => {
      if (isFrozen) await heardAgain.promise;
    }),
    log: platform.log,
    isAlone: false,
  });
  const handlers = allJobHandlers({
    ...own,
    database,
    files: { ...files, keep: (...of) => gate.pass().then(() => files.keep(...of)) },
    mail: { ...mail, send: (of) => gate.pass().then(() => mail.send(of)) },
  });
  const ended = Promise.withResolvers<unknown>();
  const watched = Object.entries(handlers).map(([kind, handler]): [string, JobHandler] => [
    kind,
    async (context) => {
      try {
        await handler(context);
        ended.resolve(null);
      } catch (error) {
        ended.resolve(error);
        throw error;
      }
    },
  ]);
  await queue.start(Object.fromEntries(watched), OWN_LANES);
  const stop = async () => {
    heardAgain.resolve();
    await queue.stop();
  };
  const isReached = await Promise.race([gate.reached.then(() => true), ended.promise.then(() => false)]);
  if (!isReached) {
    await stop();
    return null;
  }
  isFrozen = true;
  return {
    thaw() {
      gate.open();
      return ended.promise;
    },
    stop,
  };
}
