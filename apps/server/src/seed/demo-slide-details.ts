/** Details of the demo's slides: fields, content boxes, an attached image. */
import type { BoxTab } from "@parfocal/core/box/box.contract.ts";
import type { FieldType } from "@parfocal/core/item/field-type-names.ts";

interface DemoField {
  readonly title: string;
  readonly fieldType: FieldType;
  readonly isPrimary: boolean;
  readonly defaultValues: readonly string[];
  /** Value by key of a scene, see tissue/tissue-scene.ts. */
  readonly values: Readonly<Record<string, string>>;
}

export const DEMO_FIELDS: readonly DemoField[] = [
  {
    title: "Organ",
    fieldType: "select",
    isPrimary: true,
    defaultValues: ["Kidney", "Skin", "Liver", "Blood", "Breast"],
    values: {
      "kidney-he": "Kidney",
      "kidney-pas": "Kidney",
      "skin-he": "Skin",
      "liver-he": "Liver",
      "blood-smear": "Blood",
      ki67: "Breast",
    },
  },
  {
    title: "Stain",
    fieldType: "text",
    isPrimary: false,
    defaultValues: [],
    values: {
      "kidney-he": "Hematoxylin and eosin",
      "kidney-pas": "Periodic acid–Schiff",
      "skin-he": "Hematoxylin and eosin",
      "liver-he": "Hematoxylin and eosin",
      "blood-smear": "Romanowsky",
      ki67: "Ki-67, DAB",
    },
  },
  {
    title: "Keywords",
    fieldType: "tags",
    isPrimary: false,
    defaultValues: [],
    values: { "kidney-he": "glomerulus, tubule, cortex", "kidney-pas": "glomerulus, basement membrane" },
  },
];

const page = (title: string, content: string) => ({ title, content, isActive: true });

interface DemoDetails {
  /** Key of the scene. */
  readonly scene: string;
  readonly tabs: readonly BoxTab[];
  readonly attachmentTitle: string;
}

export const DEMO_DETAILS: DemoDetails = {
  scene: "kidney-he",
  tabs: [
    {
      title: "What to see",
      contentPages: [
        page(
          "Renal corpuscles",
          "<p>Find three <b>glomeruli</b>. Around each lies Bowman's capsule with a <i>clear space</i> between tuft and wall.</p>" +
            "<ul><li>Which pole do the arterioles enter by?</li><li>How wide is a corpuscle? Measure two diameters.</li></ul>",
        ),
        page(
          "Tubules",
          "<p>Tell them apart by wall and lumen:</p>" +
            '<table><tbody><tr><th scope="row">Proximal</th><td>broad, eosinophilic cells; a lumen like a star</td></tr>' +
            '<tr><th scope="row">Distal</th><td>lower, paler cells; a wide, clear lumen</td></tr></tbody></table>',
        ),
      ],
    },
    {
      title: "Stain",
      contentPages: [
        page(
          "",
          '<p><span style="color: #8f7fe0">Hematoxylin</span> shows nuclei, <span style="color: #e58ab0">eosin</span> cytoplasm and fibres.</p>',
        ),
      ],
    },
  ],
  attachmentTitle: "Where the slide is from (scheme of a kidney)",
};
