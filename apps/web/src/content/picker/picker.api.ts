/** Queries of pickers: items of a type by text and location, page by page, and the available locations. */
import { type Attachment, listAttachments } from "@parfocal/core/attachment/attachment.contract.ts";
import { searchAttachments } from "@parfocal/core/attachment/search-attachments.contract.ts";
import { listCases } from "@parfocal/core/case/case.contract.ts";
import { listImages } from "@parfocal/core/image/image.contract.ts";
import { searchImages } from "@parfocal/core/image/search-images.contract.ts";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { searchQuestions } from "@parfocal/core/quiz/search-questions.contract.ts";
import { listRadiology } from "@parfocal/core/radiology/radiology.contract.ts";
import { getTree } from "@parfocal/core/structure/structure.contract.ts";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { childrenOf, EMPTY_TREE, mergeTree, type TreeState } from "#tree/tree-state.ts";
import type { PickedKind, PickerItem } from "./picker-item.ts";

/** Page size of each list; fewer items are the last page. Source: spec part 1, section 9 (questions). */
const PAGE_SIZE = 30;

interface PickerQuery {
  /** From 1. */
  readonly page: number;
  readonly q: string;
  /** Only items below this one, at any depth; null: everywhere. */
  readonly folder: number | null;
}

type Ask = (query: PickerQuery, t: TFunction, signal: AbortSignal) => Promise<PickerItem[]>;

const ofCard = ({ id, title, thumbnail, colour }: ItemCard, kind: PickedKind, more: string): PickerItem => ({
  id,
  kind,
  title,
  more,
  thumbnail,
  colour,
});

const ofAttachment = ({ id, title, filename, url, kind, src }: Attachment): PickerItem => ({
  id,
  kind: "attachment",
  title,
  more: filename === title ? "" : filename || url,
  thumbnail: kind === "image" ? src : null,
  colour: null,
});

const queryOf = ({ page, q, folder }: PickerQuery) => ({
  page: String(page),
  ...(q === "" ? {} : { q }),
  ...(folder === null ? {} : { folder: String(folder) }),
});

/** Without text it is a list; with text, which may be long, a search. */
const ASK: Record<PickedKind, Ask> = {
  image: async (query, _t, signal) => {
    const cards = await (query.q === ""
      ? call(listImages, { query: queryOf(query) }, { signal })
      : call(searchImages, { body: query }, { signal }));
    return cards.map((card) => ({ ...ofCard(card, "image", card.subtitle), isHiddenElsewhere: !card.isActive }));
  },
  case: async (query, t, signal) => {
    const cards = await call(listCases, { query: queryOf(query) }, { signal });
    return cards.map((card) => {
      const slides = t("picker.slideCount", { count: card.itemCount });
      return ofCard(card, "case", [card.subtitle, slides].filter((part) => part !== "").join(" · "));
    });
  },
  attachment: async (query, _t, signal) => {
    const found = await (query.q === ""
      ? call(listAttachments, { query: queryOf(query) }, { signal })
      : call(searchAttachments, { body: query }, { signal }));
    return found.map(ofAttachment);
  },
  radiology: async (query, _t, signal) => {
    const cards = await call(listRadiology, { query: queryOf(query) }, { signal });
    return cards.map((card) => ofCard(card, "radiology", card.subtitle));
  },
  quizQuestion: async (body, t, signal) =>
    (await call(searchQuestions, { body }, { signal })).map(({ id, title, type, quizTitle, thumbnail }) => ({
      id,
      kind: "quizQuestion",
      title,
      more: `${t(`quiz.type_${type}`)} · ${quizTitle}`,
      thumbnail,
      colour: null,
    })),
};

/** While a new search is running, the previous results of the same type stay. */
export function useOffered(kind: PickedKind, q: string, folder: number | null) {
  const { t } = useTranslation();
  return useInfiniteQuery({
    queryKey: [...contentKeys.all, "picker", kind, q, folder],
    queryFn: ({ pageParam, signal }) => ASK[kind]({ page: pageParam, q, folder }, t, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < PAGE_SIZE ? undefined : pages.length + 1),
    // An item may have been added between two pages: then the last of one page is the first of the next.
    select: ({ pages }) => [...new Map(pages.flat().map((item) => [item.id, item])).values()],
    placeholderData: (before, query) => (query?.queryKey.includes(kind) ? keepPreviousData(before) : undefined),
  });
}

interface PickerPlace {
  readonly id: number;
  /** Path from the course down. */
  readonly way: readonly string[];
}

/** Locations that can contain items of a type, in tree order. */
const PLACES: Record<PickedKind, ReadonlySet<ItemKind>> = {
  image: new Set(["course", "folder", "case"]),
  case: new Set(["course", "folder"]),
  attachment: new Set(["course", "folder", "image"]),
  radiology: new Set(["course", "folder"]),
  quizQuestion: new Set(["course", "folder", "quiz"]),
};

export function usePickerPlaces(kind: PickedKind) {
  return useQuery({
    queryKey: [...contentKeys.all, "picker", "places"],
    queryFn: ({ signal }) => call(getTree, {}, { signal }),
    select: (tree) => placesIn(mergeTree(EMPTY_TREE, tree), PLACES[kind]),
  });
}

function placesIn(tree: TreeState, kinds: ReadonlySet<ItemKind>): PickerPlace[] {
  const places = new Map<number, PickerPlace>();
  const walk = (parentId: number | null, above: readonly string[]): void => {
    for (const { id } of childrenOf(tree, parentId)) {
      const node = tree.nodes.get(id);
      // An item with several placements is named by the first one.
      if (!node || !kinds.has(node.type) || places.has(id)) continue;
      const way = [...above, node.title];
      places.set(id, { id, way });
      walk(id, way);
    }
  };
  walk(null, []);
  return [...places.values()];
}
