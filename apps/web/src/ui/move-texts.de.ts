/** German screen reader announcements for moving items in a list. */
import type { moveEn } from "./move-texts.en.ts";

export const moveDe: Record<keyof typeof moveEn, string> = {
  movePicked: "{{title}} aufgenommen, Position {{number}} von {{total}}.",
  moveOver: "{{title}}: Position {{number}} von {{total}}.",
  moveDropped: "{{title}} an Position {{number}} von {{total}} abgelegt.",
  moveCancelled: "Verschieben abgebrochen. {{title}} wurde nicht verschoben.",
  moveInstructions: "Leertaste nimmt auf, Pfeiltasten verschieben, Leertaste legt ab, Escape bricht ab.",
};
