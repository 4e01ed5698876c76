/**
 * Names by which assignments allow or deny kinds of content.
 *
 * Source: spec part 1, section 3 ("Entity types for assignments").
 */
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "../../content/item/item-kinds.ts";

export const ENTITY_TYPES = [
  "sz-image",
  "sz-attachment",
  "sz-quiz",
  "sz-textbook",
  "sz-folder",
  "sz-case",
  "sz-enrollment",
  "sz-page",
  "sz-radiology",
  "sz-embed",
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export type EntityRule = "allow" | "deny";
export type EntityRules = Record<EntityType, EntityRule>;

/** The item kind of an entity type. */
export function kindOfEntity(entityType: EntityType): ItemKind {
  const kind = ITEM_KIND_NAMES.find((name) => ITEM_KINDS[name].entityType === entityType);
  if (!kind) throw new RangeError(`unknown content type ${entityType}`);
  return kind;
}

/** Kinds that are missing in the rules are allowed. */
export function deniedKindsOf(rules: Partial<EntityRules>): ItemKind[] {
  return ENTITY_TYPES.filter((entityType) => rules[entityType] === "deny").map(kindOfEntity);
}

export function entityRulesOf(deniedKinds: readonly ItemKind[]): EntityRules {
  const ruleOf = (entityType: EntityType): EntityRule =>
    deniedKinds.includes(kindOfEntity(entityType)) ? "deny" : "allow";
  return Object.fromEntries(ENTITY_TYPES.map((entityType) => [entityType, ruleOf(entityType)])) as EntityRules;
}
