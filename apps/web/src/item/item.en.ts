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
  failedBecause: "Could not be prepared: {{reason}}",
  retry: "Try again",
  emptyTitle: "Nothing here yet",
  emptyText: "Slides and folders will appear here.",
  emptyManagerTitle: "Put the first slide here",
  emptyManagerText:
    "Drop whole-slide images anywhere on this page, or choose files or a folder: SVS, NDPI, SCN, BIF, DICOM, OME-TIFF, Deep Zoom, Zoomify, TIFF, JPEG, PNG and others, also in a zip.",
  chooseSlides: "Choose slides",
  dropHere: "Drop to upload to “{{place}}”",
} as const;
