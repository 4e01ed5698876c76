/** The demo's textbook: a few pages with an outline, internal and external links, and drawn figures. */
import type { PdfPage } from "./draw-demo-pdf.ts";

const BACK = { text: "Back to the contents", link: 1 } as const;

/** Handle length of a Bezier quarter circle, as a share of the radius. */
const KAPPA = 0.5523;

/** @returns drawing operators of a filled circle with an outline. */
function circle(x: number, y: number, radius: number, fill: string): string {
  const k = radius * KAPPA;
  const curve = (...points: number[]) => `${points.map((value) => value.toFixed(1)).join(" ")} c`;
  return [
    `${fill} rg ${x + radius} ${y} m`,
    curve(x + radius, y + k, x + k, y + radius, x, y + radius),
    curve(x - k, y + radius, x - radius, y + k, x - radius, y),
    curve(x - radius, y - k, x - k, y - radius, x, y - radius),
    curve(x + k, y - radius, x + radius, y - k, x + radius, y),
    "b",
  ].join(" ");
}

const ROSE = "0.95 0.8 0.86";
const PALE = "1 0.96 0.98";
const VIOLET = "0.42 0.3 0.6";

/** A renal corpuscle: capsule, space, tuft of capillaries with their nuclei. */
const CORPUSCLE = [
  "0.5 w 0.5 0.3 0.45 RG",
  circle(210, 190, 90, ROSE),
  circle(210, 190, 80, PALE),
  ...[
    [185, 210],
    [225, 220],
    [240, 185],
    [205, 165],
    [175, 180],
    [210, 192],
  ].map(([x = 0, y = 0]) => circle(x, y, 26, ROSE)),
  ...[
    [180, 222],
    [228, 232],
    [250, 180],
    [205, 152],
    [165, 178],
    [212, 196],
    [192, 196],
    [230, 205],
  ].map(([x = 0, y = 0]) => circle(x, y, 4, VIOLET)),
].join(" ");

/** Cross sections of tubules: narrow with tall cells, wide with low ones. */
const TUBULES = [
  "0.5 w 0.5 0.3 0.45 RG",
  ...[0, 1, 2, 3].map(
    (at) =>
      `${circle(90 + at * 80, 180, 36, at % 2 === 0 ? ROSE : PALE)} ${circle(90 + at * 80, 180, at % 2 === 0 ? 12 : 24, "1 1 1")}`,
  ),
].join(" ");

export const DEMO_BOOK_PAGES: readonly PdfPage[] = [
  {
    heading: "The kidney: a short guide",
    level: 1,
    lines: [
      "Contents",
      "",
      { text: "1  Cortex", link: 2 },
      { text: "     1.1  Renal corpuscle", link: 3 },
      { text: "     1.2  Proximal and distal tubules", link: 4 },
      { text: "2  Medulla", link: 5 },
      { text: "3  Stains", link: 6 },
      { text: "     3.1  Haematoxylin and eosin", link: 6 },
      { text: "     3.2  Periodic acid-Schiff", link: 7 },
      { text: "4  Questions to test yourself", link: 8 },
      "",
      { text: "More about this program: example.org", link: "https://example.org/" },
    ],
  },
  {
    heading: "1  Cortex",
    level: 1,
    lines: [
      "The cortex is the outer zone. Look for the capsule",
      "first, then for round corpuscles between tubules.",
      "",
      "Most of what you see are proximal tubules: they are",
      "long and coiled, and so are cut many times.",
      "",
      BACK,
    ],
  },
  {
    heading: "1.1  Renal corpuscle",
    level: 2,
    lines: [
      "A corpuscle is some 200 \u00b5m wide. Measure one.",
      "Inside the capsule of Bowman is the glomerulus, a tuft",
      "of capillaries with podocytes on its outside.",
      "",
      BACK,
    ],
    figure: CORPUSCLE,
  },
  {
    heading: "1.2  Proximal and distal tubules",
    level: 2,
    lines: [
      "Proximal: tall eosinophilic cells, a narrow lumen with",
      "a brush border. Distal: low pale cells, a wide lumen.",
      "",
      "See also: ",
      { text: "the brush border in PAS", link: 7 },
    ],
    figure: TUBULES,
  },
  {
    heading: "2  Medulla",
    level: 1,
    lines: [
      "The medulla consists of pyramids. Straight tubules,",
      "thin limbs of Henle's loop and vessels run in parallel.",
      "",
      "Thin limbs have flat nuclei that bulge into the lumen.",
      "",
      BACK,
    ],
  },
  {
    heading: "3  Stains",
    level: 1,
    lines: [
      "Haematoxylin and eosin shows nuclei and cytoplasm.",
      "",
      "Nuclei are blue. The cytoplasm of proximal tubules is",
      "pink, for it is full of mitochondria.",
      "",
      BACK,
    ],
  },
  {
    heading: "3.2  Periodic acid-Schiff",
    level: 2,
    lines: [
      "PAS shows basement membranes, the mesangium",
      "and the brush border of proximal tubules.",
      "",
      "Basement membranes thicken in diabetes: Compare the",
      "capillary loops of both slides.",
      "",
      BACK,
    ],
  },
  {
    heading: "4  Questions to test yourself",
    level: 1,
    lines: [
      "1. Which stain shows basement membranes best?",
      "2. How do you tell a proximal from a distal tubule?",
      "3. Where are podocytes?",
      "",
      { text: "Answer to 1", link: 7 },
      { text: "Answer to 2", link: 4 },
      { text: "Answer to 3", link: 3 },
      "",
      BACK,
    ],
  },
];
