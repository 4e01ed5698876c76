/** Every stage of an upload and of each type of processing, as a crash point. */
import { existsSync } from "node:fs";
import type { CrashPoint } from "./crash-point.ts";
import type { SampleName } from "./samples.ts";

export interface Stage {
  readonly name: string;
  readonly sample: SampleName;
  readonly at: CrashPoint;
  /** Orphans that may exist until the janitor deletes them after a day: a file in `uploads`, a folder in `slides`. */
  readonly leaves?: "upload" | "folder";
}

const before = (operation: RegExp, nth = 1): CrashPoint => ({ when: "before", operation, nth });
const after = (operation: RegExp, nth = 1): CrashPoint => ({ when: "after", operation, nth });

const ANNOUNCED = /^commit .*insert into "upload" /;
const CHUNK = /^commit .*insert into "upload_chunk"/;
const FINISHED = /^commit .*update "upload" .*insert into "job"/;
const TAKEN = /^commit .*update "job" .*attempts \+ 1/;
const ADOPTED = /^commit .*insert into "image"/;
const ENDED = /^commit .*update "job" .*"finished_at"/;
const DESCRIBED = /^commit .*update "slide_file" .*"width"/;

const CLEANED = /^rename slides\/.*\.part > slides\/.*\/original$/;

const of = (sample: SampleName, table: readonly (readonly [string, CrashPoint, Stage["leaves"]?])[]): Stage[] =>
  table.map(([name, at, leaves]) => ({ name, sample, at, ...(leaves ? { leaves } : {}) }));

const upload = of("svs", [
  ["announced, its file not yet made", before(/^truncate uploads\//), "upload"],
  ["announced, its row not yet committed", before(ANNOUNCED), "upload"],
  ["announced, not yet answered", after(ANNOUNCED)],
  ["chunk come, not yet written", before(/^write uploads\//, 2)],
  ["chunk written, not yet synced", before(/^datasync uploads\//, 2)],
  ["chunk synced, its row not yet committed", after(/^datasync uploads\//, 2)],
  ["chunk committed, not yet answered", after(CHUNK, 2)],
  ["last chunk committed, not yet answered", after(CHUNK, 3)],
  ["finish said, not yet committed", before(FINISHED)],
  ["finish committed, not yet answered", after(FINISHED)],
  ["check taken", after(TAKEN)],
  ["while it is hashed", before(/^read uploads\//, 4)],
  ["looking at it begins", after(/^start probe\/probe-child/)],
  ["while it is looked at", before(/^hear probe\/probe-child started/)],
  ["looked at, nothing made of that yet", before(/^hear probe\/probe-child done/)],
  ["its folder made", after(/^mkdir slides\/1\/\d/), "folder"],
  ["linked into its place", after(/^link uploads\//), "folder"],
  ["its rows written, not yet committed", before(ADOPTED), "folder"],
  ["its rows committed, the sent file still there", after(ADOPTED)],
  ["the sent file removed, the check not yet done", after(/^rm uploads\//)],
  ["the check about to be done", before(ENDED)],
  ["the check done", after(ENDED)],
]);

/** @throws Error if a child's script has been renamed: its crash points would never be reached. */
function checkChild(name: string): void {
  const file = new URL(`../../packages/slides/src/${name}.ts`, import.meta.url);
  if (!existsSync(file)) throw new Error(`There is no packages/slides/src/${name}.ts.`);
}

/**
 * @param child process that does the work.
 * @param target its result.
 */
const conversion = (sample: SampleName, child: string, target = "pyramid.tif"): Stage[] => {
  checkChild(child);
  const moved = new RegExp(`^rename slides/.*\\.part > slides/.*/${target}$`);
  // The rows of a slide that is already viewable were written once before.
  const nth = target === "pyramid.tif" ? 1 : 2;
  return of(sample, [
    ["job taken", after(TAKEN, 2)],
    ["work begins", after(new RegExp(`^start ${child}`))],
    ["at work", before(new RegExp(`^hear ${child} started`))],
    ["half-way", before(new RegExp(`^hear ${child} progress (0\\.[3-9]|1)`))],
    ["written by the child, not yet known", before(new RegExp(`^hear ${child} done`))],
    ["synced, not yet in its place", before(moved)],
    ["in its place, not yet described", after(moved)],
    ["described, not yet committed", before(DESCRIBED, nth)],
    ["ready, the job not yet done", after(DESCRIBED, nth)],
    ["the job about to be done", before(ENDED, 2)],
  ]);
};

export const STAGES: readonly Stage[] = [
  ...upload,
  ...conversion("strips", "convert/convert-plain-image-child"),
  ...conversion("oneLevel", "convert/complete-levels-child", "levels.tif"),
  ...conversion("zip", "convert/repack-child"),
  ...of("zip", [["taken out, not yet named", before(/^rename slides\/.*\.taken-out > /)]]),
  ...conversion("zippedPicture", "convert/convert-plain-image-child").filter(({ name }) => /half|written/.test(name)),
  ...conversion("channels", "convert/convert-planes-child"),
  ...conversion("mirax", "convert/unpack-child").filter(({ name }) => /begins|half|written/.test(name)),
  ...of("mirax", [
    ["the other program at work", after(/^start vips/)],
    ["made by the other program, not yet looked at", before(/^start probe\/probe-child/, 3)],
    ["looked at, not yet named", before(/^rename slides\/.*\.foreign\/work\/slide\.tif > /)],
  ]),
  ...of("private", [
    ["removal of patient data ordered, not yet answered", after(/^commit .*update "item" .*insert into "job"/)],
    ["its job taken", after(TAKEN, 2)],
    ["a clean copy is written", before(/^hear deidentify\/deidentify-child started/)],
    ["the clean copy written", before(/^hear deidentify\/deidentify-child done/)],
    ["the clean copy not yet in its place", before(CLEANED)],
    ["the clean copy in its place, not yet described", after(CLEANED)],
    ["the clean copy described, not yet committed", before(DESCRIBED, 2)],
    ["the clean copy described, its job not yet done", after(DESCRIBED, 2)],
  ]),
];
