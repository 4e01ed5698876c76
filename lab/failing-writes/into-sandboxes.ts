/**
 * Loaded into a server before its own code: makes its sandboxes, which do not inherit its environment, fail like the
 * server.
 */
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";
import { CONTROL, FOLDER, LIBRARY } from "./control.ts";

// biome-ignore lint/suspicious/noExplicitAny: a function of any type is wrapped and called unchanged.
type AnyFunction = (...parameters: any[]) => any;

const { [LIBRARY]: library, [CONTROL]: control, [FOLDER]: folder } = process.env;
if (isMainThread && library) {
  const spawn = childProcess.spawn as AnyFunction;
  childProcess.spawn = ((command: string, parameters: string[], options: { env?: NodeJS.ProcessEnv }) => {
    const isSandbox = parameters.includes("--permission");
    const env = { ...options.env, LD_PRELOAD: library, [CONTROL]: control, [FOLDER]: folder };
    return spawn(command, parameters, isSandbox ? { ...options, env } : options);
  }) as typeof childProcess.spawn;
  syncBuiltinESMExports();
}
