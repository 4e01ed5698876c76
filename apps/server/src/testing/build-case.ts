import type { CaseLayout } from "@parfocal/core/case/case-layout.ts";
import { DEFAULT_CASE_LAYOUT } from "@parfocal/core/case/case-layout.ts";
import { type CaseItemInput, changeCaseItems } from "#case/change-case-items.ts";
import { addCase } from "#case/create-case.ts";
import { withSite } from "#platform/db/database.ts";
import { buildCourse } from "./build-content.ts";
import type { TestSite } from "./build-site.ts";

interface CaseOptions {
  readonly title?: string;
  /** Default: a new visible course. */
  readonly parentId?: number;
  readonly diagnosis?: string;
  readonly layout?: CaseLayout;
  /** In order; omitted fields have the values of a new case. */
  readonly items?: readonly CaseItemInput[];
}

/** A case written directly to the database. @returns its ID. */
export async function buildCase(
  site: TestSite,
  { title = "Lupus nephritis", parentId, diagnosis = "", layout = DEFAULT_CASE_LAYOUT, items = [] }: CaseOptions = {},
): Promise<number> {
  const parent = parentId ?? (await buildCourse(site));
  return withSite(site.server.platform.database, site.id, async (db) => {
    const id = await addCase(
      db,
      { siteId: site.id, createdBy: null },
      {
        title,
        parentId: parent,
        subtitle: "",
        description: "",
        diagnosis,
        collapseDiagnosis: false,
        layout: { ...layout },
        imageIds: [],
      },
    );
    await changeCaseItems(db, site.id, id, items);
    return id;
  });
}
