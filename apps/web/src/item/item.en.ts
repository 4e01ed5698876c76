/** English texts of what stands in courses and folders. */
export const itemEn = {
  folders: "Folders",
  slides: "Slides",
  contents_one: "{{count}} thing in it",
  contents_other: "{{count}} things in it",
  noContents: "Empty",
  inactive: "Not active",
  inactiveHint: "Learners do not see it",
  queued: "Waiting to be prepared",
  preparing: "Being prepared: {{percent}}",
  failed: "Could not be prepared",
  retry: "Try again",
  emptyTitle: "Nothing here yet",
  emptyText: "Slides and folders will appear here.",
  emptyManagerTitle: "Put the first slide here",
  emptyManagerText:
    "Drop whole-slide images anywhere on this page, or choose them from a disk. SVS, TIFF, JPEG and PNG files can be looked at.",
  chooseSlides: "Choose slides",
  dropHere: "Drop to upload to “{{place}}”",
} as const;
