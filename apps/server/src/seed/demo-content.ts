/** Content of the demo site: courses, folders, and the scenes in them. */

export interface DemoCase {
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly diagnosis: string;
  readonly collapseDiagnosis: boolean;
  /** Keys of scenes of the same folder; those of the same section are bound to each other. */
  readonly scenes: readonly string[];
}

export interface DemoFolder {
  readonly title: string;
  readonly description: string;
  /** Keys of scenes, see tissue/tissue-scene.ts. */
  readonly scenes: readonly string[];
  readonly cases?: readonly DemoCase[];
}

interface DemoCourse {
  readonly title: string;
  readonly description: string;
  readonly folders: readonly DemoFolder[];
}

export const DEMO_COURSES: readonly DemoCourse[] = [
  {
    title: "Histology: a first look",
    description:
      "Organs and cells at every magnification. All slides of this course are drawn by Parfocal itself, nucleus by nucleus.",
    folders: [
      {
        title: "Kidney",
        description: "Cortex with glomeruli and tubules, in two stains.",
        scenes: ["kidney-he", "kidney-pas"],
        cases: [
          {
            title: "One section, two stains",
            subtitle: "H&E and PAS, bound to each other",
            description:
              "The same section of kidney cortex, stained with H&E, then with PAS, and scanned by two scanners. The slides are bound: move one, and the other follows the tissue, though it is turned and its pixels are twice as large.",
            diagnosis:
              "Normal kidney cortex. PAS shows what H&E hides: basement membranes of tubules and glomeruli, and the brush border of proximal tubules.",
            collapseDiagnosis: false,
            scenes: ["kidney-he", "kidney-pas"],
          },
        ],
      },
      { title: "Skin", description: "Epidermis, dermis and their junction.", scenes: ["skin-he"] },
      { title: "Liver", description: "Lobules, portal triads and central veins.", scenes: ["liver-he"] },
      { title: "Blood", description: "Red cells, white cells, platelets.", scenes: ["blood-smear"] },
    ],
  },
  {
    title: "Counting and measuring",
    description: "Slides of which the right answer is known: how many cells, what share is positive.",
    folders: [
      {
        title: "Immunohistochemistry",
        description: "Estimate the Ki-67 labelling index.",
        scenes: ["ki67"],
        cases: [
          {
            title: "How fast does it grow?",
            subtitle: "Ki-67 in a carcinoma",
            description:
              "Find the hot spot, and estimate the share of brown nuclei among the tumour cells there and in quiet nests. Then unfold the diagnosis.",
            diagnosis:
              "A carcinoma that grows unevenly: up to 42 % of the tumour nuclei are positive in the hot spots, some 10 % in quiet nests.",
            collapseDiagnosis: true,
            scenes: ["ki67"],
          },
        ],
      },
      {
        title: "Phantoms",
        description: "Cells of a known number, on a grid of known size.",
        scenes: ["count-phantom"],
      },
    ],
  },
];
