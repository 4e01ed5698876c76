import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { useNavigate } from "@tanstack/react-router";
import { type CasePlace, neighbourPathOf } from "./case-place.ts";

/** Opens what is before or after the case in its place; null: there is nothing. */
export function useNeighbourCase(place: CasePlace): (neighbour: Crumb | null) => void {
  const navigate = useNavigate();
  return (neighbour) => {
    if (neighbour) void navigate({ to: neighbourPathOf(place, neighbour) });
  };
}
