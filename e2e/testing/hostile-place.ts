/** A course of hostile texts, with a slide, a library, groups and other objects that store text. */

import { ANNOUNCEMENT_MAX_CHARACTERS } from "@parfocal/core/announcement/announcement-rules.ts";
import type { AnswerOf } from "@parfocal/core/call.contract.ts";
import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { DEFAULT_LTI_ROLE_MAP } from "@parfocal/core/lti/lti-roles.ts";
import type { beginPasskey } from "@parfocal/core/passkey/passkey.contract.ts";
import { Authenticator } from "./authenticator.ts";
import { buildGroup, EMBED_HOST, GROUPS, type HostileTexts, type Send, senderFor } from "./hostile-content.ts";
import { DEMO_PASSWORD, serverOfTheRun } from "./journey.ts";
import { placeSlide } from "./slides.ts";

export interface HostilePlace {
  readonly courseId: number;
  /** IDs of one item of each type, for each group. */
  readonly folderId: number;
  readonly imageId: number;
  readonly slidePath: string;
  /** IDs of its items by the segment of their type in the URL. */
  readonly groups: readonly Readonly<Record<string, number>>[];
}

const SQUARE = "POLYGON ((60 200, 160 200, 160 300, 60 300, 60 200))";
const COLOUR_BACKGROUND = "#336699";

export async function buildHostilePlace(texts: HostileTexts): Promise<HostilePlace> {
  const [admin, send, learner] = await Promise.all([senderFor("admin"), senderFor("teacher"), senderFor("learner")]);
  const { hosts } = await admin<{ hosts: string[] }>("GET", "/v2/site/embedHosts", {});
  await admin("PUT", "/v2/site/embedHosts", {}, { hosts: [...new Set([...hosts, EMBED_HOST])] });
  const person = {
    displayName: texts.title(14),
    email: "hostile@demo.test",
    role: "learner",
    password: "twelve letters",
  };
  const { id: personId } = await admin("POST", "/v2/user", {}, person);
  await admin("PUT", "/v2/user/{id}", { id: personId }, { displayName: texts.title(15) });
  await admin(
    "PUT",
    "/options/",
    {},
    {
      title: { value: texts.title(16).slice(0, 120) },
      registrationOpen: { value: true },
      hostAudience: { value: texts.title(17).slice(0, 120) },
      mailSender: { value: "javascript:alert(1) <hostile@demo.test>" },
    },
  );
  await announce(admin, texts);
  const learning = {
    ...{ name: texts.title(20), issuer: texts.title(21), clientId: texts.title(22), deploymentIds: [texts.title(23)] },
    ...{ authorizationUrl: "https://lms.test/a", tokenUrl: "https://lms.test/t", keysUrl: "https://lms.test/k" },
    tokenAudience: texts.title(24),
    ...{ pageOrigins: [], roleMap: DEFAULT_LTI_ROLE_MAP },
  };
  const registered = await admin("POST", "/v2/lti/platforms", {}, learning);
  await admin("PUT", "/v2/lti/platforms/{id}", registered, learning);
  const group = await send("POST", "/v2/userGroup", {}, { title: texts.title(17) });
  const list = { field: "email", names: [texts.title(19)], createsAccounts: true };
  await admin("POST", "/v2/user/import", {}, { ...list, values: ["hostile-1@example.test"] });
  await admin("POST", "/v2/assignment/{id}/users/import", group, { ...list, values: ["hostile-2@example.test"] });
  const { codes } = await admin<{ codes: string[] }>("POST", "/v2/voucher/", {}, { count: 1 });
  const registration = { displayName: texts.title(18), email: "registered@demo.test", password: person.password };
  await send("POST", "/session/registration", {}, { displayName: texts.title(19), email: "requested@demo.test" });
  await send("POST", "/register", {}, { voucher: codes[0], ...registration });
  const {
    courseId,
    imageId,
    path: slidePath,
  } = await placeSlide({ courseTitle: `Hostile ${texts.title(5)}`.slice(0, 150) });
  const folderId = await buildFolders(send, texts, courseId);
  const groups: Record<string, number>[] = [];
  for (let group = 0; group < GROUPS; group += 1)
    groups.push(await buildGroup({ teacher: send, learner }, texts, group, { parentId: folderId }));
  await buildOnSlide(send, learner, texts, imageId);
  await buildFields(admin, send, texts, imageId);
  await buildLibrary(send, texts, { courseId, imageId });
  await buildBoxes(send, texts, courseId);
  return { courseId, folderId, imageId, slidePath, groups };
}

/** Shown at the top of each page. */
async function addPasskey(send: Send, name: string): Promise<void> {
  const started = await send<AnswerOf<typeof beginPasskey>>(
    "POST",
    "/user/passkeys/begin",
    {},
    { currentPassword: DEMO_PASSWORD },
  );
  const ceremony = { challenge: started.challenge, rpId: started.rp.id, origin: serverOfTheRun() };
  await send("POST", "/user/passkeys", {}, { name, credential: new Authenticator().create(ceremony) });
}

async function announce(admin: Send, texts: HostileTexts): Promise<void> {
  const textOf = (group: number) => `<p>News</p>${texts.rich(group)}`.slice(0, ANNOUNCEMENT_MAX_CHARACTERS);
  const readers = ["teacher", "learner"];
  const content = { en: textOf(0), de: textOf(1) };
  const { id } = await admin("POST", "/v2/announcements", {}, { content, readers });
  const changed = { en: textOf(2), de: textOf(3) };
  await admin("PUT", "/v2/announcements/{id}", { id }, { content: changed, readers, sticky: true, version: 1 });
}

/** A folder for each text as title and description; @returns the ID of the first. */
async function buildFolders(send: Send, texts: HostileTexts, courseId: number): Promise<number> {
  const own = await send(
    "POST",
    "/v2/course",
    {},
    { title: texts.title(3), description: texts.rich(0).slice(0, 9_000) },
  );
  await send("PUT", "/v2/course/delete/{id}", { id: own.id });
  const look = { description: texts.rich(1).slice(0, 9_000), tags: texts.tags, background: COLOUR_BACKGROUND };
  await send("PUT", "/v2/course/{id}", { id: courseId }, { title: `Hostile ${texts.title(6)}`.slice(0, 200), ...look });
  const ids: number[] = [];
  for (const [index, text] of texts.all.entries()) {
    const body = { title: texts.title(index), description: text, parentId: courseId };
    ids.push((await send("POST", "/v2/folder", {}, body)).id);
  }
  const [first = 0, second = 0, third = 0] = ids;
  await send("PUT", "/v2/folder/{id}", { id: first }, { title: texts.title(7), ...look });
  await send("PUT", "/v2/structure/rename/{id}", { id: second }, { title: texts.title(8) });
  await send("PUT", "/v2/folder/delete/{id}", { id: third }, {});
  const last = ids.at(-1) ?? 0;
  const title = `${texts.title(9)} ${last}`.slice(0, 200);
  const group = await send("POST", "/v2/assignment/{id}", { id: last }, { title });
  await send("PUT", "/v2/assignment/{id}", group, { title: `${title}.` });
  return first;
}

/** Its own texts, annotations, notes and presets. */
async function buildOnSlide(send: Send, learner: Send, texts: HostileTexts, imageId: number): Promise<void> {
  const of = { id: imageId };
  const image = {
    title: texts.title(11),
    subtitle: texts.title(12),
    summary: texts.rich(2).slice(0, 9_000),
    tags: texts.tags,
  };
  await send("PUT", "/v2/image/{id}", of, image);
  const link = 'https://ok.example/"onmouseover=alert(1)><script>alert(1)</script>';
  const drawn = { typeId: 211, geometry: SQUARE };
  for (const text of texts.all) {
    const body = { imageId, title: text.slice(0, 500), content: text, link, ...drawn };
    const annotation = await send("POST", "/v2/annotation", {}, body);
    if (text === texts.all[0])
      await send("PUT", "/v2/annotation/{id}", annotation, { title: text, content: text, link });
  }
  const text = texts.title(13);
  const student = await learner("POST", "/v2/annotation", {}, { imageId, title: text, content: text, ...drawn });
  await send("PUT", "/v2/annotation/{id}/decline", student, { comment: text });
  const comment = await send("POST", "/v2/annotation/{id}/comments", student, { content: text });
  await send("PUT", "/v2/annotationComment/{id}", comment, { content: `${text}.` });
  for (const content of texts.all) {
    const note = await send("POST", "/v2/note", {}, { imageId, content });
    if (content === texts.all[0]) await send("PUT", "/v2/note/{id}", note, { content });
  }
  await send("PUT", "/user/profile", {}, { displayName: text });
  await addPasskey(send, text.slice(0, 60));
  const group = await send("POST", "/v2/workgroups/", {}, { title: text });
  await send("PUT", "/v2/workgroups/{id}", group, { title: text });
  const name = "<img src=x onerror=alert(1)>";
  const preset = await send("POST", "/v2/image/{id}/colourPreset", of, {
    name,
    colour: { ...NEUTRAL_COLOUR, contrast: 130 },
  });
  await send("PUT", "/v2/image/{id}/colourPreset/{presetId}", { ...of, presetId: preset.id }, { name: `${name}.` });
  const settings = DEFAULT_CELL_SETTINGS["hematoxylin-eosin"];
  const analysed = { imageId, settings, regionKind: "rectangle", geometry: SQUARE, name };
  const analysis = await send("POST", "/v2/cellAnalysis", {}, analysed);
  await send("PUT", "/v2/cellAnalysis/{id}", analysis, { name: `${name}.` });
}

async function buildFields(admin: Send, send: Send, texts: HostileTexts, itemId: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < GROUPS; index += 1) {
    const field = { title: texts.title(index * 4), postType: "sz-image", fieldType: "text" };
    const { id } = await admin("POST", "/v2/customField/", {}, { ...field, defaultValues: texts.title(index) });
    ids.push(id);
    await admin(
      "PUT",
      "/v2/customField/{id}",
      { id },
      { title: texts.title(index * 4 + 1), defaultValues: texts.tags },
    );
    await send("PUT", "/v2/customField/data", {}, { itemId, fieldId: id, value: texts.title(index) });
    const value = texts.rich(index).slice(0, 1_900);
    await send("POST", "/v2/customField/data", {}, { values: [{ itemId, fieldId: id, value }] });
  }
  const [id = 0] = ids;
  await admin(
    "POST",
    "/v2/customField/",
    {},
    { title: texts.title(2), postType: "sz-image", fieldType: "text", defaultValues: texts.tags },
  ).then((field) => ids.push(field.id));
  await admin("PUT", "/v2/customField/{id}", { id }, { defaultValues: texts.title(1) });
  return ids;
}

const file = (name: string): FormData => {
  const form = new FormData();
  form.set("file", new File(["<script>alert(1)</script> Plain words."], name, { type: "text/html" }));
  return form;
};

/** Media with their folders, documents and attachments. */
async function buildLibrary(
  send: Send,
  texts: HostileTexts,
  { courseId, imageId }: { courseId: number; imageId: number },
): Promise<void> {
  const name = "<img src=x onerror=alert(1)>.txt";
  const form = new FormData();
  const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC";
  form.set("files[]", new File([Buffer.from(dot, "base64")], "<svg onload=alert(1)>.png", { type: "image/png" }));
  const [medium] = await send<[{ id: number }]>("POST", "/v2/media", {}, form);
  await send("PUT", "/v2/media/{id}", medium, { title: texts.title(14) });
  const folder = await send("POST", "/v2/media/folders", {}, { title: "<img src=x onerror=alert(1)>" });
  await send("PUT", "/v2/media/folders/{id}", folder, { title: "<svg onload=alert(1)>" });
  const upload = new FormData();
  upload.set("uploadFiles[]", new File(["<script>alert(1)</script>"], name, { type: "text/plain" }));
  const [document] = await send<[{ id: number }]>("POST", "/v2/document/upload", {}, upload);
  const documents = [document.id];
  const prefix = "<img src=x onerror=alert(1)>";
  await send(
    "POST",
    "/v2/document/assign",
    {},
    { itemType: "image", itemId: imageId, documents, usePrefix: true, filename: prefix },
  );
  for (const parentId of [courseId, imageId]) {
    const attached = file(name);
    attached.set("title", texts.title(15));
    attached.set("parentId", String(parentId));
    const { id } = await send("POST", "/v2/attachment/", {}, attached);
    await send("PUT", "/v2/attachment/{id}", { id }, { title: texts.title(16) });
    const link = new FormData();
    for (const [field, value] of Object.entries({
      title: texts.title(17),
      url: "https://ok.example/",
      isFileLink: "true",
    }))
      link.set(field, value);
    link.set("parentId", String(parentId));
    const placed = await send("POST", "/v2/attachment/", {}, link);
    const url = 'https://ok.example/"onmouseover=alert(1)><script>alert(1)</script>';
    await send("PUT", "/v2/attachment/{id}", { id: placed.id }, { url });
  }
}

const PAGES_A_TAB = 10;

/** A page for each text. */
async function buildBoxes(send: Send, texts: HostileTexts, id: number): Promise<void> {
  const tabs = Array.from({ length: Math.ceil(texts.all.length / PAGES_A_TAB) }, (_, tab) => ({
    title: texts.title(tab),
    contentPages: texts.all
      .slice(tab * PAGES_A_TAB, (tab + 1) * PAGES_A_TAB)
      .map((content, page) => ({ title: texts.title(tab + page), content })),
  }));
  await send("PUT", "/v2/box/{id}/{type}", { id, type: "course" }, { tabs });
}
