/**
 * The first API calls of each screen. The responses are sent with the page, so that it makes no calls after loading.
 */
import type { Case } from "@parfocal/core/case/case.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type PathStep, parseScreenPath } from "@parfocal/core/item/public-path.ts";
import type { SharedItem } from "@parfocal/core/share/share.contract.ts";
import { parseSharedPath, type SharedPlace } from "@parfocal/core/share/share-path.ts";
import { SHARE_TYPES } from "@parfocal/core/share/share-types.ts";

/** Paths below `/api`, spelled as on the pages (`web/platform/call.ts`), which use them to find the responses. */
export interface FirstCall {
  readonly path: string;
  /** Calls that depend on the response. */
  readonly next?: (answer: unknown) => readonly FirstCall[];
}

const CASE_SLIDES_MAX = 4;

const inParent = (path: string, parent: PathStep | undefined): string =>
  parent ? `${path}?parent=${parent.id}` : path;

const previewed = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}preview=true`;

type CallsOfKind = (id: number, parent: PathStep | undefined, isPreview: boolean) => readonly FirstCall[];

const CALLS_OF_KIND: Partial<Record<ItemKind, CallsOfKind>> = {
  course: (id) => [{ path: `/v2/course/${id}` }],
  folder: (id) => [{ path: `/v2/folder/${id}` }],
  quiz(id, parent, isPreview) {
    const path = inParent(`/v2/quiz/${id}`, parent);
    return [{ path: isPreview ? previewed(path) : path }];
  },
  image: (id, parent) => [{ path: inParent(`/v2/image/${id}`, parent) }],
  case: (id, parent) => [{ path: inParent(`/v2/case/${id}`, parent), next: (answer) => slidesOfCase(id, answer) }],
};

function slidesOfCase(caseId: number, answer: unknown): readonly FirstCall[] {
  const { items } = answer as Case;
  return items.slice(0, CASE_SLIDES_MAX).map(({ id }) => ({ path: `/v2/image/${id}?parent=${caseId}` }));
}

/** For the page of a share link: the link, and its content. */
function callsOfLink({ token, steps }: SharedPlace): readonly FirstCall[] {
  const root = (answer: unknown): PathStep => {
    const { shareType, itemId } = answer as SharedItem;
    return { kind: SHARE_TYPES[shareType], id: itemId };
  };
  const shown = (answer: unknown): readonly FirstCall[] => {
    const [step, parent] = steps.length === 0 ? [root(answer), null] : [steps.at(-1), steps.at(-2) ?? root(answer)];
    if (!step) return [];
    const query = new URLSearchParams({ ...(parent && { parent: String(parent.id) }), share: token });
    if (step.kind === "image") return [{ path: `/v2/image/${step.id}?${query}` }];
    if (step.kind === "case") return [{ path: `/v2/case/${step.id}?${query}` }];
    if (step.kind !== "folder" && step.kind !== "course") return [];
    const items = new URLSearchParams({ ...(parent && { parent: String(step.id) }), page: "1" });
    return [{ path: `/v2/share/${token}/items?${items}` }];
  };
  return [{ path: `/v2/share/${token}`, next: shown }];
}

/** @param url of the page, from its first slash. */
export function firstCallsOf(url: string, isSignedIn: boolean): readonly FirstCall[] {
  const { pathname, searchParams } = new URL(url, "http://page.invalid");
  const session: FirstCall = { path: "/session" };
  // Calls of every page, except that an embedded page shows no announcements.
  const always = searchParams.get("embed") === "1" ? [session] : [session, { path: "/announcement" }];
  const place = parseScreenPath(pathname);
  if (place) {
    const [step, parent] = [place.steps.at(-1), place.steps.at(-2)];
    if (step) return [...always, ...(CALLS_OF_KIND[step.kind]?.(step.id, parent, place.isPreview) ?? [])];
    return [...always, { path: "/v2/course/" }, ...(isSignedIn ? [{ path: "/v2/item/overview" }] : [])];
  }
  const shared = parseSharedPath(pathname);
  if (shared) return [session, ...callsOfLink(shared)];
  const [, word, section] = pathname.split("/").filter((part) => part !== "");
  if (word === "manage" && section === undefined && isSignedIn) return [...always, { path: "/v2/structure/tree" }];
  if (word === "account" && isSignedIn) return [...always, { path: "/user/profile" }];
  if (word === "links" && isSignedIn) return [...always, { path: "/v2/share?scope=mine&q=&page=1" }];
  if (word === "to-review" && isSignedIn) return [...always, { path: "/v2/annotation/review?page=1" }];
  if (word === "work-groups" && isSignedIn) return [...always, { path: "/v2/workgroups" }];
  const query = searchParams.get("q")?.trim();
  if (word === "search" && query && searchParams.size === 1)
    return [...always, { path: `/v2/search?${new URLSearchParams({ query, page: "1" })}` }];
  return always;
}
