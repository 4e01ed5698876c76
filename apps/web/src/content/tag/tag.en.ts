/** English texts for changing the tags of several items. */
import { uiEn } from "#ui/ui.en.ts";

export const tagEn = {
  ofMany_one: "Tags for {{count}} item",
  ofMany_other: "Tags for {{count}} items",
  without_one: "{{count}} selected item cannot have tags and is skipped.",
  without_other: "{{count}} selected items cannot have tags and are skipped.",
  field: "New tag",
  add: "Add to all",
  none: "No tags yet.",
  failed: "The tags could not be loaded.",
  retry: uiEn.tryAgain,
  onAll: "on all",
  onSome: "on {{count}} of {{total}}",
  giveAll: "Add to the rest",
  giveAllOf: "Add to the rest: {{tag}}",
  takeOf: "Remove “{{tag}}” from all",
  given_one: "“{{tag}}” added to {{count}} item",
  given_other: "“{{tag}}” added to {{count}} items",
  taken_one: "“{{tag}}” removed from {{count}} item",
  taken_other: "“{{tag}}” removed from {{count}} items",
  allHave: "All selected items already have “{{tag}}”.",
  undo: uiEn.undo,
  undone: "Undone",
  done: "Done",
} as const;
