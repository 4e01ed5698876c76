/**
 * Writes a QTI 3.0 content package: a manifest, and an item per question.
 *
 * Source: 1EdTech, "QTI 3.0 Best Practices and Implementation Guide", "Packaging".
 */
import { type ExportedImages, imagesIn, NO_IMAGES } from "./export-images.ts";
import { type ExportedQuestion, isExported } from "./export-question.ts";
import { writeQtiItem } from "./write-qti-item.ts";
import { xmlText } from "./xml-text.ts";

/** Image folder of the package. */
const IMAGES = "images/";

interface PackageFile {
  readonly path: string;
  readonly contents: string | Uint8Array;
}

interface Item {
  readonly path: string;
  readonly contents: string;
  /** Paths of its images. */
  readonly images: readonly string[];
}

/** Questions that the format cannot express are omitted. */
export function writeQtiPackage(
  quizId: number,
  questions: readonly ExportedQuestion[],
  images: ExportedImages = NO_IMAGES,
): PackageFile[] {
  const imageAt = (address: string) => {
    const image = images.get(address);
    return image ? `../${IMAGES}${encodeURIComponent(image.name)}` : null;
  };
  const texts = ({ content, explanation = "" }: ExportedQuestion) => [content, explanation];
  const exported = questions.filter(isExported);
  const items = exported.map((question) => ({
    path: `items/question-${question.id}.xml`,
    contents: writeQtiItem(question, imageAt),
    images: imagesIn(texts(question), images).map(({ name }) => `${IMAGES}${encodeURIComponent(name)}`),
  }));
  return [
    { path: "imsmanifest.xml", contents: manifestXml(quizId, items) },
    ...items.map(({ path, contents }) => ({ path, contents })),
    ...imagesIn(exported.flatMap(texts), images).map(({ name, contents }) => ({ path: `${IMAGES}${name}`, contents })),
  ];
}

const manifestXml = (quizId: number, items: readonly Item[]): string =>
  [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" identifier="quiz-${quizId}">`,
    "<metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>",
    "<organizations/>",
    "<resources>",
    ...items.map(
      ({ path, images }, place) =>
        `<resource identifier="item-${place + 1}" type="imsqti_item_xmlv3p0" href="${path}"><file href="${path}"/>${images.map((image) => `<file href="${xmlText(image)}"/>`).join("")}</resource>`,
    ),
    "</resources>",
    "</manifest>",
    "",
  ].join("\n");
