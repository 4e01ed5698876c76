/** English texts of the panel "How annotations look". */
export const annotationStyleEn = {
  title: "How annotations look",
  opacity: "Opacity",
  percent: "{{value}} %",
  strokeWidth: "Width of lines",
  pixels: "{{value}} px",
  labels: "Titles beside all of them",
  numbers: "Numbers",
  types: "By type",
  colorOf: "Colour: {{type}}",
  ownColor: "By whose it is",
  ownColorOf: "{{type}}: colour by whose it is",
  filledOf: "{{type}}: filled",
  filled: "Filled",
  whose: "Line and mark always tell whose an annotation is.",
  reset: "As at first",
} as const;
