/** The rows and answers that belong to `annotation-model.ts`: a slide, people and a work group of one sequence. */
import { declineAnnotation } from "@parfocal/core/annotation/annotation.contract.ts";
import { sql } from "kysely";
import { expect } from "vitest";
import {
  addDrawing,
  type Drawing,
  isExpert,
  type Model,
  type Name,
  newModel,
  shownTo,
  titleOf,
} from "./annotation-model.ts";
import { buildAnnotation } from "./build-annotation.ts";
import type { TestSite } from "./build-site.ts";
import { buildSlide, type TestSlide } from "./build-slide.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { buildWorkGroup } from "./build-work-group.ts";
import { sendCall } from "./send-call.ts";

export interface Real {
  readonly site: TestSite;
  readonly users: Readonly<Record<Name, TestUser>>;
  readonly slide: TestSlide;
  readonly groupId: number;
  /** In the order of the model's drawings. */
  readonly ids: number[];
}

export const idOf = (model: Model, { ids }: Real, drawing: Drawing) => ids[model.drawings.indexOf(drawing)] as number;
export const answerFor = (model: Model, real: Real, who: Name) => (drawing: Drawing) =>
  expect.objectContaining({
    ...shownTo(model, who, drawing),
    id: idOf(model, real, drawing),
    workGroupId: drawing.isOfGroup ? real.groupId : null,
  });

/** The expected rows of the database, by position. */
export function expectedRowsOf(model: Model, real: Real) {
  const idOfUser = (name: Name) => real.users[name].id;
  return model.order.map((drawing) => {
    const { author, bin, review, versions, isOfGroup, isStudent, isConverted, isMarked } = drawing;
    const isUnchanged = versions.length === 1 && versions[0]?.change === "created";
    return {
      id: idOf(model, real, drawing),
      author: idOfUser(author),
      group: isOfGroup ? real.groupId : null,
      flags: [isStudent, isConverted, isMarked],
      title: titleOf(drawing),
      deletedBy: bin ? idOfUser(bin.by) : null,
      review: review && [review.state, review.comment, String(idOfUser(review.by))],
      // The first version is stored with the first change.
      versions: isUnchanged ? [] : versions.map(({ title, change, by }) => `${change} by ${idOfUser(by)}: ${title}`),
    };
  });
}

export async function storedRowsOf({ site, slide }: Real) {
  const { rows } = await sql`
    SELECT id, author_id AS author, work_group_id AS group, title,
      CASE WHEN deleted_at IS NOT NULL THEN deleted_by END AS "deletedBy",
      ARRAY[is_student, is_converted, is_student_marked] AS flags,
      CASE WHEN review_state IS NOT NULL THEN ARRAY[review_state, review_comment, reviewed_by::text] END AS review,
      ARRAY(SELECT change || ' by ' || changed_by || ': ' || title FROM annotation_version
        WHERE annotation_id = annotation.id ORDER BY version) AS versions
    FROM annotation WHERE image_id = ${slide.id} ORDER BY position
  `.execute(site.server.owner);
  return rows;
}

export const drawingAt = ({ drawings }: Model, nth: number) => drawings[nth % drawings.length] as Drawing;
/** How the calls about the slide are sent. */
export const ofSlide = ({ users, slide }: Real, who: Name) => ({
  as: users[who],
  params: { itemId: String(slide.id) },
});

interface Rejected {
  readonly status: number;
  readonly failure: { readonly data: readonly string[] };
}

export function expectRefusal({ status, failure }: Rejected, refusal: readonly [number, string?]): void {
  expect(refusal.length === 1 ? [status] : [status, failure.data[0]]).toEqual(refusal);
}

/**
 * A new slide with an annotation of each author, that of Lea declined, and one in a work group of both learners and the
 * expert.
 *
 * @param ada the administrator of the site.
 */
export async function buildAnnotationWorld(site: TestSite, ada: TestUser): Promise<{ model: Model; real: Real }> {
  const slide = await buildSlide(site);
  const build = (displayName: Name, role: "learner" | "expert") => buildUser(site, { role, displayName });
  const [Leo, Lea, Eva] = [await build("Leo", "learner"), await build("Lea", "learner"), await build("Eva", "expert")];
  const users = { Leo, Lea, Eva, Ada: ada };
  const groupId = await buildWorkGroup(site, { owner: Leo, members: [Lea, Eva] });
  const [model, ids] = [newModel(), [] as number[]];
  for (const [index, author] of (["Leo", "Lea", "Eva", "Leo"] as const).entries()) {
    const isOfGroup = index === 3;
    const group = isOfGroup ? { workGroupId: groupId } : {};
    ids.push(await buildAnnotation(site, { slide, author: users[author], title: "Tubule", ...group }));
    addDrawing(model, { author, title: "Tubule", isOfGroup, isStudent: !isExpert(author) });
  }
  const comment = "Too small";
  const params = { id: String(ids[1]) };
  await sendCall(site.server, declineAnnotation, { as: Eva, params, body: { comment } });
  Object.assign(drawingAt(model, 1), { review: { state: "declined", comment, by: "Eva" } });
  return { model, real: { site, users, slide, groupId, ids } };
}
