import type { EnrollmentField } from "@parfocal/core/enrollment/enrollment-form.ts";
import { enrollUser } from "#enrollment/enroll.ts";
import { insertFormFacts } from "#enrollment/enrollment-form.queries.ts";
import { insertItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { place } from "./build-content.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

/** One field of each type. */
export const TEST_FIELDS: readonly EnrollmentField[] = [
  { id: "number", title: "Matriculation number", type: "text", options: [] },
  { id: "semester", title: "Semester", type: "select", options: ["1", "2", "3"] },
  { id: "country", title: "Country", type: "country", options: [] },
];
export const TEST_ANSWERS = [
  { id: "number", value: "4711" },
  { id: "semester", value: "3" },
  { id: "country", value: "DE" },
];

interface FormOptions {
  readonly parentId: number;
  readonly userGroupId: number;
  readonly fields?: readonly EnrollmentField[];
  readonly title?: string;
  readonly registered?: readonly TestUser[];
}

/** @returns its ID. */
export async function buildEnrollmentForm(site: TestSite, settings: FormOptions): Promise<number> {
  const { parentId, userGroupId, fields = TEST_FIELDS, title = "Register", registered = [] } = settings;
  const id = await withSite(site.server.platform.database, site.id, async (db) => {
    const item = await insertItem(db, site.id, { kind: "enrollment", title, createdBy: null });
    await insertFormFacts(db, site.id, item.id, { userGroupId, fields });
    return item.id;
  });
  await place(site, { parentId, itemId: id });
  for (const user of registered) await buildRegistration(site, { formId: id, user });
  return id;
}

/** Registration by a form with `TEST_FIELDS`. */
export async function buildRegistration(
  site: TestSite,
  { formId, user, answers = TEST_ANSWERS }: { formId: number; user: TestUser; answers?: typeof TEST_ANSWERS },
): Promise<void> {
  await withSite(site.server.platform.database, site.id, (db) =>
    enrollUser(db, site.id, { formId, userId: user.id, answers }),
  );
}
