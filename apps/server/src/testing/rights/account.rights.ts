import { randomUUID } from "node:crypto";
import { buildUser } from "../build-user.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

/** A PNG of one pixel. */
const RED_DOT =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/** Valid in form, but not signed. */
const FORGED_CREDENTIAL = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "e30", attestationObject: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
} as const;

export const accountRights: RightsRows = {
  // biome-ignore format: a table
  "GET /user/profile": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "PUT /user/profile": {
    statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { displayName: "A name of their own" } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "PUT /user/password": {
    statuses: [401, 400, 400, 400, 400, 400, 404, 401, 401, 401, 403],
    request: () => ({ body: { currentPassword: "a wrong guess", newPassword: "twelve characters", newPasswordRepeated: "twelve characters" } }),
    note: "a wrong password is sent, so that nobody's is changed",
  },
  "PUT /user/picture": {
    statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { dataUrl: RED_DOT } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "DELETE /user/picture": { statuses: [401, 204, 204, 204, 204, 204, 404, 401, 401, 401, 403], note: OWN_SITE },
  "GET /user/picture/{id}/{key}": {
    statuses: [401, 404, 404, 404, 404, 404, 404, 401, 401, 404, 404],
    request: () => ({ params: { id: 987_654_321, key: "0".repeat(32) } }),
    note: "a picture that nobody has",
  },
  // biome-ignore format: a table
  "DELETE /user/sessions": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 401, 403], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /user/sessions": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  "DELETE /user/sessions/{id}": {
    statuses: [401, 404, 404, 404, 404, 404, 404, 401, 401, 401, 403],
    request: () => ({ params: { id: 987_654_321 } }),
    note: "a session that the caller does not have",
  },
  "POST /user/email": {
    statuses: [401, 400, 400, 400, 400, 400, 404, 401, 401, 401, 403],
    request: () => ({ body: { email: "new@example.test", currentPassword: "a wrong guess" } }),
    note: "a wrong password is sent",
  },
  "POST /session/passwordReset": {
    statuses: [204, 204, 204, 204, 204, 204, 404, 204, 204, 204, 403],
    request: () => ({ body: { email: `nobody-${randomUUID()}@example.test` } }),
    note: "answers the same whether there is such an account or not",
  },
  "PUT /session/passwordReset": {
    statuses: [400, 400, 400, 400, 400, 400, 404, 400, 400, 400, 403],
    request: () => ({
      body: { token: "unknown", newPassword: "twelve characters", newPasswordRepeated: "twelve characters" },
    }),
    note: "the token is what admits",
  },
  "PUT /session/email": {
    statuses: [400, 400, 400, 400, 400, 400, 404, 400, 400, 400, 403],
    request: () => ({ body: { token: "unknown" } }),
    note: "the token is what admits",
  },
  // biome-ignore format: a table
  "GET /user/secondFactor": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  "POST /user/secondFactor": {
    statuses: [401, 400, 400, 400, 400, 400, 404, 401, 401, 401, 403],
    request: () => ({ body: { currentPassword: "a wrong guess" } }),
    note: "a wrong password is sent",
  },
  "PUT /user/secondFactor": {
    statuses: [401, 400, 400, 400, 400, 400, 404, 401, 401, 401, 403],
    request: () => ({ body: { code: "000000" } }),
    note: "none was started",
  },
  "PUT /user/secondFactor/off": {
    statuses: [401, 400, 400, 400, 400, 400, 404, 401, 401, 401, 403],
    request: () => ({ body: { currentPassword: "a wrong guess" } }),
    note: "a wrong password is sent",
  },
  // biome-ignore format: a table
  "GET /user/passkeys": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  "POST /user/passkeys/begin": {
    statuses: [401, 400, 400, 400, 400, 400, 404, 401, 401, 401, 403],
    request: () => ({ body: { currentPassword: "a wrong guess" } }),
    note: "a wrong password is sent",
  },
  "POST /user/passkeys": {
    statuses: [401, 400, 400, 400, 400, 400, 404, 401, 401, 401, 403],
    request: () => ({ body: { name: "Phone", credential: FORGED_CREDENTIAL } }),
    note: "for a challenge that was never given",
  },
  "DELETE /user/passkeys/{id}": {
    statuses: [401, 404, 404, 404, 404, 404, 404, 401, 401, 401, 403],
    request: () => ({ params: { id: 987_654_321 } }),
    note: "a passkey that the caller does not have",
  },
  // biome-ignore format: a table
  "POST /session/passkey/begin": {
    statuses: [200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 403],
    note: "a challenge for everyone",
  },
  "POST /session/passkey": {
    statuses: [401, 401, 401, 401, 401, 401, 404, 401, 401, 401, 403],
    request: () => ({ body: { credential: FORGED_CREDENTIAL } }),
    note: "the passkey is what admits",
  },
  "DELETE /v2/user/{id}/secondFactor": {
    statuses: [401, 403, 403, 403, 204, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({ params: { id: (await buildUser(site, { role: "learner" })).id } }),
  },
  // biome-ignore format: a table
  "GET /v2/user": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  "POST /v2/user": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({
      body: {
        displayName: "New person",
        email: `new-${randomUUID()}@example.test`,
        role: "learner",
        password: "twelve characters",
      },
    }),
    note: OWN_SITE,
  },
  "POST /v2/user/import": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({
      body: { field: "email", values: [`new-${randomUUID()}@example.test`], createsAccounts: true },
    }),
    note: OWN_SITE,
  },
  "PUT /v2/user/{id}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({
      params: { id: (await buildUser(site, { role: "learner" })).id },
      body: { displayName: "Another name", role: "expert" },
    }),
  },
  // biome-ignore format: a table
  "GET /user/data": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  "POST /user/deletion": {
    statuses: [401, 400, 400, 400, 400, 400, 404, 401, 401, 401, 403],
    request: () => ({ body: { work: "keep", currentPassword: "a wrong guess" } }),
    note: "a wrong password is sent, so that nobody is deleted",
  },
  "GET /v2/user/{id}/data": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 200, 200],
    request: async ({ site }) => ({ params: { id: (await buildUser(site, { role: "learner" })).id } }),
  },
  // biome-ignore format: a table
  "GET /user/data.zip": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  "GET /v2/user/{id}/data.zip": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 200, 200],
    request: async ({ site }) => ({ params: { id: (await buildUser(site, { role: "learner" })).id } }),
  },
  "DELETE /v2/user/{id}": {
    statuses: [401, 403, 403, 403, 204, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({
      params: { id: (await buildUser(site, { role: "learner" })).id },
      query: { work: "keep" },
    }),
  },
};
