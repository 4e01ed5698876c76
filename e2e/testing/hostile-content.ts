/** Content with a hostile text in every field that stores text, written through the API. */
import { HOSTILE_TEXTS } from "@parfocal/core/rich-text/testing/hostile-texts.ts";
import { buildRadiologyZip } from "@parfocal/slides/testing/build-radiology.ts";
import { type Person, serverOfTheRun } from "./journey.ts";
import { type AnnouncedUpload, hashOf, sendChunks, waitUntilReady } from "./place-radiology.ts";
import { sessionOf } from "./sites.ts";

type Made = Readonly<Record<"id", number>>;
export type Send = <Answer = Made>(method: string, path: string, ids: Ids, body?: object | FormData) => Promise<Answer>;
type Ids = Readonly<Record<string, number | string>>;

/** Number of items per kind: the texts are distributed over their formatted fields. */
export const GROUPS = 6;

const TITLE_CHARACTERS = 200;
const TAG_CHARACTERS = 100;

export interface HostileTexts {
  readonly all: readonly string[];
  /** A text that fits into a title; the index wraps around. */
  title(index: number): string;
  /** All texts of a group, each in a separate block. */
  rich(group: number): string;
  readonly tags: readonly string[];
}

/** @param host from which they would fetch. */
export function textsFor(host: string): HostileTexts {
  const all = HOSTILE_TEXTS.map((text) => text.replaceAll("evil.example", host));
  // Only texts that the calls accept: a truncated title would lose its effect.
  const titles = all.filter((text) => text.length <= TITLE_CHARACTERS);
  return {
    all,
    title: (index) => titles[index % titles.length] as string,
    rich: (group) =>
      all
        .filter((_, index) => index % GROUPS === group)
        .map((text) => `<div>${text}</div>`)
        .join(""),
    tags: titles.filter((text) => text.length <= TAG_CHARACTERS && !text.includes(",")).slice(0, 50),
  };
}

/** Fields to which a text was sent: `METHOD path field`, lists as `[]`. */
export const sentFields = new Set<string>();

function noteTexts(key: string, value: unknown, way: string): void {
  if (typeof value === "string") sentFields.add(`${key} ${way}`);
  else if (Array.isArray(value)) for (const each of value) noteTexts(key, each, `${way}[]`);
  else if (value && typeof value === "object")
    for (const [name, field] of Object.entries(value)) noteTexts(key, field, way ? `${way}.${name}` : name);
}

/** Makes calls as a person, by the paths of the contracts. */
export async function senderFor(person: Person): Promise<Send> {
  const server = serverOfTheRun();
  const json = { "content-type": "application/json" };
  const token = await sessionOf(person, server);
  return async <Answer>(method: string, path: string, ids: Ids, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    if (body && !isForm) noteTexts(`${method} ${path}`, body, "");
    const url = `${server}/api${path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))}`;
    const answer = await fetch(url, {
      method,
      headers: { "x-site-token": token, ...(isForm || !body ? {} : json) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text.slice(0, 400)}`);
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  };
}

/**
 * Pages, cases, embeds, textbooks, quizzes and enrollment forms: one of each per group; in the first group also
 * radiology. @returns their IDs by type.
 */
export async function buildGroup(
  { teacher: send, learner }: { readonly teacher: Send; readonly learner: Send },
  texts: HostileTexts,
  group: number,
  place: { parentId: number },
) {
  const title = texts.title(group * 5);
  const rich = texts.rich(group);
  const tags = texts.tags;
  const subtitle = texts.title(group * 5 + 1);
  const url = `https://${EMBED_HOST}/?q=<script>alert(1)</script>`;
  const page = await send("POST", "/v2/staticpages/", {}, { title, subtitle, content: rich, ...place });
  const kase = await send(
    "POST",
    "/v2/case",
    {},
    {
      ...{ title, subtitle, description: rich, diagnosis: rich, collapseDiagnosis: false },
      ...place,
    },
  );
  const embed = await send("POST", "/v2/embed/", {}, { title, subtitle, url, description: rich, ...place });
  const form = new FormData();
  for (const [name, value] of Object.entries({ title, summary: rich, diagnosis: rich }))
    form.set(name, value.slice(0, 9_000));
  form.set("parentId", String(place.parentId));
  const textbook = await send("POST", "/v2/textbook/", {}, form);
  const quiz = await send("POST", "/v2/quiz", {}, { itemType: "folder", itemId: place.parentId, title });
  const id = (createdItem: Made) => ({ id: createdItem.id });
  const plain = rich.slice(0, 9_000);
  await send("PUT", "/v2/staticpages/{id}", id(page), { title, subtitle, content: rich, tags });
  await send("PUT", "/v2/case/{id}", id(kase), {
    title,
    subtitle,
    summary: plain,
    description: rich,
    diagnosis: rich,
    tags,
  });
  await send("PUT", "/v2/embed/{id}", id(embed), { title, subtitle, url, description: plain, tags });
  await send("PUT", "/v2/textbook/{id}", id(textbook), { title, subtitle, summary: plain, diagnosis: plain, tags });
  await annotateTextbook({ teacher: send, learner }, textbook.id, {
    label: texts.tags[group] as string,
    content: plain,
  });
  await send("PUT", "/v2/quiz/{id}", id(quiz), { title, content: rich, tags });
  const questionId = await buildQuestions(send, texts, group, quiz.id);
  const answer = { questionId, questionType: "short-answer", answer: rich.slice(0, 4_000) };
  await learner("POST", "/v2/quiz/{id}/answer", id(quiz), { quizId: quiz.id, quizAnswers: [answer] });
  await learner("POST", "/v2/quiz/{id}/answer/submit", id(quiz), {});
  await markQuiz(send, quiz.id, { questionId, comment: rich.slice(0, 2_000) });
  const enrollment = await buildForm(send, texts, group, place);
  await send("PUT", "/v2/tag", {}, { itemIds: [page.id], tag: tags[group], isOn: true });
  const made = { p: page.id, c: kase.id, embed: embed.id, t: textbook.id, q: quiz.id, enroll: enrollment.id };
  return group > 0 ? made : { ...made, r: (await buildRadiology(send, texts, place)).id };
}

/** A mark of the teacher and a note of the learner on the first page of a textbook, each changed once. */
async function annotateTextbook(
  { teacher, learner }: { readonly teacher: Send; readonly learner: Send },
  id: number,
  { label, content }: { readonly label: string; readonly content: string },
) {
  const area = { left: 0.1, top: 0.1, width: 0.2, height: 0.1 };
  const mark = { pageIndex: 0, area, label, target: { itemId: null, pageIndex: 0 } };
  const { id: markId } = await teacher<Made>("POST", "/v2/textbook/{id}/mark", { id }, mark);
  await teacher("PUT", "/v2/textbook/{id}/mark/{markId}", { id, markId }, { label });
  const path = "/v2/textbook/{id}/note";
  const note = await learner<Made & { version: number }>("POST", path, { id }, { kind: "note", pageIndex: 0, content });
  await learner("PUT", `${path}/{noteId}`, { id, noteId: note.id }, { content, version: note.version });
}

/** A comment on the only attempt at a quiz. */
async function markQuiz(send: Send, quizId: number, mark: { questionId: number; comment: string }) {
  const path = "/v2/quiz/{id}/results";
  const { learners } = await send<{ learners: { attemptId: number }[] }>("GET", path, { id: quizId });
  const attemptId = learners[0]?.attemptId ?? 0;
  await send("PUT", `${path}/{attemptId}/mark`, { id: quizId, attemptId }, mark);
}

async function buildRadiology(send: Send, texts: HostileTexts, { parentId }: { parentId: number }): Promise<Made> {
  const zip = buildRadiologyZip();
  const announced = { filename: "<img src=x onerror=alert(1)>.zip", bytes: zip.length, parentId };
  const upload = await send<AnnouncedUpload>("POST", "/radiology/token", {}, announced);
  await sendChunks(upload, zip);
  const said = { title: texts.title(2), subtitle: texts.title(3), summary: texts.rich(3).slice(0, 9_000) };
  const whole = { uploadId: upload.id, signature: upload.signature, sha256: hashOf(zip) };
  const { id } = await send("POST", "/radiology", {}, { ...whole, ...said });
  await waitUntilReady(id);
  await send("PUT", "/v2/radiology/{id}", { id }, { ...said, tags: texts.tags });
  return { id };
}

/** With a registration of its creator. */
async function buildForm(send: Send, texts: HostileTexts, group: number, { parentId }: { parentId: number }) {
  const [title, subtitle, option] = [1, 2, 3].map((step) => texts.title(group * 3 + step));
  const folder = await send("POST", "/v2/folder", {}, { title: "Of a form", parentId });
  const userGroup = { title: `${texts.title(group)} ${folder.id}`.slice(-200) };
  const { id: userGroupId } = await send("POST", "/v2/assignment/{id}", { id: folder.id }, userGroup);
  await send("POST", "/v2/userGroup", {}, { title: `${texts.title(group)} ${folder.id} alone`.slice(-200) });
  const fields = [
    { id: "text", title, type: "text" },
    { id: "select", title: subtitle, type: "select", options: [option, "Other"] },
  ];
  const form = { title, subtitle, description: texts.rich(group), fields };
  const { id } = await send("POST", "/v2/enrollmentForm/", {}, { ...form, parentId, userGroupId });
  await send("PUT", "/v2/enrollmentForm/{id}", { id }, { ...form, tags: texts.tags });
  const answers = [
    { id: "text", value: texts.title(group) },
    { id: "select", value: "Other" },
  ];
  await send("POST", "/v2/enrollmentForm/{id}/enroll", { id }, { fields: answers });
  return { id };
}

/** Host that the site allows in frames for the test. */
export const EMBED_HOST = "frames.hostile-texts.example.org";

/** @returns the ID of a short-answer question. */
async function buildQuestions(send: Send, texts: HostileTexts, group: number, parentId: number): Promise<number> {
  const [title, option, left, right] = [0, 1, 2, 3].map((step) => texts.title(group * 7 + step)) as [
    string,
    string,
    string,
    string,
  ];
  const content = texts.rich(group);
  const answerOptions = [
    { option, left, right, isCorrect: true },
    { option: left, left: right, right: option },
  ];
  const question = { title, type: "multiple-choice", content, explanation: content, correctAnswer: "", answerOptions };
  const pairs = { ...question, type: "matching" };
  const { id } = await send("POST", "/v2/quiz/question", {}, { ...question, parentId });
  await send("PUT", "/v2/quiz/question/{id}", { id }, question);
  await send("POST", "/v2/quiz/question/many", {}, { parentId, questions: [question, pairs] });
  const text = `${question.title}\nA) ${question.title}\nB) Kidney\nANSWER: B`;
  await send("POST", "/v2/quiz/question/import", {}, { parentId, format: "aiken", text });
  const short = { ...question, type: "short-answer", correctAnswer: title, answerOptions: [], parentId };
  return (await send("POST", "/v2/quiz/question", {}, short)).id;
}
