/** Copy rules of the content types: one row per type. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { Tables } from "#platform/db/database.ts";

interface ItemHandler {
  /**
   * `placed`: the copy is the same item in one more parent. `duplicated`: a new item with copies of its content.
   * `never`: it is not copied, alone or with its parent.
   */
  readonly copies: "placed" | "duplicated" | "never";
  /** Tables with a row for it by `item_id`, of which a new item gets copies. */
  readonly tables: readonly (keyof Tables)[];
}

export const ITEM_HANDLERS = {
  course: { copies: "never", tables: [] },
  folder: { copies: "duplicated", tables: [] },
  image: { copies: "placed", tables: [] },
  case: { copies: "duplicated", tables: ["slide_case"] },
  quiz: { copies: "duplicated", tables: ["quiz"] },
  quizQuestions: { copies: "duplicated", tables: [] },
  quizSlides: { copies: "duplicated", tables: [] },
  quizQuestion: { copies: "duplicated", tables: ["quiz_question"] },
  quizSlide: { copies: "duplicated", tables: ["quiz_slide"] },
  quizCase: { copies: "duplicated", tables: ["quiz_slide"] },
  quizAnswerOption: { copies: "duplicated", tables: ["quiz_answer_option"] },
  embed: { copies: "duplicated", tables: ["embed"] },
  page: { copies: "duplicated", tables: ["static_page"] },
  radiology: { copies: "duplicated", tables: ["radiology"] },
  enrollment: { copies: "duplicated", tables: ["enrollment_form"] },
  textbook: { copies: "duplicated", tables: ["textbook"] },
  attachment: { copies: "placed", tables: [] },
} as const satisfies Record<ItemKind, ItemHandler>;

/** Tables with rows that an item of any type may have; they are copied as well. */
export const TABLES_OF_ALL_KINDS = [
  "item_look",
  "content_box",
  "custom_field_value",
] as const satisfies (keyof Tables)[];
