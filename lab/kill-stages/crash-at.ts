/**
 * Loaded into a server before its own code (`node --import`): kills it, like a power failure, at a given operation. The
 * server's code is unchanged: only its calls to the file system, to PostgreSQL and to child processes are observed.
 */
import childProcess, { type ChildProcess } from "node:child_process";
import fs from "node:fs";
import fsPromises, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";
import pg from "pg";
import { CRASH_POINT_FILE, CRASH_POINT_SIGNAL, type CrashPoint, readCrashPoint, TRACE_FILE } from "./crash-point.ts";

// biome-ignore lint/suspicious/noExplicitAny: functions of any type are wrapped and called unchanged.
type AnyFunction = (...parameters: any[]) => any;

const { [CRASH_POINT_FILE]: pointPath, [TRACE_FILE]: tracePath, PARFOCAL_DATA: dataFolder = "" } = process.env;
let point: CrashPoint | null = null;
let seen = 0;

/** Does not return at the crash point. */
function pass(operation: string, when: "before" | "after"): void {
  if (tracePath) fs.appendFileSync(tracePath, `${when} ${operation}\n`);
  if (point === null || when !== point.when || !point.operation.test(operation)) return;
  seen += 1;
  if (seen === point.nth) process.kill(process.pid, "SIGKILL");
}

const shorten = (path: unknown) => String(path).replace(`${dataFolder}/`, "");

function wrap(holder: object, name: string, operationOf: (self: object, parameters: unknown[]) => string): void {
  const functions = holder as Record<string, AnyFunction>;
  const original = functions[name] as AnyFunction;
  functions[name] = async function (this: object, ...parameters: unknown[]) {
    const operation = operationOf(this, parameters);
    pass(operation, "before");
    const result: unknown = await original.apply(this, parameters);
    pass(operation, "after");
    return result;
  };
}

async function watchFiles(): Promise<void> {
  const paths = new WeakMap<object, string>();
  const { open } = fsPromises;
  const handles = await prototypeOfHandles();
  fsPromises.open = async (path, ...more) => {
    const handle = await open(path, ...more);
    paths.set(handle, shorten(path));
    return handle;
  };
  for (const name of ["mkdir", "rm"]) wrap(fsPromises, name, (_, [path]) => `${name} ${shorten(path)}`);
  for (const name of ["link", "rename", "symlink"])
    wrap(fsPromises, name, (_, [from, to]) => `${name} ${shorten(from)} > ${shorten(to)}`);
  for (const name of ["write", "datasync", "sync", "truncate"])
    wrap(handles, name, (handle) => `${name} ${paths.get(handle)}`);
  const { createReadStream } = fs;
  fs.createReadStream = ((path: string, options: object) => {
    const stream = createReadStream(path, options);
    const { push } = stream;
    stream.push = (piece: unknown) => {
      pass(`read ${shorten(path)}`, "before");
      return push.call(stream, piece);
    };
    return stream;
  }) as typeof createReadStream;
}

async function prototypeOfHandles(): Promise<object> {
  const handle: FileHandle = await fsPromises.open(import.meta.filename);
  await handle.close();
  return Object.getPrototypeOf(handle) as object;
}

/** Sent on its own, or together with the selection of the site. */
const BEGINS = /^begin(?:;|$)/;

/** A commit is represented by the statements of its transaction that changed a row. */
function watchDatabase(): void {
  const changes = new WeakMap<object, string[]>();
  const client = pg.Client.prototype as unknown as Record<"query", AnyFunction>;
  const { query } = client;
  client.query = function (this: object, ...parameters: unknown[]) {
    const [first] = parameters;
    const text = typeof first === "string" ? first : String((first as { text?: unknown } | undefined)?.text ?? "");
    const isCommit = text === "commit";
    const operation = `commit ${(changes.get(this) ?? []).join("; ")}`;
    if (isCommit) pass(operation, "before");
    const answer: unknown = query.apply(this, parameters);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: { rowCount: number | null }) => {
      if (BEGINS.test(text)) changes.set(this, []);
      else if (/^(insert|update|delete)/.test(text) && (result.rowCount ?? 0) > 0) changes.get(this)?.push(text);
      if (isCommit) pass(operation, "after");
      return result;
    });
  };
}

/** Ends in `convert/repack-child.ts`, or in `convert.repack-child.js` where the slide reader is bundled. */
const CHILD_SCRIPT = /([\w-]+)[/.]([\w-]+-child)\.[tj]s$/;

/** @returns `folder/name-child` for a script of a child. */
function childNameOf(word: string): string | null {
  const [, folder, name] = CHILD_SCRIPT.exec(word) ?? [];
  if (name !== undefined) return `${folder}/${name}`;
  return word === "openslideload" ? "vips" : null;
}

/** Children by the name of their script or program, with their output and messages. */
function watchProcesses(): void {
  const spawn = childProcess.spawn as AnyFunction;
  childProcess.spawn = ((command: string, parameters: string[], options: object) => {
    const name = parameters.flatMap((word) => childNameOf(word) ?? [])[0] ?? command;
    pass(`start ${name}`, "before");
    const child = spawn(command, parameters, options) as ChildProcess;
    pass(`start ${name}`, "after");
    child.on("message", (message: { kind: string; done?: number }) =>
      pass(`hear ${name} ${message.kind} ${message.done?.toFixed(2) ?? ""}`, "before"),
    );
    return child;
  }) as typeof childProcess.spawn;
}

function watchForPoint(path: string): void {
  process.on(CRASH_POINT_SIGNAL, () => {
    point = readCrashPoint(fs.readFileSync(path, "utf8"));
    fs.rmSync(path);
  });
}

if (isMainThread && pointPath) {
  watchForPoint(pointPath);
  await watchFiles();
  watchDatabase();
  watchProcesses();
  syncBuiltinESMExports();
}
