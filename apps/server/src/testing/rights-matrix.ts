/**
 * The rights matrix (check SEC-01): each route times each actor, with the status that is due.
 *
 * Whoever adds a route adds its row; `rights-matrix.test.ts` fails without it, tries every cell against the running app,
 * and looks that whatever is refused has changed nothing.
 */
import { createHash } from "node:crypto";
import { SQUARE_WKT } from "./build-annotation.ts";
import { MATRIX_PASSWORD, MATRIX_TILE_HOST, type MatrixWorld } from "./matrix-world.ts";

/** Columns, in the order of a row's statuses. Source: reliability.md, 2.1, as far as they exist. */
export const ACTORS = [
  "anonymous",
  "learner",
  "expert",
  "teacher",
  "administrator",
  /** With the token of their own site. */
  "foreignAdministrator",
  /** The same, but naming this site in the header. */
  "foreignAdministratorHere",
  "suspended",
  "expired",
  /** The administrator's cookie without its nonce: for changes as good as anonymous. */
  "cookieWithoutNonce",
  /** The administrator's cookie and nonce, sent by a page of another origin. */
  "foreignOrigin",
] as const;
export type Actor = (typeof ACTORS)[number];

export interface MatrixRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

type Statuses = readonly [number, number, number, number, number, number, number, number, number, number, number];

export interface MatrixRow {
  /** One for each of `ACTORS`. */
  readonly statuses: Statuses;
  /** What is sent, by every actor alike, with real ids of this site. */
  readonly request?: (world: MatrixWorld) => MatrixRequest | Promise<MatrixRequest>;
  /** What a reader could wonder about. */
  readonly note?: string;
}

const CHUNK = Buffer.from("12345678");
const CHUNK_DIGEST = `sha-256=:${createHash("sha256").update(CHUNK).digest("base64")}:`;
const OWN_SITE = "the other site's administrator gets or changes what is their own";

const DEEP_ZOOM_FACTS = { type: "deepzoom", width: 900, height: 600, tileSize: 256, tileOverlapPx: 1, format: "jpg" };

const ofSlide = ({ slide }: MatrixWorld) => ({ imageId: slide.id, version: slide.version });

/** By method and path of the contract. */
export const RIGHTS_MATRIX: Readonly<Record<string, MatrixRow>> = {
  // biome-ignore format: a table
  "GET /health": { statuses: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200], note: "knows no site" },

  // biome-ignore format: a table
  "POST /session": {
    statuses: [200, 200, 200, 200, 200, 401, 404, 200, 200, 200, 403],
    request: ({ users }) => ({ body: { login: users.teacher.email, password: MATRIX_PASSWORD } }),
    note: "the teacher's login and password are sent; at the other site nobody has them",
  },
  // biome-ignore format: a table
  "GET /session": { statuses: [200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200], note: "says who is signed in, also that nobody is" },
  // biome-ignore format: a table
  "DELETE /session": { statuses: [204, 204, 204, 204, 204, 204, 404, 204, 204, 204, 403], note: "ends the caller's own session, if there is one" },

  // biome-ignore format: a table
  "GET /v2/site/tileSourceHosts": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "PUT /v2/site/tileSourceHosts": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { hosts: [MATRIX_TILE_HOST] } }),
    note: OWN_SITE,
  },

  // biome-ignore format: a table
  "GET /user": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /user/roles/": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },

  // biome-ignore format: a table
  "GET /v2/course/": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/course/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ courseId }) => ({ params: { id: courseId } }),
  },
  // biome-ignore format: a table
  "POST /v2/course": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { title: "Pathology" } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "GET /v2/folder/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ folderId }) => ({ params: { id: folderId } }),
  },
  // biome-ignore format: a table
  "POST /v2/folder": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ courseId }) => ({ body: { title: "Skin", parentId: courseId } }),
    note: "400: for the other site the parent is no course or folder, as an id that no thing has",
  },

  // biome-ignore format: a table
  "GET /v2/image/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /v2/image/post/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /v2/image": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },

  // biome-ignore format: a table
  "POST /v2/image/{id}/deidentify": {
    statuses: [401, 403, 403, 200, 409, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ params: { id: slide.id }, body: { title: "Kidney" } }),
    note: "409: the teacher before has ordered it already",
  },

  // biome-ignore format: a table
  "POST /v2/image/external": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({
      body: {
        title: "Liver",
        parentId: folderId,
        tileDataSourceType: "deepzoom",
        tilesDataSourceUrl: `https://${MATRIX_TILE_HOST}/liver.dzi`,
        facts: DEEP_ZOOM_FACTS,
        micronsPerPixel: null,
      },
    }),
    note: "400: the other site does not allow the host",
  },

  // biome-ignore format: a table
  "POST /v2/share": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ body: { shareType: "slide", itemId: slide.id } }),
  },
  // biome-ignore format: a table
  "POST /share/folder": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ body: { itemId: folderId } }),
  },
  // biome-ignore format: a table
  "GET /v2/share/{token}": {
    statuses: [200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200],
    request: async (world) => ({ params: { token: (await world.freshShare()).token } }),
    note: "who has the token needs no session",
  },
  // biome-ignore format: a table
  "DELETE /v2/share/{id}": {
    statuses: [401, 404, 404, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await world.freshShare()).id } }),
    note: "a share of the teacher",
  },
  // biome-ignore format: a table
  "DELETE /share/folder/{id}": {
    statuses: [401, 404, 404, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await world.freshFolderShare()).id } }),
    note: "a share of the teacher",
  },

  // biome-ignore format: a table
  "GET /v2/annotation/types": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/annotation/item/{itemId}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { itemId: slide.id } }),
  },
  // biome-ignore format: a table
  "POST /v2/annotation": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ body: { imageId: slide.id, typeId: 211, title: "A tubule", geometry: SQUARE_WKT } }),
  },
  // biome-ignore format: a table
  "PUT /v2/annotation/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshExpertAnnotation() }, body: { title: "Changed" } }),
    note: "an annotation of another expert",
  },
  // biome-ignore format: a table
  "DELETE /v2/annotation/{id}": {
    statuses: [401, 403, 403, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshExpertAnnotation() } }),
    note: "an annotation of another expert",
  },

  // biome-ignore format: a table
  "GET /v2/upload/space": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/upload": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: "one's own uploads" },
  // biome-ignore format: a table
  "GET /v2/upload/{id}": {
    statuses: [401, 403, 403, 200, 404, 404, 404, 401, 401, 404, 404],
    request: async (world) => ({ params: { id: await world.freshUpload() } }),
    note: "an upload of the teacher: nobody else's",
  },
  // biome-ignore format: a table
  "POST /v2/upload": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ body: { filename: "slide.svs", bytes: 8, parentId: folderId } }),
    note: "400: for the other site the parent is no course or folder, as an id that no thing has",
  },
  // biome-ignore format: a table
  "PUT /v2/upload/{id}/chunk/{number}": {
    statuses: [401, 403, 403, 409, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      params: { id: await world.freshUpload(), number: 0 },
      body: CHUNK,
      headers: { "content-digest": CHUNK_DIGEST },
    }),
    note: "an upload of the teacher; 409: the chunk came before, with other bytes",
  },
  // biome-ignore format: a table
  "POST /v2/upload/{id}/finish": {
    statuses: [401, 403, 403, 200, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshUpload() }, body: { sha256: "0".repeat(64) } }),
    note: "an upload of the teacher",
  },
  // biome-ignore format: a table
  "GET /v2/upload/known": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200],
    request: () => ({ query: { sha256: "0".repeat(64) } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "POST /v2/upload/{id}/known": {
    statuses: [401, 403, 403, 200, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshUpload() }, body: { sha256: "0".repeat(64) } }),
    note: "an upload of the teacher, of the file of the slide that is here",
  },
  // biome-ignore format: a table
  "DELETE /v2/upload/{id}": {
    statuses: [401, 403, 403, 204, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshUpload() } }),
    note: "an upload of the teacher",
  },

  // biome-ignore format: a table
  "POST /v2/job/{id}/retry": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshFailedJob() } }),
  },

  // biome-ignore format: a table
  "GET /v2/job": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },

  // biome-ignore format: a table
  "GET /tiles/{imageId}/{version}/{level}/{x}/{y}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: (world) => ({ params: { ...ofSlide(world), level: 0, x: 0, y: 0 } }),
  },
  // biome-ignore format: a table
  "GET /tiles/{imageId}/{version}/thumbnail": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: (world) => ({ params: ofSlide(world) }),
  },
  // biome-ignore format: a table
  "GET /tiles/{imageId}/{version}/associated/{name}": {
    statuses: [401, 404, 404, 200, 200, 404, 404, 401, 401, 200, 200],
    request: (world) => ({ params: { ...ofSlide(world), name: "label" } }),
    note: "the label: it can carry a patient's name",
  },

  // biome-ignore format: a table
  "GET /deepzoom/{descriptor}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { descriptor: `${slide.id}.dzi` } }),
  },
  // biome-ignore format: a table
  "GET /deepzoom/{folder}/{level}/{tile}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { folder: `${slide.id}_files`, level: 0, tile: "0_0.jpg" } }),
  },
  // biome-ignore format: a table
  "GET /iiif/3/{identifier}": {
    statuses: [401, 303, 303, 303, 303, 404, 404, 401, 401, 303, 303],
    request: ({ slide }) => ({ params: { identifier: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /iiif/3/{identifier}/info.json": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { identifier: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /iiif/3/{identifier}/{region}/{size}/{rotation}/{file}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({
      params: { identifier: slide.id, region: "full", size: "max", rotation: "0", file: "default.jpg" },
    }),
  },
  // biome-ignore format: a table
  "GET /iiif/presentation/3/{kind}/{id}/manifest.json": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ folderId }) => ({ params: { kind: "folder", id: folderId } }),
  },
};
