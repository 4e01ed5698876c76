/**
 * The annotations on a slide as a model predicts them: who may see, change and delete which, and what is answered.
 *
 * Source: spec decisions, "Roles"; the contracts of annotations and work groups.
 */
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";

/** Two learners, an expert, an administrator. */
export const PEOPLE = ["Leo", "Lea", "Eva", "Ada"] as const;
export type Name = (typeof PEOPLE)[number];

export interface Drawing {
  readonly author: Name;
  readonly isOfGroup: boolean;
  readonly versions: { readonly title: string; readonly change: string; readonly by: Name }[];
  isStudent: boolean;
  isConverted: boolean;
  isMarked: boolean;
  review: { readonly state: "accepted" | "declined"; readonly comment: string; readonly by: Name } | null;
  /** null: not in the bin. */
  bin: { readonly by: Name; readonly turn: number; readonly isOld: boolean } | null;
}

/** What a creating call contained. */
export interface Sent {
  readonly title: string;
  readonly isOfGroup: boolean;
}

export interface Model {
  /** As created, including those that no longer exist. */
  readonly drawings: Drawing[];
  /** Those that exist, by position. */
  order: Drawing[];
  /** The longest-standing member first. */
  members: Name[];
  owner: Name;
  /** `deleted`: it can be restored. */
  group: "active" | "deleted" | "gone";
  readonly deletedPeople: Set<Name>;
  /** By person and key. */
  readonly keys: Map<string, Sent & { readonly drawing: Drawing; isOld: boolean }>;
  isShownToLearners: boolean;
  /** Number of actions so far. */
  turn: number;
}

export const newModel = (): Model => ({
  drawings: [],
  order: [],
  members: ["Leo", "Lea", "Eva"],
  owner: "Leo",
  group: "active",
  deletedPeople: new Set(),
  keys: new Map(),
  isShownToLearners: true,
  turn: 0,
});

export const isExpert = (who: Name) => who === "Eva" || who === "Ada";
export const isMember = ({ group, members }: Model, who: Name) => group === "active" && members.includes(who);
export const titleOf = ({ versions }: Drawing) => versions.at(-1)?.title ?? "";
/** Whether it exists and is not in the bin. */
export const isListed = (model: Model, drawing: Drawing) => model.order.includes(drawing) && drawing.bin === null;

export function maySee(model: Model, who: Name, { isOfGroup, isStudent, author }: Drawing): boolean {
  if (isOfGroup) return isMember(model, who);
  return isExpert(who) || !isStudent || author === who;
}

export function mayEdit(model: Model, who: Name, drawing: Drawing): boolean {
  if (!maySee(model, who, drawing)) return false;
  if (drawing.isConverted) return isExpert(who);
  return drawing.author === who || (who === "Ada" && !drawing.isStudent && !drawing.isOfGroup);
}

export function mayDelete(model: Model, who: Name, drawing: Drawing): boolean {
  if (!maySee(model, who, drawing)) return false;
  return drawing.isConverted ? isExpert(who) : drawing.author === who || who === "Ada";
}

export const mayRestore = (model: Model, who: Name, drawing: Drawing): boolean =>
  model.order.includes(drawing) && drawing.bin?.isOld === false && mayDelete(model, who, drawing);

/** Status of a rejected action at an annotation; null: it is possible. */
export function refusalOf(model: Model, who: Name, drawing: Drawing, may: typeof mayEdit): 401 | 403 | 404 | null {
  if (model.deletedPeople.has(who)) return 401;
  if (!isListed(model, drawing) || !maySee(model, who, drawing)) return 404;
  return may(model, who, drawing) ? null : 403;
}

/** Status and code of a rejected review; null: it is possible. */
export function reviewRefusalOf(model: Model, who: Name, drawing: Drawing): [number, string?] | null {
  if (model.deletedPeople.has(who)) return [401];
  if (!isExpert(who)) return [403];
  if (!isListed(model, drawing) || !maySee(model, who, drawing)) return [404];
  if (drawing.isConverted) return [409, "alreadyConverted"];
  if (drawing.isMarked) return [409, "alreadyPublished"];
  if (!drawing.isStudent) return [409, "notStudent"];
  return drawing.isOfGroup ? [409, "ofWorkGroup"] : null;
}

type NewDrawing = Pick<Drawing, "author" | "isOfGroup" | "isStudent"> & { readonly title: string };

export function addDrawing(model: Model, { title, ...drawing }: NewDrawing, change = "created"): Drawing {
  const versions = [{ title, change, by: drawing.author }];
  const added = { ...drawing, versions, isConverted: false, isMarked: false, review: null, bin: null };
  model.drawings.push(added);
  model.order.push(added);
  return added;
}

/** A changed annotation is reviewed again if its author changed it after it was declined. */
export function changeDrawing(drawing: Drawing, { title, change, by }: Drawing["versions"][number]): void {
  drawing.versions.push({ title, change, by });
  if (drawing.author === by && drawing.review?.state === "declined") drawing.review = null;
}

const IS_IN_FILTER: Record<AnnotationFilter, (drawing: Drawing, who: Name) => boolean> = {
  all: () => true,
  expert: ({ isStudent, isOfGroup }) => !isStudent && !isOfGroup,
  student: ({ isStudent, isOfGroup }) => isStudent && !isOfGroup,
  mine: ({ author }, who) => author === who,
  none: () => false,
  workgroup: ({ isOfGroup }) => isOfGroup,
};

/** Annotations that a person's list contains. */
export function listedFor(model: Model, who: Name, filter: AnnotationFilter): Drawing[] {
  const isHidden = ({ isOfGroup, author }: Drawing) =>
    !model.isShownToLearners && !isExpert(who) && !isOfGroup && author !== who;
  return model.order
    .filter((drawing) => isListed(model, drawing) && maySee(model, who, drawing) && !isHidden(drawing))
    .filter((drawing) => IS_IN_FILTER[filter](drawing, who));
}

/** Student annotations that wait for a review, the oldest first. */
export const waitingFor = (model: Model): Drawing[] =>
  model.drawings.filter(
    (drawing) => isListed(model, drawing) && drawing.isStudent && !drawing.isOfGroup && drawing.review === null,
  );

/** What a person is answered about an annotation. */
export const shownTo = (model: Model, who: Name, drawing: Drawing) => ({
  title: titleOf(drawing),
  author: model.deletedPeople.has(drawing.author) ? "Deleted person" : drawing.author,
  isUserOwner: drawing.author === who,
  isStudent: drawing.isStudent,
  isConverted: drawing.isConverted,
  isStudentMarked: drawing.isMarked,
  userCanEdit: mayEdit(model, who, drawing),
  userCanDelete: mayDelete(model, who, drawing),
});

/** The annotations of a deleted work group are never seen again. */
function endGroup(model: Model): void {
  model.group = "gone";
  model.order = model.order.filter(({ isOfGroup }) => !isOfGroup);
}

/** A work group passes to its longest-standing member. */
export function deletePerson(model: Model, who: Name, work: "keep" | "remove"): void {
  model.deletedPeople.add(who);
  if (work === "remove") model.order = model.order.filter(({ author }) => author !== who);
  model.members = model.members.filter((name) => name !== who);
  if (model.owner !== who || model.group === "gone") return;
  const [heir] = model.members;
  if (heir) model.owner = heir;
  else endGroup(model);
}
