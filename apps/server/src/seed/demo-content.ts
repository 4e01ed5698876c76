/** What stands in the demo site: courses, folders, and which scenes lie where. */

export interface DemoFolder {
  readonly title: string;
  readonly description: string;
  /** Keys of scenes, see tissue/tissue-scene.ts. */
  readonly scenes: readonly string[];
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
      },
      { title: "Skin", description: "Epidermis, dermis and what lies between.", scenes: ["skin-he"] },
      { title: "Liver", description: "Lobules, portal triads and central veins.", scenes: ["liver-he"] },
      { title: "Blood", description: "Red cells, white cells, platelets.", scenes: ["blood-smear"] },
    ],
  },
  {
    title: "Counting and measuring",
    description: "Slides of which the right answer is known: how many cells, what share is positive.",
    folders: [
      { title: "Immunohistochemistry", description: "Estimate the Ki-67 labelling index.", scenes: ["ki67"] },
      {
        title: "Phantoms",
        description: "Cells of a known number, on a grid of known size.",
        scenes: ["count-phantom"],
      },
    ],
  },
];
