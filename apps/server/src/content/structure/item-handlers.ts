/** Copy rules of the content types: one row per type. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { Tables } from "#platform/db/database.ts";

export interface ItemHandler {
  /**
   * `placed`: the copy is the same item in one more parent. `anew`: it is another item, with copies of its content.
   * `never`: it is not copied, alone or with its parent.
   */
  readonly copies: "placed" | "anew" | "never";
  /** Tables with a row of it by `item_id`, which a new item gets copies of. */
  readonly tables: readonly (keyof Tables)[];
}

export const ITEM_HANDLERS = {
  course: { copies: "never", tables: [] },
  folder: { copies: "anew", tables: [] },
  image: { copies: "placed", tables: [] },
  case: { copies: "anew", tables: ["slide_case"] },
  quiz: { copies: "anew", tables: ["quiz"] },
  quizQuestions: { copies: "anew", tables: [] },
  quizSlides: { copies: "anew", tables: [] },
  quizQuestion: { copies: "anew", tables: ["quiz_question"] },
  quizSlide: { copies: "anew", tables: ["quiz_slide"] },
  quizCase: { copies: "anew", tables: ["quiz_slide"] },
  quizAnswerOption: { copies: "anew", tables: ["quiz_answer_option"] },
  embed: { copies: "anew", tables: ["embed"] },
  page: { copies: "anew", tables: ["static_page"] },
  radiology: { copies: "anew", tables: ["radiology"] },
  enrollment: { copies: "anew", tables: ["enrollment_form"] },
  textbook: { copies: "anew", tables: ["textbook"] },
  attachment: { copies: "placed", tables: [] },
} as const satisfies Record<ItemKind, ItemHandler>;

/** Rows that an item of any kind may have: copied as well. */
export const TABLES_OF_ALL_KINDS = [
  "item_look",
  "content_box",
  "custom_field_value",
] as const satisfies (keyof Tables)[];
