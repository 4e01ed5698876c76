/**
 * A content package of QTI 3.0: a manifest, and an item for each question.
 *
 * Source: 1EdTech, "QTI 3.0 Best Practices and Implementation Guide", "Packaging".
 */
import { type ExportedQuestion, isExported } from "./export-question.ts";
import { writeQtiItem } from "./write-qti-item.ts";

export interface PackageFile {
  readonly path: string;
  readonly text: string;
}

/** Those that the format cannot express are left out. */
export function writeQtiPackage(quizId: number, questions: readonly ExportedQuestion[]): PackageFile[] {
  const items = questions
    .filter(isExported)
    .map((question) => ({ path: `items/question-${question.id}.xml`, text: writeQtiItem(question) }));
  return [{ path: "imsmanifest.xml", text: manifestXml(quizId, items) }, ...items];
}

const manifestXml = (quizId: number, items: readonly PackageFile[]): string =>
  [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" identifier="quiz-${quizId}">`,
    "<metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>",
    "<organizations/>",
    "<resources>",
    ...items.map(
      ({ path }, place) =>
        `<resource identifier="item-${place + 1}" type="imsqti_item_xmlv3p0" href="${path}"><file href="${path}"/></resource>`,
    ),
    "</resources>",
    "</manifest>",
    "",
  ].join("\n");
