import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { ITEM_KINDS, type ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { expect, it } from "vitest";
import { surroundingsOf } from "./surroundings.ts";

const KINDS: readonly ItemKind[] = ["folder", "image", "case", "quiz", "page", "embed", "textbook", "radiology"];
const items = KINDS.map((type, at) => ({ id: at + 1, type, title: ITEM_KINDS[type].segment })) as unknown as ItemCard[];

it("previous and next include every item of a folder that has a page, also cases and quizzes", () => {
  const around = (id: number, type: ItemKind) => {
    const { previous, next } = surroundingsOf({ path: [], items }, { id, type, title: "" });
    return [previous?.type ?? null, next?.type ?? null];
  };
  const steps = KINDS.slice(1).map((type, at) => around(at + 2, type));
  expect(steps).toEqual([
    [null, "case"],
    ["image", "quiz"],
    ["case", "page"],
    ["quiz", "embed"],
    ["page", "textbook"],
    ["embed", "radiology"],
    ["textbook", null],
  ]);
});
