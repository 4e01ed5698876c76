/** The item whose page is open, for its editor and its preview. */
import { usePlace } from "#item/use-place.ts";
import { useShownPlace } from "#ui/page-place.ts";

interface ShownItem {
  readonly id: number;
  /** null: a course. */
  readonly parentId: number | null;
  readonly title: string;
}

/** @returns null: another page, or one whose item was not found, which has no editor. */
export function useShownItem(): ShownItem | null {
  const place = usePlace();
  const { title, isVirtual } = useShownPlace();
  const way = place ? [...place.steps, ...place.within] : [];
  const shown = way.at(-1);
  if (shown === undefined || title === "" || isVirtual) return null;
  return { id: shown.id, parentId: way.at(-2)?.id ?? null, title };
}
