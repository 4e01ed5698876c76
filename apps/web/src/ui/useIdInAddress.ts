import { useSearch } from "@tanstack/react-router";
import { readId } from "#platform/address-parameters.ts";

/** The ID in a parameter of the URL. @returns null: none, or not an ID. */
export function useIdInAddress(name: string): number | null {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  return readId(search[name]);
}
