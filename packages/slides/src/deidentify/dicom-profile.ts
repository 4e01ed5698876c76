/**
 * Treatment of each element of a DICOM slide: an allowlist, so that unknown elements are removed.
 *
 * According to the Basic Application Level Confidentiality Profile (DICOM PS3.15, annex E, table E.1-1): elements that
 * it removes are not on the list; required ones (types 1 and 2 of the VL Whole Slide Microscopy Image module tables,
 * PS3.3, A.32.8) are emptied or replaced. UIDs are replaced consistently within a set.
 */

/** `uid`: a new UID; `empty`: present without a value; a text: the replacement. */
export type ElementFate = "keep" | "drop" | "empty" | "uid" | { readonly text: string };

const NO_DATE = { text: "19000101" };
const NO_TIME = { text: "000000" };
const NO_DATE_TIME = { text: "19000101000000" };
const REMOVED = { text: "REMOVED" };

/** Groups that concern only pixels and optics: all their elements are kept, except those below. */
const KEPT_GROUPS: ReadonlySet<number> = new Set([0x0022, 0x0028, 0x0048, 0x5200]);

const KEPT: readonly number[] = [
  ...[0x00020001, 0x00020002, 0x00020010, 0x00020012],
  ...[0x00080005, 0x00080008, 0x00080016, 0x00080060, 0x00080070, 0x00080100, 0x00080102, 0x00080103, 0x00080104],
  ...[0x00080105, 0x00080106, 0x00080119, 0x00080120, 0x00081090, 0x00081115, 0x00081140, 0x0008114a, 0x00081150],
  ...[0x00082218, 0x00082220, 0x00082228, 0x00082229, 0x00082230, 0x00089007, 0x00089206, 0x00089207, 0x00089215],
  ...[0x00180050, 0x00180088, 0x00181020, 0x00189004],
  ...[0x00200011, 0x00200013, 0x00201040, 0x00209056, 0x00209057, 0x00209111, 0x00209157, 0x00209162, 0x00209163],
  ...[0x00209165, 0x00209167, 0x00209213, 0x00209221, 0x00209222, 0x00209228, 0x00209311],
  ...[0x00400518, 0x00400520, 0x00400555, 0x00400560, 0x0040059a, 0x00400610, 0x00400612, 0x004008ea, 0x0040071a],
  ...[0x0040072a, 0x0040073a, 0x0040074a, 0x0040a040, 0x0040a043, 0x0040a168, 0x0040a300, 0x0040a30a],
  ...[0x20500020, 0x7fe00001, 0x7fe00002, 0x7fe00003],
];

const UIDS: readonly number[] = [
  ...[0x00020003, 0x00080018, 0x00080019, 0x00081155, 0x0020000d, 0x0020000e, 0x00200052, 0x00209161, 0x00209164],
  ...[0x00400554, 0x00280304],
];

const EMPTIED: readonly number[] = [
  ...[0x00080020, 0x00080030, 0x00080050, 0x00080090, 0x00100010, 0x00100020, 0x00100030, 0x00100040, 0x00200010],
  ...[0x00400513, 0x00400562, 0x22000002, 0x22000005],
];

const REPLACED: readonly (readonly [number, ElementFate])[] = [
  [0x00080023, NO_DATE],
  [0x00080033, NO_TIME],
  [0x0008002a, NO_DATE_TIME],
  [0x00181000, REMOVED],
  [0x00400512, REMOVED],
  [0x00400551, REMOVED],
];

/** Free-text descriptions in the kept groups. */
const DROPPED: readonly number[] = [0x00280303];

const FATES: ReadonlyMap<number, ElementFate> = new Map<number, ElementFate>([
  ...KEPT.map((tag) => [tag, "keep"] as const),
  ...UIDS.map((tag) => [tag, "uid"] as const),
  ...EMPTIED.map((tag) => [tag, "empty"] as const),
  ...DROPPED.map((tag) => [tag, "drop"] as const),
  ...REPLACED,
]);

export function fateOf(tag: number): ElementFate {
  return FATES.get(tag) ?? (KEPT_GROUPS.has(tag >>> 16) ? "keep" : "drop");
}

/** Items of a preparation: coded stains are kept; identifiers and free text are removed. */
export const STEP_CONTENT_TAG = 0x00400612;
export const CODED_VALUE_TAGS: ReadonlySet<number> = new Set([0x0040a168, 0x0040a300, 0x0040a30a]);

/** Replacement for removed values. */
export const STAND_INS: readonly string[] = [NO_DATE, NO_TIME, NO_DATE_TIME, REMOVED].map(({ text }) => text);

/** Added to every cleaned file. Source: PS3.3, C.7.1.1 (Patient Identity Removed, De-identification Method). */
export const IDENTITY_REMOVED = { tag: 0x00120062, vr: "CS", text: "YES" } as const;
export const METHOD = {
  tag: 0x00120063,
  vr: "LO",
  text: "Parfocal: allow-list after PS3.15 Basic Profile",
} as const;
