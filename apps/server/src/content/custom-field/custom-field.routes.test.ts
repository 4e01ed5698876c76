import { getCourse } from "@parfocal/core/course/course.contract.ts";
import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  listCustomFields,
  listCustomFieldsOfType,
  listFieldTags,
  listItemFields,
  listPreparations,
  saveFieldValue,
  saveFieldValues,
  setPrimaryCustomField,
  updateCustomField,
} from "@parfocal/core/custom-field/custom-field.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { CARD_VALUE_MAX_CHARACTERS } from "@parfocal/core/item/item-card.contract.ts";
import { getShare } from "@parfocal/core/share/share.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildCustomField } from "#testing/build-custom-field.ts";
import { buildPage } from "#testing/build-page.ts";
import { buildShare } from "#testing/build-share.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { untilWaiting } from "#testing/until-waiting.ts";
import { changeField } from "./define-field.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildPeople() {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site, { role: "learner" });
  return { site, administrator, teacher, learner };
}

const ORGAN = { title: "Organ", postType: "sz-image", fieldType: "text" } as const;

describe("a custom field", () => {
  it("is created with a title, a post type and a field type, and has its own key", async () => {
    const { administrator } = await buildPeople();
    const first = await sendCall(server, createCustomField, { as: administrator, body: ORGAN });
    expect(first.answer).toMatchObject({ ...ORGAN, itemType: "image", isSystem: false, fieldKey: "organ" });
    const second = await sendCall(server, createCustomField, { as: administrator, body: ORGAN });
    expect(second.answer.fieldKey).toBe("organ_2");
    const { answer } = await sendCall(server, listCustomFields, { as: administrator });
    expect(answer.map(({ id }) => id)).toEqual([first.answer.id, second.answer.id]);
  });

  for (const missing of ["title", "postType", "fieldType"] as const)
    it(`without ${missing} is rejected`, async () => {
      const { administrator } = await buildPeople();
      const { status, failure } = await sendCall(server, createCustomField, {
        as: administrator,
        body: { ...ORGAN, [missing]: "" } as never,
      });
      expect(status).toBe(400);
      expect(failure.message).toContain(missing);
    });

  it("with choices requires default values", async () => {
    const { administrator } = await buildPeople();
    const body = { ...ORGAN, fieldType: "select" as const };
    const { status, failure } = await sendCall(server, createCustomField, { as: administrator, body });
    expect([status, failure.data]).toEqual([400, ["defaultValues"]]);
  });

  it("stores comma-separated default values as a trimmed list", async () => {
    const { administrator } = await buildPeople();
    const body = { ...ORGAN, fieldType: "select" as const, defaultValues: "Kidney , Liver,, Skin " };
    const { answer } = await sendCall(server, createCustomField, { as: administrator, body });
    expect(answer.defaultValues).toEqual(["Kidney", "Liver", "Skin"]);
  });

  it("keeps its key when its title is changed", async () => {
    const { site, administrator } = await buildPeople();
    const id = await buildCustomField(site);
    const { answer } = await sendCall(server, updateCustomField, {
      as: administrator,
      params: { id: String(id) },
      body: { title: "Organ system" },
    });
    expect([answer.title, answer.fieldKey]).toEqual(["Organ system", "organ"]);
  });

  it("rejects a type that its values do not fit, and the removal of a choice in use", async () => {
    const { site, administrator } = await buildPeople();
    const { id: slideId } = await buildSlide(site);
    const id = await buildCustomField(site, { values: { [slideId]: "Kidney" } });
    const change = (body: object) =>
      sendCall(server, updateCustomField, { as: administrator, params: { id: String(id) }, body });
    expect((await change({ fieldType: "number" })).failure.data).toEqual(["fieldType"]);
    expect((await change({ postType: "sz-case" })).failure.data).toEqual(["postType"]);
    expect((await change({ fieldType: "select", defaultValues: ["Kidney", "Liver"] })).status).toBe(200);
    expect((await change({ defaultValues: ["Liver"] })).failure).toMatchObject({
      message: "The value “Kidney” is in use and is not one of its choices.",
      data: ["defaultValues"],
    });
  });

  it("that becomes a list of keywords has its values as such, and none where a value has no keyword", async () => {
    const { site, administrator: as } = await buildPeople();
    const [one, other] = [await buildSlide(site), await buildSlide(site)];
    const id = await buildCustomField(site, { values: { [one.id]: "Liver,Kidney , Liver", [other.id]: "," } });
    const params = { id: String(id) };
    await sendCall(server, updateCustomField, { as, params, body: { fieldType: "tags" } });
    expect((await sendCall(server, listFieldTags, { as, params })).answer).toEqual(["Kidney", "Liver"]);
    expect((await sendCall(server, getCustomField, { as, params })).answer.valueCount).toBe(1);
  });

  it("of the system cannot be deleted or given another type", async () => {
    const { site, administrator: as } = await buildPeople();
    const params = { id: String(await buildCustomField(site, { isSystem: true })) };
    expect((await sendCall(server, deleteCustomField, { as, params })).status).toBe(403);
    expect((await sendCall(server, updateCustomField, { as, params, body: { fieldType: "date" } })).status).toBe(403);
    expect((await sendCall(server, updateCustomField, { as, params, body: { title: "Organs" } })).status).toBe(200);
  });

  it("is deleted with its values, after reporting their number", async () => {
    const { site, administrator: as } = await buildPeople();
    const { id: slideId } = await buildSlide(site);
    const params = { id: String(await buildCustomField(site, { values: { [slideId]: "Kidney" } })) };
    expect((await sendCall(server, getCustomField, { as, params })).answer.valueCount).toBe(1);
    expect((await sendCall(server, deleteCustomField, { as, params })).status).toBe(204);
    expect((await sendCall(server, getCustomField, { as, params })).status).toBe(404);
    const image = await sendCall(server, getImage, { as, params: { id: String(slideId) } });
    expect(image.answer.customFields).toEqual([]);
  });

  it("becomes the primary one of its post type in place of the previous one", async () => {
    const { site, administrator: as } = await buildPeople();
    const organ = await buildCustomField(site, { isPrimary: true });
    const stain = await buildCustomField(site, { title: "Stain" });
    const ofCases = await buildCustomField(site, { postType: "sz-case", isPrimary: true });
    await sendCall(server, setPrimaryCustomField, { as, params: { id: String(stain) }, body: {} });
    const { answer } = await sendCall(server, listCustomFields, { as });
    expect(answer.filter(({ isPrimary }) => isPrimary).map(({ id }) => id)).toEqual([ofCases, stain]);
    const images = await sendCall(server, listCustomFieldsOfType, { as, params: { type: "sz-image" } });
    expect(images.answer.map(({ id }) => id)).toEqual([stain, organ]);
    await sendCall(server, setPrimaryCustomField, { as, params: { id: String(stain) }, body: { isPrimary: false } });
    expect((await sendCall(server, getCustomField, { as, params: { id: String(stain) } })).answer.isPrimary).toBe(
      false,
    );
  });
});

describe("values", () => {
  it("are returned with the slide if set, the primary one first", async () => {
    const { site, learner } = await buildPeople();
    const { id } = await buildSlide(site);
    await buildCustomField(site, { title: "Stain", values: { [id]: "PAS" } });
    await buildCustomField(site, { title: "Empty" });
    await buildCustomField(site, { isPrimary: true, values: { [id]: "Kidney" } });
    const { answer } = await sendCall(server, getImage, { as: learner, params: { id: String(id) } });
    expect(answer.customFields).toMatchObject([
      { title: "Organ", value: "Kidney", type: "text", isPrimary: true },
      { title: "Stain", value: "PAS", type: "text", isPrimary: false },
    ]);
  });

  it("are not returned by a share that hides slide information", async () => {
    const { site, teacher } = await buildPeople();
    const { id } = await buildSlide(site);
    await buildCustomField(site, { values: { [id]: "A telling value" } });
    const { token } = await buildShare(site, { createdBy: teacher, itemId: id, hideSlideInformation: true });
    const { status, raw } = await sendCall(server, getShare, { params: { token } });
    expect(status).toBe(200);
    expect(raw.body).not.toContain("A telling value");
  });

  it("are on the cards of a folder and a course: those of the primary field, long ones truncated", async () => {
    const { site, learner } = await buildPeople();
    const courseId = await buildCourse(site);
    const folderId = await buildFolder(site, { parentId: courseId });
    const { id } = await buildSlide(site, { parentId: folderId });
    const plain = await buildSlide(site, { parentId: folderId });
    const pageId = await buildPage(site, { parentId: folderId });
    await buildCustomField(site, { isPrimary: true, values: { [id]: "Kidney" } });
    await buildCustomField(site, { title: "Stain", values: { [id]: "PAS", [plain.id]: "HE" } });
    await buildCustomField(site, { postType: "sz-page", isPrimary: true, values: { [pageId]: "long ".repeat(100) } });
    await buildCustomField(site, { postType: "sz-folder", isPrimary: true, values: { [folderId]: "Liver" } });
    const folder = await sendCall(server, getFolder, { as: learner, params: { id: String(folderId) } });
    const fieldOf = (itemId: number) => folder.answer.items.find((card) => card.id === itemId)?.primaryField;
    expect(fieldOf(id)).toEqual({ title: "Organ", value: "Kidney", type: "text" });
    expect(fieldOf(plain.id)).toBeUndefined();
    expect(fieldOf(pageId)?.value).toMatch(/^long .*…$/);
    expect(fieldOf(pageId)?.value).toHaveLength(CARD_VALUE_MAX_CHARACTERS);
    const course = await sendCall(server, getCourse, { as: learner, params: { id: String(courseId) } });
    expect(course.answer.folders.map(({ primaryField }) => primaryField?.value)).toEqual(["Liver"]);
  });

  it("of an item: all fields for content managers, those with a value for others", async () => {
    const { site, teacher, learner } = await buildPeople();
    const { id } = await buildSlide(site);
    await buildCustomField(site, { values: { [id]: "Kidney" } });
    await buildCustomField(site, { title: "Stain" });
    const params = { itemId: String(id), type: "image" };
    const ofTeacher = await sendCall(server, listItemFields, { as: teacher, params });
    expect(ofTeacher.answer.map(({ title, data }) => [title, data])).toEqual([
      ["Organ", "Kidney"],
      ["Stain", ""],
    ]);
    const ofLearner = await sendCall(server, listItemFields, { as: learner, params });
    expect(ofLearner.answer.map(({ title }) => title)).toEqual(["Organ"]);
  });

  it("of a slide hidden from learners are not returned to a learner", async () => {
    const { site, learner } = await buildPeople();
    const { id } = await buildSlide(site, { isActive: false });
    await buildCustomField(site, { values: { [id]: "Kidney" } });
    const params = { itemId: String(id), type: "image" };
    expect((await sendCall(server, listItemFields, { as: learner, params })).status).toBe(404);
  });

  it("can be set, changed and removed one by one", async () => {
    const { site, teacher: as } = await buildPeople();
    const { id: itemId } = await buildSlide(site);
    const fieldId = await buildCustomField(site);
    for (const value of [" Kidney ", "Liver", ""]) {
      const { answer } = await sendCall(server, saveFieldValue, { as, body: { itemId, fieldId, value } });
      expect(answer.data).toBe(value.trim());
    }
  });

  it("saved while the type of their field changes are rejected if they do not fit the new type", async () => {
    const { site, teacher } = await buildPeople();
    const { id: itemId } = await buildSlide(site);
    const fieldId = await buildCustomField(site);
    let saved: Promise<{ status: number }> | undefined;
    await withSite(server.platform.database, site.id, async (db) => {
      await changeField(db, site.id, fieldId, { fieldType: "number" });
      saved = sendCall(server, saveFieldValue, { as: teacher, body: { itemId, fieldId, value: "Kidney" } });
      await untilWaiting(server);
    });
    expect((await saved)?.status).toBe(400);
  });

  it("of a required field left empty are rejected with the fixed text and the field's code", async () => {
    const { site, teacher: as } = await buildPeople();
    const { id: itemId } = await buildSlide(site);
    const fieldId = await buildCustomField(site, { isRequired: true });
    const { status, failure } = await sendCall(server, saveFieldValue, { as, body: { itemId, fieldId, value: " " } });
    expect(status).toBe(400);
    expect(failure.message).toBe("Please fill out all required fields marked in red");
    expect(failure.data).toEqual([`${itemId}.${fieldId}`]);
  });

  it("of several slides are saved all or none, with the number of slides", async () => {
    const { site, teacher: as } = await buildPeople();
    const [one, other] = [await buildSlide(site), await buildSlide(site)];
    const fieldId = await buildCustomField(site, { fieldType: "number" });
    const values = (last: string) => [
      { itemId: one.id, fieldId, value: "1" },
      { itemId: other.id, fieldId, value: last },
    ];
    const rejected = await sendCall(server, saveFieldValues, { as, body: { values: values("many") } });
    expect(rejected.failure).toMatchObject({ message: '"Organ" must be a number.', data: [`${other.id}.${fieldId}`] });
    const params = { itemId: String(one.id), type: "image" };
    expect((await sendCall(server, listItemFields, { as, params })).answer[0]?.data).toBe("");
    const saved = await sendCall(server, saveFieldValues, { as, body: { values: values("2") } });
    expect(saved.answer).toEqual({ processed: 2 });
    expect((await sendCall(server, listItemFields, { as, params })).answer[0]?.data).toBe("1");
  });

  it("of a field of another content type, or one that does not exist, are not found", async () => {
    const { site, teacher: as } = await buildPeople();
    const { id: itemId } = await buildSlide(site);
    const ofCases = await buildCustomField(site, { postType: "sz-case" });
    for (const fieldId of [ofCases, 987_654])
      expect((await sendCall(server, saveFieldValue, { as, body: { itemId, fieldId, value: "x" } })).status).toBe(404);
  });

  it("already entered are suggested: those that contain the text, each word of a list", async () => {
    const { site, teacher: as } = await buildPeople();
    const [one, other] = [await buildSlide(site), await buildSlide(site)];
    const id = await buildCustomField(site, {
      fieldType: "tags",
      values: { [one.id]: "IgA, 50%", [other.id]: "iga nephropathy, PAS" },
    });
    const tags = async (q: string) =>
      (await sendCall(server, listFieldTags, { as, params: { id: String(id) }, query: { q } })).answer;
    expect(await tags("IGA")).toEqual(["iga nephropathy", "IgA"].sort());
    expect(await tags("%")).toEqual(["50%"]);
    expect(await tags("")).toHaveLength(4);
  });
});

describe("slides for batch editing", () => {
  it("are the first 20, with their values", async () => {
    const { site, teacher: as } = await buildPeople();
    const courseId = await buildCourse(site);
    const folderId = await buildFolder(site, { parentId: courseId });
    for (let number = 1; number <= 21; number += 1)
      await buildSlide(site, { parentId: courseId, title: `Slide ${number}` });
    const { id } = await buildSlide(site, { parentId: folderId, title: "Kidney" });
    const fieldId = await buildCustomField(site, { values: { [id]: "Kidney" } });
    const { answer } = await sendCall(server, listPreparations, { as });
    expect(answer).toHaveLength(20);
    expect(answer[0]).toMatchObject({ id, title: "Kidney", values: [{ fieldId, value: "Kidney" }] });
    const inFolder = await sendCall(server, listPreparations, { as, query: { folder: String(folderId) } });
    expect(inFolder.answer.map((slide) => slide.id)).toEqual([id]);
    const found = await sendCall(server, listPreparations, { as, query: { q: "Slide 21" } });
    expect(found.answer.map(({ title }) => title)).toEqual(["Slide 21"]);
    const next = await sendCall(server, listPreparations, { as, query: { page: "2" } });
    expect(next.answer.map(({ title }) => title)).toEqual(["Slide 2", "Slide 1"]);
  });

  it("are the selected ones, 20 at most", async () => {
    const { site, teacher: as } = await buildPeople();
    const [one, , three] = [await buildSlide(site), await buildSlide(site), await buildSlide(site)];
    const chosen = (slides: string) => sendCall(server, listPreparations, { as, query: { slides } });
    expect((await chosen(`${one.id},${three.id},987654`)).answer.map(({ id }) => id)).toEqual([three.id, one.id]);
    const tooMany = Array.from({ length: 21 }, (_, index) => index + 1).join(",");
    expect((await chosen(tooMany)).failure.message).toContain("the limit is 20 slides");
    expect((await chosen("1,x")).status).toBe(400);
  });
});
