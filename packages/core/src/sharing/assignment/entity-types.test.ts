import { expect, it } from "vitest";
import { ITEM_KIND_NAMES, ITEM_KINDS } from "../../content/item/item-kinds.ts";
import { deniedKindsOf, ENTITY_TYPES, entityRulesOf, kindOfEntity } from "./entity-types.ts";

it("each entity type maps to one kind, and each kind with an entity type is listed", () => {
  expect(ENTITY_TYPES.map((entityType) => ITEM_KINDS[kindOfEntity(entityType)].entityType)).toEqual(ENTITY_TYPES);
  const named = ITEM_KIND_NAMES.flatMap((kind) => ITEM_KINDS[kind].entityType ?? []);
  expect(named.toSorted()).toEqual(ENTITY_TYPES.toSorted());
});

it("rules are converted to denied kinds and back; unlisted kinds are allowed", () => {
  expect(deniedKindsOf({ "sz-image": "deny", "sz-case": "allow", "sz-page": "deny" })).toEqual(["image", "page"]);
  const rules = entityRulesOf(["image", "page"]);
  expect(Object.entries(rules).filter(([, rule]) => rule === "deny")).toEqual([
    ["sz-image", "deny"],
    ["sz-page", "deny"],
  ]);
  expect(Object.keys(rules)).toEqual([...ENTITY_TYPES]);
});
