/** The rules of plain English that a machine can hold, over every English text of the web. */
import { MESSAGES } from "@parfocal/core/messages.ts";
import { describe, expect, it } from "vitest";
import { english } from "./english.ts";

/** Words for which the interface has a term of the field, or none. */
const AVOIDED_WORDS = /\b(thing|things|whoever|please|e-mail|anew|meanwhile|picture|pictures|lies|stands)\b/i;
/** A label is a noun, not a clause. */
const CLAUSE = /^(How|What|Where|Who)\b/;
/** Keys of texts that are sentences. */
const SENTENCE_KEY = /(Text|Hint|Failed)(_\w+)?$/;

/** Texts that break a rule: to be emptied. */
const EXCEPTIONS: ReadonlySet<string> = new Set([
  "annotation.binFailed",
  "annotation.historyFailed",
  "annotation.reviewFailed",
  "annotation.tools",
  "annotationEditing.shapesOnTheirWay",
  "annotationEditing.tools",
  "annotationExchange.failed",
  "annotationStyle.title",
  "app.breadcrumbs",
  "case.fitTitle",
  "case.moveDropped",
  "case.slidesChanged",
  "cursor.hint",
  "embed.fault_credentials",
  "embed.fault_empty",
  "embed.fault_ipAddress",
  "embed.fault_malformed",
  "embed.fault_notPublic",
  "embed.fault_ownSite",
  "enrollment.answerEmpty",
  "enrollment.answerNotACountry",
  "enrollment.answerNotAnOption",
  "enrollment.choose",
  "enrollment.failed",
  "enrollment.fault_sameOption",
  "enrollment.fault_titleMissing",
  "enrollment.fault_titleTooLong",
  "enrollment.fault_tooFewOptions",
  "enrollment.fields",
  "enrollment.groupHint",
  "enrollment.groupMissing",
  "enrollment.groupsFailed",
  "enrollment.opensLater",
  "enrollment.registeredOut",
  "enrollment.registrationsNothing",
  "enrollment.search",
  "enrollment.yourAnswers",
  "enrollment.yourAnswersHint",
  "grid.countNone",
  "item.contents_one",
  "item.contents_other",
  "item.counts",
  "page.fieldThumbnail",
  "page.thumbnailHint",
  "page.titleMissing",
  "platform.networkLost",
  "radiology.addText",
  "radiology.checkingLearner",
  "radiology.checkingText",
  "radiology.command_fit",
  "radiology.failedLearner",
  "radiology.failedTitle",
  "radiology.fault_noPictures",
  "radiology.fileFault_notZip",
  "radiology.ignored_one",
  "radiology.ignored_other",
  "radiology.keyEnds",
  "radiology.keyStep",
  "radiology.keyStride",
  "radiology.keysHint",
  "radiology.loaded",
  "radiology.mayShowNames",
  "radiology.modality_OT",
  "radiology.modality_SC",
  "radiology.noSeries",
  "radiology.noWindow",
  "radiology.noneShowable",
  "radiology.picture",
  "radiology.pictureCount_one",
  "radiology.pictureCount_other",
  "radiology.pictureFailed",
  "radiology.pictureLabel",
  "radiology.pictureLoading",
  "radiology.seriesFault_encoding",
  "radiology.thumbnailHint",
  "radiology.tool_pan",
  "radiology.tool_scroll",
  "radiology.tools",
  "radiology.viewer",
  "search.noneText",
  "search.way",
  "session.expiredTitle",
  "session.wait",
  "slide.channelHistogram",
  "slide.externalAllowText",
  "slide.externalNoAnswer",
  "slide.externalNoTiles",
  "slide.externalTitle",
  "slide.failedText",
  "slide.infoPicture",
  "slide.infoProperties",
  "slide.missingText",
  "slide.otherViewersHint",
  "slide.otherViewersShared",
  "slide.patientDataGoes_pictures",
  "slide.processingText",
  "slide.shareFailed",
  "slide.styles",
  "stain.pickFailed",
  "stain.residual",
  "tag.given_one",
  "tag.given_other",
  "tag.ofMany_one",
  "tag.ofMany_other",
  "tag.taken_one",
  "tag.taken_other",
  "textbook.notPdf",
  "workGroup.email",
  "workGroup.emailWrong",
  "workGroup.noneYetHint",
  "workGroup.takeOutHint",
]);

/** Texts of the specification, word for word (`docs/spec/messages.tsv`); their `{word}` matches any text. */
const FIXED = Object.values(MESSAGES).map(
  (text) => new RegExp(`^${text.replace(/[.*+?^$()[\]\\|]/g, "\\$&").replace(/\{\w+\}/g, ".+")}$`),
);
const isFixed = (text: string): boolean => FIXED.some((fixed) => fixed.test(text));

const texts = Object.entries(english).flatMap(([catalogue, ofCatalogue]) =>
  Object.entries(ofCatalogue as Record<string, string>).map(([key, text]) => ({
    key: `${catalogue}.${key}`,
    text,
    isLabel: !SENTENCE_KEY.test(key) && !text.endsWith("?"),
  })),
);

const breaksRule = ({ text, isLabel }: { readonly text: string; readonly isLabel: boolean }): boolean =>
  !isFixed(text) && (AVOIDED_WORDS.test(text) || (isLabel && CLAUSE.test(text)));

describe("English texts", () => {
  it("use the terms of the glossary, and labels are nouns", () => {
    expect(texts.length).toBeGreaterThan(2000);
    expect(texts.filter((one) => breaksRule(one) && !EXCEPTIONS.has(one.key))).toEqual([]);
  });

  it("have no exception that is no longer needed", () => {
    const broken = new Set(texts.filter(breaksRule).map(({ key }) => key));
    expect([...EXCEPTIONS].filter((key) => !broken.has(key))).toEqual([]);
  });

  const EXAMPLES: [isLabel: boolean, text: string, isBroken: boolean][] = [
    [true, "10 things in it", true],
    [false, "Please enter a title.", true],
    [true, "How what lies in it is shown", true],
    [true, "Who sees “{{title}}”", true],
    [false, "Who takes the quiz joins this group.", false],
    [true, "Layout", false],
    [true, "Something else", false],
    [false, MESSAGES["image.loadFailed"], false],
    [false, "Error while adding Folder. Please try again later.", false],
  ];
  for (const [isLabel, text, isBroken] of EXAMPLES)
    it(`${isLabel ? "a label" : "a sentence"} “${text}” ${isBroken ? "breaks a rule" : "is accepted"}`, () => {
      expect(breaksRule({ text, isLabel })).toBe(isBroken);
    });
});
