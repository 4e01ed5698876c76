import { useSearch } from "@tanstack/react-router";

/** The ID of a quiz or an attempt in the address of a page about results. @returns null: none, or not an ID. */
export function useIdInAddress(name: "quiz" | "paper"): number | null {
  const { [name]: text } = useSearch({ strict: false }) as { readonly quiz?: string; readonly paper?: string };
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
