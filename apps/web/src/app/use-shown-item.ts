/** The item of the current page, for links to its editor and its preview. */
import { usePlace } from "#item/use-place.ts";
import { useShownPlace } from "#ui/page-place.ts";

interface ShownItem {
  readonly id: number;
  /** Null: a course. */
  readonly parentId: number | null;
  readonly title: string;
}

/** @returns null for other pages, and for an item that was not found and thus has no editor. */
export function useShownItem(): ShownItem | null {
  const place = usePlace();
  const { title, isVirtual } = useShownPlace();
  const way = place ? [...place.steps, ...place.within] : [];
  const shown = way.at(-1);
  if (shown === undefined || title === "" || isVirtual) return null;
  return { id: shown.id, parentId: way.at(-2)?.id ?? null, title };
}
