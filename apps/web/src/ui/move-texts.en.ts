/** English screen reader announcements for moving items in a list. */
export const moveEn = {
  movePicked: "Picked up {{title}}, position {{number}} of {{total}}.",
  moveOver: "{{title}}: position {{number}} of {{total}}.",
  moveDropped: "Dropped {{title}} at position {{number}} of {{total}}.",
  moveCancelled: "Move cancelled. {{title}} was not moved.",
  moveInstructions: "Press Space to pick up, arrow keys to move, Space to drop, Escape to cancel.",
} as const;
