/** Position of an attachment: its neighbours in its course or folder. */
import { getCourse } from "@parfocal/core/course/course.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import type { Crumb, ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { useQuery } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";

interface Surroundings {
  /** From the course down to the attachment itself. */
  readonly path: readonly Crumb[];
  readonly previous: Crumb | null;
  readonly next: Crumb | null;
}

interface Parent {
  readonly path: readonly Crumb[];
  readonly items: readonly ItemCard[];
}

async function fetchParent({ kind, id }: PathStep, signal: AbortSignal): Promise<Parent> {
  if (kind === "folder") return await call(getFolder, { params: { id } }, { signal });
  const { title, items } = await call(getCourse, { params: { id } }, { signal });
  return { path: [{ id, type: "course", title }], items };
}

/** The previous and next item that have a page of their own. */
export function surroundingsOf({ path, items }: Parent, self: Crumb): Surroundings {
  const siblings = items.filter(({ type }) => type !== "folder" && ITEM_KINDS[type].segment !== null);
  const place = siblings.findIndex(({ id }) => id === self.id);
  const crumbAt = (index: number): Crumb | null => {
    const card = place < 0 ? undefined : siblings[index];
    return card ? { id: card.id, type: card.type, title: card.title } : null;
  };
  return { path: [...path, self], previous: crumbAt(place - 1), next: crumbAt(place + 1) };
}

/** @param parent parent from the URL; undefined, or of another type: the neighbours are unknown. */
export function useSurroundings(parent: PathStep | undefined, self: Crumb): Surroundings {
  const isKnown = parent?.kind === "folder" || parent?.kind === "course";
  const { data } = useQuery({
    queryKey: [...contentKeys.all, "around", parent?.kind, parent?.id],
    queryFn: ({ signal }) => fetchParent(parent as PathStep, signal),
    enabled: isKnown,
  });
  return data ? surroundingsOf(data, self) : { path: [self], previous: null, next: null };
}
