/** A course with one item of each content type, for tests that check every screen. */
import { callsOf } from "./api.ts";
import { sitePath } from "./journey.ts";
import { placeSlide } from "./slides.ts";

export interface PlacedContent {
  readonly courseId: number;
  readonly folderId: number;
  /** A folder that nothing else uses. */
  readonly spareId: number;
  /** Type and URL query of its editor. */
  readonly editors: readonly (readonly [name: string, query: string])[];
  /** Type and path of its page, as seen by learners. */
  readonly pages: readonly (readonly [name: string, path: string])[];
  readonly slidePath: string;
  readonly casePath: string;
}

interface Placed {
  readonly id: number;
}

/** @param word first word of all titles. */
export async function placeContent(word: string): Promise<PlacedContent> {
  const host = `${word.toLowerCase()}.example.org`;
  const admin = await callsOf("admin");
  const { hosts } = await admin.call<{ hosts: string[] }>("GET", "/v2/site/embedHosts");
  await admin.call("PUT", "/v2/site/embedHosts", { hosts: [...new Set([...hosts, host])] });
  const { courseId, imageId } = await placeSlide({ courseTitle: `${word} course` });
  const api = await callsOf("teacher");
  const add = async (path: string, title: string, body: object = {}) =>
    (await api.call<Placed>("POST", path, { title: `${word} ${title}`, parentId: courseId, ...body })).id;
  const folderId = await add("/v2/folder", "folder");
  const spareId = await add("/v2/folder", "spare");
  const caseId = await add("/v2/case", "case", { imageIds: [imageId] });
  const pageId = await add("/v2/staticpages/", "page");
  await api.call("PUT", `/v2/staticpages/${pageId}`, {
    content: "<h2>What it is</h2><p>A text with a <a href='https://atlas.example.org'>link</a>.</p>",
  });
  const embedId = await add("/v2/embed/", "embed", { url: `https://${host}/1` });
  const book = new FormData();
  for (const [name, value] of Object.entries({ title: `${word} textbook`, summary: "To be known", parentId: courseId }))
    book.set(name, String(value));
  const { id: textbookId } = await api.call<Placed>("POST", "/v2/textbook/", book);
  const closedId = await add("/v2/folder", "closed");
  const group = await api.call<Placed>("POST", `/v2/assignment/${closedId}`, { title: `${word} ${closedId}` });
  const formId = await add("/v2/enrollmentForm/", "form", {
    userGroupId: group.id,
    description: "<p>Who are you?</p>",
    fields: [
      { id: "name", title: "School", type: "text" },
      { id: "semester", title: "Semester", type: "select", options: ["1", "2"] },
      { id: "country", title: "Country", type: "country" },
    ],
  });
  const edit = (id: number) => `item=${id}&in=${courseId}`;
  const at = (step: string) => sitePath(`/course${courseId}/${step}`);
  return {
    courseId,
    folderId,
    spareId,
    editors: [
      ["course", `item=${courseId}`],
      ["folder", edit(folderId)],
      ["slide", edit(imageId)],
      ["case", edit(caseId)],
      ["page", edit(pageId)],
      ["embed", edit(embedId)],
      ["textbook", edit(textbookId)],
      ["enrollment", edit(formId)],
    ],
    pages: [
      ["landing", sitePath("/")],
      ["course", at("")],
      ["folder", at(`f${folderId}/`)],
      ["page", at(`p${pageId}/`)],
      ["embed", at(`embed${embedId}/`)],
      ["textbook", at(`t${textbookId}/`)],
      ["enrollment", at(`enroll${formId}/`)],
    ],
    slidePath: at(`i${imageId}/`),
    casePath: at(`c${caseId}/`),
  };
}
