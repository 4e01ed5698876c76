/**
 * Who may change objects of others: the rights matrix's rules for a role, narrowed to people who have the role and are
 * not related to the object. Tested by `writing-matrix.test.ts`.
 */
import { type Role, roleHas } from "@parfocal/core/access/capabilities.ts";
import type { Call } from "@parfocal/core/call.contract.ts";
import { buildAnnotation, buildDeletedAnnotation, SQUARE_WKT } from "./build-annotation.ts";
import { buildEnrollmentForm } from "./build-enrollment.ts";
import { buildNote } from "./build-note.ts";
import { buildShare } from "./build-share.ts";
import type { TestUser } from "./build-user.ts";
import { buildUserGroup } from "./build-user-group.ts";
import { buildWorkGroup } from "./build-work-group.ts";
import { formBody } from "./form-body.ts";
import type { MatrixWorld } from "./matrix-world.ts";
import { ACTORS, type MatrixRequest } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";

const EVERYBODY: readonly Role[] = ["learner", "expert", "teacher", "administrator"];

/** Administrators manage these objects of others. */
const MEMBERS_ALONE: readonly Role[] = ["learner", "expert", "teacher"];

/** The objects of these calls belong to a person: in the rights matrix the permitted role is that person. */
const OF_A_PERSON: Readonly<Record<string, readonly Role[]>> = {
  "PUT /v2/annotationComment/{id}": EVERYBODY,
  "DELETE /v2/annotationComment/{id}": EVERYBODY,
  "POST /v2/annotationComment/{id}/restore": EVERYBODY,
  "PUT /v2/note/{id}": EVERYBODY,
  "DELETE /v2/note/{id}": EVERYBODY,
  "POST /v2/note/{id}/restore": EVERYBODY,
  "PUT /v2/cellAnalysis/{id}": EVERYBODY,
  "PUT /v2/cellAnalysis/{id}/corrections": EVERYBODY,
  "PUT /v2/cellAnalysis/{id}/countFirst": EVERYBODY,
  "POST /v2/cellAnalysis/{id}/cancel": EVERYBODY,
  "DELETE /v2/cellAnalysis/{id}": EVERYBODY,
  "POST /v2/cellAnalysis/{id}/restore": EVERYBODY,
  "PUT /v2/textbook/{id}/note/{noteId}": EVERYBODY,
  "DELETE /v2/textbook/{id}/note/{noteId}": EVERYBODY,
  "POST /v2/textbook/{id}/note/{noteId}/restore": EVERYBODY,
  "POST /v2/workgroups/add": MEMBERS_ALONE,
  "PUT /v2/workgroups/{id}": MEMBERS_ALONE,
  "DELETE /v2/workgroups/{id}": MEMBERS_ALONE,
  "POST /v2/workgroups/{id}/restore": MEMBERS_ALONE,
  "DELETE /v2/workgroups/{id}/kick/{userId}": MEMBERS_ALONE,
  "PUT /v2/upload/{id}/chunk/{number}": EVERYBODY,
  "POST /v2/upload/{id}/finish": EVERYBODY,
  "POST /v2/upload/{id}/known": EVERYBODY,
  "DELETE /v2/upload/{id}": EVERYBODY,
  "PUT /radiology/{id}/chunks/{number}": EVERYBODY,
  "POST /radiology": EVERYBODY,
  "DELETE /radiology/{id}": EVERYBODY,
  // The membership of the joining user.
  "PUT /v2/assignment/addToGroupByCode": ["learner", "expert", "teacher"],
  // A teacher cannot add members to another teacher's user group.
  "POST /v2/enrollmentForm/": ["learner", "expert", "teacher"],
  "DELETE /v2/enrollmentForm/{id}/registrations/{userId}": ["learner", "expert", "teacher"],
};

/** They refer to no existing object: they write only the caller's own data. */
const NAMES_NOTHING = [
  "POST /v2/workgroups/",
  "POST /v2/userGroup",
  "POST /session/passwordReset",
  "PUT /user/profile",
  "PUT /user/picture",
  "DELETE /user/picture",
  "DELETE /user/sessions",
];

/**
 * They require a password, a token of the user, a link in a mail or a voucher's code instead of, or in addition to, a
 * role: tested by `session.routes.test.ts`, the tests of `account`, `voucher.routes.test.ts`,
 * `registration.routes.test.ts`, `host-media.routes.test.ts` and `lti-launch.routes.test.ts`.
 */
export const WITH_A_SECRET = [
  "POST /v2/host/events",
  "POST /v2/media/fromHost",
  "POST /v2/lti/site/{site}/login",
  "POST /v2/lti/site/{site}/launch",
  "POST /session",
  "DELETE /session",
  "PUT /user/password",
  "POST /session/passwordReset",
  "PUT /session/passwordReset",
  "PUT /session/email",
  "POST /user/email",
  "POST /user/secondFactor",
  "PUT /user/secondFactor",
  "PUT /user/secondFactor/off",
  "POST /user/passkeys/begin",
  "POST /user/passkeys",
  "DELETE /user/passkeys/{id}",
  "POST /session/passkey/begin",
  "POST /session/passkey",
  "POST /user/deletion",
  "DELETE /user/sessions/{id}",
  "POST /register",
  "POST /session/registration",
  "PUT /session/registration",
  "POST /v2/share/{token}/opened",
];

export type Place = "open" | "closed";

/**
 * Whether someone with the role, who neither created nor shares the object in the request of the rights matrix, may
 * make the call.
 */
export function mayWrite(call: Call, role: Role, place: Place): boolean {
  const key = `${call.method} ${call.path}`;
  if (!isAdmitted(call, role) || OF_A_PERSON[key]?.includes(role)) return false;
  if (place === "closed" && !roleHas(role, "manageContent") && !NAMES_NOTHING.includes(key)) return false;
  const status = RIGHTS_MATRIX[key]?.statuses[ACTORS.indexOf(role)] ?? 0;
  // 409: returned only to people with permission, as the reason why it is not possible now.
  return status < 300 || status === 409;
}

/** Whether the policy admits the role. */
export function isAdmitted({ policy }: Call, role: Role): boolean {
  if (policy === "anyone" || policy === "signedIn" || policy === "seesSite") return true;
  return roleHas(role, policy);
}

interface OthersItem {
  /** Method and path of the call. */
  readonly key: string;
  readonly what: string;
  readonly request: (world: MatrixWorld) => Promise<MatrixRequest>;
  /** Roles that the call admits but this object does not. */
  readonly rejected: readonly Role[];
  /** Person with permission: at the end the same request is sent by this person. */
  readonly may: (world: MatrixWorld) => TestUser;
  /** Expected status for that person; omitted: success. */
  readonly answered?: number;
}

const learnerOf = ({ users }: MatrixWorld) => users.learner;
const expertOf = ({ users }: MatrixWorld) => users.expert;
const teacherOf = ({ users }: MatrixWorld) => users.teacher;

const freshGroup = ({ site, users }: MatrixWorld) =>
  buildWorkGroup(site, { owner: users.expert, members: [users.learner] });
const freshGroupNote = async (world: MatrixWorld, isDeleted = false) =>
  buildNote(world.site, {
    slide: world.slide,
    author: world.users.learner,
    workGroupId: await freshGroup(world),
    isDeleted,
  });
const studentAnnotation = ({ site, slide, users }: MatrixWorld) => ({ site, input: { slide, author: users.learner } });
const freshGroupAnnotation = async (world: MatrixWorld) => {
  const { site, input } = studentAnnotation(world);
  return buildAnnotation(site, { ...input, workGroupId: await freshGroup(world) });
};

const BY_ID: Readonly<Record<string, (world: MatrixWorld) => Promise<number>>> = {
  "a learner's annotation": (world) => {
    const { site, input } = studentAnnotation(world);
    return buildAnnotation(site, input);
  },
  "an annotation of a work group": freshGroupAnnotation,
};

const BODIES: Readonly<Record<string, object>> = {
  "PUT /v2/annotation/{id}": { title: "Changed" },
  "PUT /v2/annotation/{id}/decline": { comment: "Look again." },
};

function annotationRows(
  keys: readonly string[],
  what: string,
  row: Pick<OthersItem, "rejected" | "may" | "answered">,
): OthersItem[] {
  return keys.map((key) => ({
    key,
    what,
    request: async (world) => {
      const body = BODIES[key];
      const id = (await BY_ID[what]?.(world)) ?? 0;
      const params: MatrixRequest["params"] = key.includes("{version}") ? { id, version: 1 } : { id };
      return { params, ...(body ? { body } : {}) };
    },
    ...row,
  }));
}

const EDITS = ["PUT /v2/annotation/{id}", "POST /v2/annotation/{id}/versions/{version}/restore"];

/** In addition to the objects in the rights matrix: other people's objects that the same calls can refer to. */
export const OTHERS_ITEMS: readonly OthersItem[] = [
  ...annotationRows(EDITS, "a learner's annotation", { rejected: EVERYBODY, may: learnerOf }),
  ...annotationRows(["DELETE /v2/annotation/{id}"], "a learner's annotation", {
    rejected: ["learner", "expert"],
    may: teacherOf,
  }),
  ...annotationRows([...EDITS, "DELETE /v2/annotation/{id}"], "an annotation of a work group", {
    rejected: EVERYBODY,
    may: learnerOf,
  }),
  // Rejected for its members too, with another status: annotations in a work group are not submitted for review.
  ...annotationRows(
    ["PUT /v2/annotation/{id}/convert", "PUT /v2/annotation/{id}/publish", "PUT /v2/annotation/{id}/decline"],
    "an annotation of a work group",
    { rejected: EVERYBODY, may: expertOf, answered: 409 },
  ),
  {
    key: "PUT /v2/annotation/{id}/reopen",
    what: "an annotation of a work group",
    request: async (world) => ({ params: { id: await freshGroupAnnotation(world) } }),
    rejected: EVERYBODY,
    may: expertOf,
  },
  {
    key: "PUT /v2/annotation/image/order",
    what: "an annotation of a work group",
    request: async (world) => ({
      body: { imageId: world.slide.id, annotationIds: [await freshGroupAnnotation(world)] },
    }),
    rejected: EVERYBODY,
    may: expertOf,
  },
  {
    key: "POST /v2/annotation/{id}/restore",
    what: "a deleted annotation of a learner",
    request: async ({ site, slide, users }) => ({
      params: { id: await buildDeletedAnnotation(site, { slide, author: users.learner }) },
    }),
    rejected: ["learner", "expert"],
    may: learnerOf,
  },
  {
    key: "POST /v2/annotation/{id}/restore",
    what: "a deleted annotation of a work group",
    request: async (world) => ({
      params: {
        id: await buildDeletedAnnotation(world.site, {
          slide: world.slide,
          author: world.users.learner,
          workGroupId: await freshGroup(world),
        }),
      },
    }),
    rejected: EVERYBODY,
    may: learnerOf,
  },
  {
    key: "POST /v2/annotation",
    what: "into a work group",
    request: async (world) => ({
      body: {
        imageId: world.slide.id,
        typeId: 211,
        title: "A tubule",
        geometry: SQUARE_WKT,
        workGroupId: await freshGroup(world),
      },
    }),
    rejected: EVERYBODY,
    may: learnerOf,
  },
  {
    key: "POST /v2/annotation/item/{itemId}/import",
    what: "into a work group",
    request: async (world) => ({
      params: { itemId: world.slide.id },
      ...formBody(
        { workGroupId: String(await freshGroup(world)) },
        { filename: "drawn.wkt", bytes: Buffer.from(SQUARE_WKT) },
      ),
    }),
    rejected: EVERYBODY,
    may: learnerOf,
  },
  {
    key: "POST /v2/note",
    what: "into a work group",
    request: async (world) => ({
      body: { imageId: world.slide.id, content: "Look again", workGroupId: await freshGroup(world) },
    }),
    rejected: EVERYBODY,
    may: learnerOf,
  },
  {
    key: "PUT /v2/note/{id}",
    what: "a note of a work group",
    request: async (world) => ({ params: { id: await freshGroupNote(world) }, body: { content: "Changed" } }),
    rejected: EVERYBODY,
    may: learnerOf,
  },
  {
    key: "DELETE /v2/note/{id}",
    what: "a note of a work group",
    request: async (world) => ({ params: { id: await freshGroupNote(world) } }),
    rejected: EVERYBODY,
    may: learnerOf,
  },
  {
    key: "POST /v2/note/{id}/restore",
    what: "a deleted note of a work group",
    request: async (world) => ({ params: { id: await freshGroupNote(world, true) } }),
    rejected: EVERYBODY,
    may: learnerOf,
  },
  {
    key: "PUT /v2/enrollmentForm/{id}",
    what: "leads into the user group of another teacher",
    request: async ({ site, folderId, users }) => {
      const [from, to] = await Promise.all([0, 1].map(() => buildUserGroup(site, { createdBy: users.teacher })));
      const id = await buildEnrollmentForm(site, { parentId: folderId, userGroupId: from as number });
      return { params: { id }, body: { userGroupId: to as number } };
    },
    rejected: ["learner", "expert", "teacher"],
    may: teacherOf,
  },
  {
    key: "DELETE /v2/share/{id}",
    what: "a share of a learner",
    request: async ({ site, slide, users }) => ({
      params: { id: (await buildShare(site, { createdBy: users.learner, itemId: slide.id })).id },
    }),
    rejected: ["learner", "expert"],
    may: learnerOf,
  },
  {
    key: "PUT /v2/share/{id}",
    what: "a share of a learner",
    request: async ({ site, slide, users }) => ({
      params: { id: (await buildShare(site, { createdBy: users.learner, itemId: slide.id })).id },
      body: { hideToolbar: true },
    }),
    rejected: ["learner", "expert"],
    may: learnerOf,
  },
  {
    key: "DELETE /share/folder/{id}",
    what: "a share of a learner",
    request: async ({ site, folderId, users }) => ({
      params: {
        id: (await buildShare(site, { createdBy: users.learner, itemId: folderId, shareType: "folder" })).id,
      },
    }),
    rejected: ["learner", "expert"],
    may: learnerOf,
  },
];
