import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { useNavigate } from "@tanstack/react-router";
import { type CasePlace, neighbourPathOf } from "./case-place.ts";

/** Opens the previous or next item of the case's parent; null: there is none. */
export function useNeighbourCase(place: CasePlace): (neighbour: Crumb | null) => void {
  const navigate = useNavigate();
  return (neighbour) => {
    if (neighbour) void navigate({ to: neighbourPathOf(place, neighbour) });
  };
}
