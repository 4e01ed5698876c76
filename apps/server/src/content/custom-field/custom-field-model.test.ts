/**
 * REL-18: custom fields of a site match a small model after any sequence of calls by an administrator, a teacher and a
 * learner: fields created, updated, made primary, deleted; values of two slides and a page set and removed, one by one
 * and several at once; what each item, each content type and the suggestions answer.
 */
import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  listCustomFieldsOfType,
  listFieldTags,
  listItemFields,
  saveFieldValue,
  saveFieldValues,
  setPrimaryCustomField,
  updateCustomField,
} from "@parfocal/core/custom-field/custom-field.contract.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { buildCourse, buildItem } from "#testing/build-content.ts";
import { buildCustomField } from "#testing/build-custom-field.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { commandsComparedBy, runModel } from "#testing/run-model.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const RUNS = 10;
const PEOPLE = ["administrator", "teacher", "learner"] as const;
const TYPES = ["text", "select", "number", "tags"] as const;
const KINDS = ["image", "page"] as const;
/** Content type of each item. */
const ITEMS = ["image", "image", "page"] as const;
const VALUES = ["", " Kidney ", "Liver", "12", "Liver,Kidney, Liver", " , "];
const CHOICES = [[], ["Kidney"], ["Kidney", "Liver"], ["12", "Liver", "Skin"]];

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

type Person = (typeof PEOPLE)[number];
interface Form {
  readonly title: string;
  readonly kind: (typeof KINDS)[number];
  readonly fieldType: (typeof TYPES)[number];
  readonly isRequired: boolean;
  readonly defaultValues: readonly string[];
}
interface Field {
  form: Form;
  key: string;
  isPrimary: boolean;
  readonly isSystem: boolean;
  /** By index of the item. */
  readonly values: Map<number, string>;
}
interface Model {
  /** As created; null: deleted. */
  readonly fields: (Field | null)[];
}
interface Real {
  readonly site: TestSite;
  readonly users: Readonly<Record<Person, TestUser>>;
  readonly itemIds: readonly number[];
  /** In the order of the model's fields. */
  readonly ids: number[];
}

const mayDefine = (who: Person) => who === "administrator";
const maySetValues = (who: Person) => who !== "learner";
const fieldsOf = ({ fields }: Model): Field[] => fields.filter((field) => field !== null);
const idOf = (model: Model, { ids }: Real, field: Field) => ids[model.fields.indexOf(field)] as number;
const bodyOf = ({ kind, ...form }: Partial<Form>) => ({ ...form, ...(kind ? { postType: `sz-${kind}` } : {}) });

const wordsOf = (value: string) =>
  [...new Set(value.split(",").map((word) => word.trim()))].filter((word) => word !== "");
const tidied = ({ fieldType }: Form, value: string) =>
  fieldType === "tags" ? wordsOf(value).join(", ") : value.trim();
function fits({ fieldType, defaultValues }: Form, value: string): boolean {
  if (value === "" || fieldType === "text" || fieldType === "tags") return true;
  return fieldType === "select" ? defaultValues.includes(value) : /^\d+$/.test(value);
}

/** The first free key of a content type. */
function freeKey(model: Model, { title, kind }: Form): string {
  const taken = fieldsOf(model).filter(({ form }) => form.kind === kind);
  const candidates = ["", "_2", "_3", "_4"].concat(model.fields.map((_, index) => `_${index + 5}`));
  const isFree = (key: string) => taken.every((field) => field.key !== key);
  return candidates.map((end) => title.toLowerCase() + end).find(isFree) ?? "";
}

const shown = (model: Model, real: Real, field: Field) => ({
  id: idOf(model, real, field),
  title: field.form.title,
  postType: `sz-${field.form.kind}`,
  itemType: field.form.kind,
  fieldType: field.form.fieldType,
  isSystem: field.isSystem,
  isRequired: field.form.isRequired,
  isPrimary: field.isPrimary,
  defaultValues: field.form.defaultValues,
  fieldKey: field.key,
});
/** The primary field first, then in order of creation. */
const listed = (model: Model, kind: Form["kind"]) =>
  fieldsOf(model)
    .filter(({ form }) => form.kind === kind)
    .sort((one, other) => Number(other.isPrimary) - Number(one.isPrimary));

const command = commandsComparedBy<Model, Real>(async (model, real) => {
  const { rows: fields } = await sql`
    SELECT id, title, field_key AS key, is_primary AS "isPrimary" FROM custom_field
    WHERE site_id = ${real.site.id} ORDER BY id
  `.execute(server.owner);
  expect(fields).toEqual(
    fieldsOf(model).map((field) => {
      const { id, title, fieldKey: key, isPrimary } = shown(model, real, field);
      return { id, title, key, isPrimary };
    }),
  );
  const { rows: values } = await sql`
    SELECT field_id AS "fieldId", item_id AS "itemId", value FROM custom_field_value
    WHERE site_id = ${real.site.id} ORDER BY field_id, item_id
  `.execute(server.owner);
  expect(values).toEqual(
    fieldsOf(model).flatMap((field) => {
      const stored = [...field.values].sort(([one], [other]) => one - other);
      return stored.map(([item, value]) => ({ fieldId: idOf(model, real, field), itemId: real.itemIds[item], value }));
    }),
  );
});

interface Answered {
  readonly status: number;
  readonly failure: { readonly data: readonly string[] };
}
type Refusal = readonly [status: number, codes?: readonly string[]];

function expectRefusal({ status, failure }: Answered, refusal: Refusal): void {
  expect(refusal.length === 1 ? [status] : [status, failure.data]).toEqual(refusal);
}

const create = (who: Person, form: Form) =>
  command(`create(${who}, ${JSON.stringify(form)})`, async (model, real) => {
    const body = { ...bodyOf(form), defaultValues: form.defaultValues.join(" ,") } as never;
    const result = await sendCall(server, createCustomField, { as: real.users[who], body });
    if (!mayDefine(who)) return expectRefusal(result, [403]);
    if (form.fieldType === "select" && form.defaultValues.length === 0)
      return expectRefusal(result, [400, ["defaultValues"]]);
    const field = { form, key: freeKey(model, form), isPrimary: false, isSystem: false, values: new Map() };
    model.fields.push(field);
    real.ids.push(result.answer.id);
    expect([result.status, result.answer]).toEqual([200, shown(model, real, field)]);
  });

interface Target {
  readonly model: Model;
  readonly real: Real;
  readonly who: Person;
  readonly field: Field | null;
  readonly to: { readonly as: TestUser; readonly params: { readonly id: string } };
}

/** An action at an existing or former field. */
const at = (name: string, who: Person, nth: number, work: (target: Target) => Promise<void>) =>
  command(`${name}(${who}, ${nth})`, async (model, real) => {
    const place = nth % model.fields.length;
    const to = { as: real.users[who], params: { id: String(real.ids[place]) } };
    await work({ model, real, who, field: model.fields[place] ?? null, to });
  });

/** What prevents a change of a field; null: nothing. */
function refusalOfChange(field: Field, next: Form): Refusal | null {
  const { kind, fieldType } = field.form;
  if (next.fieldType === "select" && next.defaultValues.length === 0) return [400, ["defaultValues"]];
  if (field.isSystem && (next.kind !== kind || next.fieldType !== fieldType)) return [403, ["isSystem"]];
  if (next.kind !== kind && field.values.size > 0) return [400, ["postType"]];
  if ([...field.values.values()].every((value) => fits(next, value))) return null;
  return [400, [next.fieldType === fieldType ? "defaultValues" : "fieldType"]];
}

const update = (who: Person, nth: number, change: Partial<Form>) =>
  at(`update ${JSON.stringify(change)}`, who, nth, async ({ model, real, field, to }) => {
    const result = await sendCall(server, updateCustomField, { ...to, body: bodyOf(change) as never });
    if (!mayDefine(who)) return expectRefusal(result, [403]);
    if (!field) return expectRefusal(result, [404]);
    const next = { ...field.form, ...change };
    const refusal = refusalOfChange(field, next);
    if (refusal) return expectRefusal(result, refusal);
    if (next.kind !== field.form.kind) Object.assign(field, { isPrimary: false, key: freeKey(model, next) });
    field.form = next;
    for (const [item, value] of field.values) setValue(field, item, tidied(next, value));
    expect([result.status, result.answer]).toEqual([200, shown(model, real, field)]);
  });

const choosePrimary = (who: Person, nth: number, isPrimary: boolean) =>
  at(isPrimary ? "make primary" : "make not primary", who, nth, async ({ model, real, field, to }) => {
    const result = await sendCall(server, setPrimaryCustomField, { ...to, body: { isPrimary } });
    if (!mayDefine(who)) return expectRefusal(result, [403]);
    if (!field) return expectRefusal(result, [404]);
    if (isPrimary) for (const other of listed(model, field.form.kind)) other.isPrimary = false;
    field.isPrimary = isPrimary;
    expect([result.status, result.answer]).toEqual([200, shown(model, real, field)]);
  });

const remove = (who: Person, nth: number) =>
  at("delete", who, nth, async ({ model, field, to }) => {
    const result = await sendCall(server, deleteCustomField, to);
    if (!mayDefine(who)) return expectRefusal(result, [403]);
    if (!field) return expectRefusal(result, [404]);
    if (field.isSystem) return expectRefusal(result, [403, ["isSystem"]]);
    model.fields[model.fields.indexOf(field)] = null;
    expect(result.status).toBe(204);
  });

const read = (who: Person, nth: number, q: string) =>
  at(`read "${q}"`, who, nth, async ({ model, real, field, to }) => {
    const result = await sendCall(server, getCustomField, to);
    const tags = await sendCall(server, listFieldTags, { ...to, query: { q } });
    if (!maySetValues(who) || !field) {
      const status = maySetValues(who) ? 404 : 403;
      return expect([result.status, tags.status]).toEqual([status, status]);
    }
    expect(result.answer).toEqual({ ...shown(model, real, field), valueCount: field.values.size });
    const words = [...field.values.values()].flatMap((value) =>
      field.form.fieldType === "tags" ? wordsOf(value) : [value],
    );
    const found = words.filter((word) => word.toLowerCase().includes(q.toLowerCase()));
    expect(tags.answer.toSorted()).toEqual([...new Set(found)].sort());
  });

function setValue({ values }: Field, item: number, value: string): void {
  if (value === "") values.delete(item);
  else values.set(item, value);
}

interface SentValue {
  readonly item: number;
  readonly nth: number;
  readonly value: string;
}

/** Sets the values; or the first refusal, and none are set. */
function setValues(model: Model, real: Real, sent: readonly SentValue[]): Refusal | null {
  const next: (() => void)[] = [];
  const leftEmpty: string[] = [];
  const placed = sent.map(({ nth, ...rest }) => ({ ...rest, place: nth % model.fields.length }));
  for (const { item, place, value } of placed.sort((one, other) => one.item - other.item || one.place - other.place)) {
    const field = model.fields[place];
    if (!field || field.form.kind !== ITEMS[item]) return [404];
    const stored = tidied(field.form, value);
    const code = `${real.itemIds[item]}.${real.ids[place]}`;
    if (stored === "" && field.form.isRequired && !field.isSystem) leftEmpty.push(code);
    else if (!fits(field.form, stored)) return [400, [code]];
    else next.push(() => setValue(field, item, stored));
  }
  if (leftEmpty.length > 0) return [400, leftEmpty];
  for (const set of next) set();
  return null;
}

const wireOf = (model: Model, real: Real, { item, nth, value }: SentValue) => ({
  itemId: real.itemIds[item] as number,
  fieldId: real.ids[nth % model.fields.length] as number,
  value,
});

const setOne = (who: Person, sent: SentValue) =>
  command(`set(${who}, ${JSON.stringify(sent)})`, async (model, real) => {
    const body = wireOf(model, real, sent);
    const result = await sendCall(server, saveFieldValue, { as: real.users[who], body });
    const refusal = maySetValues(who) ? setValues(model, real, [sent]) : ([403] as const);
    if (refusal) return expectRefusal(result, refusal);
    const field = model.fields[sent.nth % model.fields.length] as Field;
    expect(result.answer).toEqual({ ...shown(model, real, field), data: field.values.get(sent.item) ?? "" });
  });

const setSeveral = (who: Person, sent: readonly SentValue[]) =>
  command(`set several(${who}, ${JSON.stringify(sent)})`, async (model, real) => {
    const body = { values: sent.map((one) => wireOf(model, real, one)) };
    const result = await sendCall(server, saveFieldValues, { as: real.users[who], body });
    const refusal = maySetValues(who) ? setValues(model, real, sent) : ([403] as const);
    if (refusal) return expectRefusal(result, refusal);
    expect(result.answer).toEqual({ processed: new Set(sent.map(({ item }) => item)).size });
  });

const readItem = (who: Person, item: number) =>
  command(`fields of item ${item}(${who})`, async (model, real) => {
    const type = ITEMS[item] as Form["kind"];
    const params = { itemId: String(real.itemIds[item]), type };
    const { answer } = await sendCall(server, listItemFields, { as: real.users[who], params });
    const expected = listed(model, type)
      .map((field) => ({ ...shown(model, real, field), data: field.values.get(item) ?? "" }))
      .filter(({ data }) => maySetValues(who) || data !== "");
    expect(answer).toEqual(expected);
  });

const readType = (who: Person, kind: Form["kind"]) =>
  command(`fields of type ${kind}(${who})`, async (model, real) => {
    const call = { as: real.users[who], params: { type: kind } };
    const result = await sendCall(server, listCustomFieldsOfType, call);
    if (!maySetValues(who)) return expectRefusal(result, [403]);
    expect(result.answer).toEqual(listed(model, kind).map((field) => shown(model, real, field)));
  });

const form = {
  title: fc.constantFrom("Organ", "Stain"),
  kind: fc.constantFrom(...KINDS),
  fieldType: fc.constantFrom(...TYPES),
  isRequired: fc.boolean(),
  defaultValues: fc.constantFrom(...CHOICES),
};
/** Mostly those who may. */
const definer = fc.constantFrom<Person>("administrator", "administrator", "administrator", "teacher", "learner");
const anyone = fc.constantFrom(...PEOPLE);
const nth = fc.nat(3);
const item = fc.nat(ITEMS.length - 1);
const value = fc.record({ item, nth, value: fc.constantFrom(...VALUES) });
const anyUpdate = fc
  .tuple(definer, nth, fc.record(form, { requiredKeys: [] }))
  .map(([who, place, change]) => update(who, place, change));
const anyValue = fc.tuple(anyone, value).map(([who, sent]) => setOne(who, sent));
const anyRead = fc
  .tuple(fc.constantFrom<Person>("teacher", "teacher", "learner"), nth, fc.constantFrom("", "iver", "KID"))
  .map(([who, place, q]) => read(who, place, q));
const anyCommand = [
  fc.tuple(definer, fc.record(form)).map(([who, sent]) => create(who, sent)),
  ...[anyUpdate, anyUpdate],
  fc.tuple(definer, nth, fc.boolean()).map(([who, place, isPrimary]) => choosePrimary(who, place, isPrimary)),
  fc.tuple(definer, nth).map(([who, place]) => remove(who, place)),
  ...[anyValue, anyValue, anyValue],
  fc.tuple(anyone, fc.array(value, { minLength: 1, maxLength: 4 })).map(([who, sent]) => setSeveral(who, sent)),
  ...[anyRead, anyRead],
  fc.tuple(anyone, item).map(([who, place]) => readItem(who, place)),
  fc.tuple(anyone, form.kind).map(([who, kind]) => readType(who, kind)),
];

/** Each sequence starts with a field of the system, which is required, and a text for slides with a value. */
async function setUp(): Promise<{ model: Model; real: Real }> {
  const site = await buildSite(server);
  const build = (role: Person) => buildUser(site, { role });
  const users = {
    administrator: await build("administrator"),
    teacher: await build("teacher"),
    learner: await build("learner"),
  };
  const parentId = await buildCourse(site);
  const itemIds: number[] = [];
  for (const kind of ITEMS) itemIds.push(await buildItem(site, { kind, parentId }));
  const starts = [
    { isSystem: true, title: "Scanner", isRequired: true },
    { isSystem: false, title: "Organ", isRequired: false },
  ];
  const [model, ids]: [Model, number[]] = [{ fields: [] }, []];
  for (const { isSystem, ...start } of starts) {
    const values = isSystem ? [] : [[0, "Liver,Kidney"] as const];
    const stored = Object.fromEntries(values.map(([index, text]) => [itemIds[index] as number, text]));
    ids.push(await buildCustomField(site, { ...start, isSystem, values: stored }));
    const first = { ...start, kind: "image", fieldType: "text", defaultValues: [] } as const;
    model.fields.push({
      ...{ form: first, key: start.title.toLowerCase(), isPrimary: false, isSystem },
      values: new Map(values),
    });
  }
  return { model, real: { site, users, itemIds, ids } };
}

// The record takes minutes: 1,000 sequences.
it("custom fields match their model after any sequence of actions", { timeout: 600_000 }, async () => {
  await runModel(anyCommand, setUp, RUNS);
});
