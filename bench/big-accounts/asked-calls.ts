/** The measured calls: every call that reads, from the API description. */
import type { BigSite } from "./fill-big-site.ts";

export interface Asked {
  readonly method: "GET" | "POST";
  /** As in the description, with parameters in braces. */
  readonly call: string;
  readonly path: string;
  readonly body?: object;
}

/** Concern a single item or file: the response contains no list that grows with the site. */
const OF_ONE_THING = [
  /^\/health$/,
  /^\/session$/,
  /^\/user(\/roles\/?)?$/,
  /^\/(tiles|deepzoom|iiif\/3)\//,
  /^\/(site\/\{site\}\/logo|user\/picture|single-sign-on)\//,
  /^\/v2\/(user\/\{id\}\/data|structure\/copy|cellAnalysis\/\{|quizTimer|lti\/(site|choices)\/|host\/post\/)/,
  // Reads from a learning platform.
  /^\/v2\/course\/\{id\}\/platformCourses\/\{/,
  /^\/(v2\/)?(textbook|staticpages|radiology|embed|document|media|attachment|upload|share|case|quiz|enrollmentForm)\/(.*\/)?\{/,
];
/** Exports of a user's content: `annotation-calls.ts` measures the first. */
const FILES = ["/v2/annotation/item/{itemId}/export", "/user/data.zip"];

/** Values of the path parameters, by the start of the path. */
function paramsOf(
  site: BigSite,
): readonly (readonly [path: string, params: Readonly<Record<string, string | number>>])[] {
  return [
    ["/v2/annotation/item/", { itemId: site.slideId }],
    ["/v2/annotation/{id}/", { id: site.annotationId }],
    ["/v2/cellAnalysis/item/", { itemId: site.slideId }],
    ["/v2/userGroup/{id}/entries", { id: site.userGroupId }],
    ["/v2/assignment/invites/", { id: site.userGroupId }],
    ["/v2/customField/item/", { itemId: site.slideId, type: "image" }],
    ["/v2/customField/type/", { type: "image" }],
    ["/v2/customField/{id}", { id: site.fieldId }],
    ["/v2/assignment/resource/", { resourceId: site.wideFolderId }],
    ["/v2/assignment/{id}", { id: site.userGroupId }],
    ["/v2/userGroup/user/", { userId: site.learnerId }],
    ["/v2/note/image/", { id: site.slideId, gid: site.workGroupId }],
    ["/v2/workgroups/", { id: site.workGroupId }],
    ["/v2/folder/", { id: site.wideFolderId }],
    ["/v2/course/", { id: site.courseId }],
    ["/v2/image/", { id: site.slideId }],
    ["/image/related/", { id: site.slideId }],
    ["/iiif/presentation/", { kind: "folder", id: site.wideFolderId }],
    ["/v2/box/", { id: site.slideId, type: "image" }],
  ];
}

const QUERIES: Readonly<Record<string, string>> = {
  "/v2/search": "query=kidney",
  "/v2/assignment/search": "q=group",
  "/v2/upload/known": `sha256=${"0".repeat(64)}`,
};

export const POSTED = ({ slideId }: BigSite): readonly Asked[] => [
  { method: "POST", call: "/user/search/", path: "/user/search/", body: { q: "person" } },
  { method: "POST", call: "/v2/image/search", path: "/v2/image/search", body: {} },
  { method: "POST", call: "/v2/attachment/search", path: "/v2/attachment/search", body: {} },
  { method: "POST", call: "/v2/document/search", path: "/v2/document/search", body: { q: "" } },
  { method: "POST", call: "/v2/quiz/question/search", path: "/v2/quiz/question/search", body: {} },
  {
    method: "POST",
    call: "/v2/annotation/slide/{id}/",
    path: `/v2/annotation/slide/${slideId}/`,
    body: { query: "all", resolution: 32 },
  },
];

/** @throws Error that explains what to add, for a call that is not known here. */
export function askFor(call: string, site: BigSite): Asked | null {
  if (FILES.includes(call) || OF_ONE_THING.some((pattern) => pattern.test(call))) return null;
  if (call === "/v2/assignment/why")
    return { method: "GET", call, path: `${call}?userId=${site.learnerId}&resourceId=${site.wideFolderId}` };
  const params = paramsOf(site).find(([path]) => call.startsWith(path))?.[1] ?? {};
  const filled = call.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined)
      throw new Error(`${call}: say in paramsOf what replaces {${name}}, or in OF_ONE_THING why it is not asked.`);
    return String(value);
  });
  return { method: "GET", call, path: QUERIES[call] ? `${filled}?${QUERIES[call]}` : filled };
}
