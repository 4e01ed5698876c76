/** English texts of the annotation style panel. */
export const annotationStyleEn = {
  title: "Annotation style",
  opacity: "Opacity",
  percent: "{{value}}%",
  strokeWidth: "Line width",
  pixels: "{{value}} px",
  labels: "Show titles",
  numbers: "Show numbers",
  types: "Style by type",
  colorOf: "{{type}}: colour",
  ownColor: "By author type",
  ownColorOf: "{{type}}: colour by author type",
  filledOf: "{{type}}: filled",
  filled: "Filled",
  whose: "Line style and marker always show the author type: expert, student or you.",
  reset: "Reset to defaults",
} as const;
