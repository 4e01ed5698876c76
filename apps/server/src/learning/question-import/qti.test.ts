/** QTI questions, as single items and as packages. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { importQuestions } from "@parfocal/core/question-import/question-import.contract.ts";
import { listQuizQuestions } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { buildZip, type ZipEntrySpec } from "@parfocal/slides/testing/build-zip.ts";
import { hostileZips } from "@parfocal/slides/testing/hostile-zips.ts";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const SAMPLES = new URL("../../../../../../shared/data/quiz/qti_2_1_items/", import.meta.url);

let server: SharedTestServer;
let quizId: number;
let send: (
  body: object,
) => Promise<{ status: number; rows: Row[]; message: string; ids: number[]; mediaIds: number[] }>;
let list: () => Promise<readonly { readonly id: number; readonly content?: string }[]>;
interface Row {
  readonly file?: string | undefined;
  readonly title: string;
  readonly type: string | null;
  readonly problem: string | null;
  readonly notes: readonly string[];
  readonly lostImages: readonly { readonly name: string; readonly problem: string }[];
  readonly detail: string;
}
beforeAll(async () => {
  server = await sharedTestServer();
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  ({ quizId } = await buildQuiz(site, { questions: [] }));
  send = async (body) => {
    const sent = await sendCall(server, importQuestions, { as: teacher, body: { parentId: quizId, ...body } as never });
    const isDone = sent.status === 200;
    return {
      status: sent.status,
      rows: isDone ? sent.answer.rows : [],
      ids: isDone ? sent.answer.questionIds : [],
      mediaIds: isDone ? sent.answer.mediaIds : [],
      message: isDone ? "" : sent.failure.message,
    };
  };
  const params = { quizId: String(quizId) };
  list = async () => (await sendCall(server, listQuizQuestions, { as: teacher, params })).answer;
});

/** The result for each question. */
const fates = (rows: readonly Row[]) =>
  rows.map(({ title, type, problem, notes, lostImages, detail }) =>
    [
      title,
      type ?? problem,
      [...notes, ...lostImages.map((one) => `${one.name} ${one.problem}`)].join() || detail,
    ].join("; "),
  );

const trial = async (text: string) => {
  const { status, rows, message } = await send({ text, isTrial: true });
  return status === 200 ? fates(rows) : message;
};

const item = (title: string, correct: string, body: string, more = "") =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="i" title="${title}" adaptive="false">
    <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
      <correctResponse><value>${correct}</value></correctResponse>
    </responseDeclaration>
    <itemBody>${body}</itemBody>${more}
  </assessmentItem>`;
const CHOICE = `<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which?</prompt>
  <simpleChoice identifier="a">HE</simpleChoice><simpleChoice identifier="b">PAS</simpleChoice></choiceInteraction>`;

/** As QTI 3 writes it, with a prefix. */
const QTI_3 = `<?xml version="1.0" encoding="UTF-8"?>
<!-- <quiz> -->
<q:qti-assessment-item xmlns:q="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="i" title="Stain &amp; organ">
  <q:qti-response-declaration identifier="R1" cardinality="multiple" base-type="identifier">
    <q:qti-correct-response><q:qti-value>a</q:qti-value><q:qti-value>c</q:qti-value></q:qti-correct-response>
    <q:qti-mapping default-value="0" lower-bound="0">
      <q:qti-map-entry map-key="a" mapped-value="0.5"/><q:qti-map-entry map-key="c" mapped-value="0.5"/>
      <q:qti-map-entry map-key="b" mapped-value="-1"/>
    </q:qti-mapping>
  </q:qti-response-declaration>
  <q:qti-outcome-declaration identifier="MAXSCORE"><q:qti-default-value><q:qti-value>2.5</q:qti-value></q:qti-default-value></q:qti-outcome-declaration>
  <q:qti-item-body>
    <q:p>Is a &lt; b? <q:b>See</q:b></q:p>
    <q:qti-choice-interaction response-identifier="R1" max-choices="0">
      <q:qti-prompt><![CDATA[<p>Choose <em>two</em>.<script>x()</script></p>]]></q:qti-prompt>
      <q:qti-simple-choice identifier="a">HE</q:qti-simple-choice>
      <q:qti-simple-choice identifier="b">PAS</q:qti-simple-choice>
      <q:qti-simple-choice identifier="c">Gr&#252;n</q:qti-simple-choice>
    </q:qti-choice-interaction>
  </q:qti-item-body>
  <q:qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/map_response.xml"/>
  <q:qti-modal-feedback outcome-identifier="F" identifier="any" show-hide="show"><q:qti-content-body><q:p>Because.</q:p></q:qti-content-body></q:qti-modal-feedback>
</q:qti-assessment-item>`;

describe("a QTI item", () => {
  it("is added from QTI 3 with prefixes and CDATA, sanitised, with its explanation and points", async () => {
    const { status, rows, ids } = await send({ text: QTI_3 });
    expect(status).toBe(200);
    expect(fates(rows)).toEqual(["Stain & organ; multiple-answer; "]);
    expect((await list()).find((one) => (one as { id: number }).id === ids[0])).toMatchObject({
      title: "Stain & organ",
      content: "<p>Is a &lt; b? <b>See</b></p><p>Choose <em>two</em>.</p>",
      explanation: "<p>Because.</p>",
      score: 2.5,
      answerOptions: [
        { option: "HE", isCorrect: true },
        { option: "PAS", isCorrect: false },
        { option: "Grün", isCorrect: true },
      ],
    });
  });

  it("accepts deviations that exports contain: one of several choices, HTML's character names", async () => {
    const text = item("a&nbsp;&micro;m", "b", CHOICE).replace(`cardinality="single"`, `cardinality="multiple"`);
    expect(await trial(text)).toEqual(["a µm; multiple-choice; "]);
  });

  it.each([
    ["no key", item("t", "z", CHOICE), ["t; noRightAnswer; "]],
    ["a text alone", item("t", "", "<p>Read this.</p>"), ["t; description; "]],
    ["two interactions", item("t", "a", CHOICE + CHOICE), ["t; severalInteractions; choiceInteraction"]],
    [
      "an image",
      item("t", "a", `<p>Look: <img src="x.png" alt=""/></p>${CHOICE}`),
      ["t; multiple-choice; x.png missing"],
    ],
    [
      "computed values",
      item("t", "a", CHOICE).replace("<itemBody>", `<templateDeclaration identifier="N"/><itemBody>`),
      ["t; computedValues; "],
    ],
    ["several steps", item("t", "a", CHOICE).replace(`"false"`, `"true"`), ["t; severalSteps; "]],
    [
      "another interaction",
      item("t", "a", `<uploadInteraction responseIdentifier="RESPONSE"/>`),
      ["t; unknownType; uploadInteraction"],
    ],
  ])("with %s reports how it is handled", async (_, text, expected) => {
    expect(await trial(text)).toEqual(expected);
  });

  it("keeps the tolerance of a number, and a literal asterisk", async () => {
    const entry = (baseType: string, value: string) =>
      `<assessmentItem title="${value}"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="${baseType}">
        <correctResponse><value>${value}</value></correctResponse></responseDeclaration>
        <itemBody><p>It is <textEntryInteraction responseIdentifier="RESPONSE"/> long.</p></itemBody>
        <responseProcessing><responseCondition><responseIf><equal toleranceMode="absolute" tolerance="0.5 0.5"/></responseIf></responseCondition></responseProcessing></assessmentItem>`;
    await send({ text: entry("float", "12.5") });
    await send({ text: entry("string", "2*3") });
    expect((await list()).slice(-2)).toMatchObject([
      { content: "<p>It is _____ long.</p>", correctAnswer: "12.5 ± 0.5" },
      { correctAnswer: "2*3" },
    ]);
  });

  it.skipIf(!existsSync(SAMPLES))("of 1EdTech's own examples is read (skipped without the samples)", async () => {
    const read: Record<string, string> = {};
    for (const name of readdirSync(SAMPLES)) {
      const { rows } = await send({ text: readFileSync(new URL(name, SAMPLES), "utf8"), isTrial: true });
      read[name.replace(".xml", "")] = rows
        .map(({ type, problem, notes, lostImages }) =>
          [type ?? problem, ...notes, ...lostImages.map((one) => one.name)].join(" "),
        )
        .join();
    }
    expect(read).toEqual({
      adaptive: "severalSteps",
      adaptive_template: "computedValues",
      associate: "matching fixedSides weights",
      choice: "multiple-choice sign.png",
      choice_fixed: "multiple-choice sign.png",
      choice_multiple: "multiple-answer weights",
      choice_multiple_chocolade: "noRightAnswer",
      extended_text: "short-answer essay postcard.png",
      extended_text_rubric: "short-answer markerNotes essay postcard.png",
      feedbackInline: "multiple-choice feedback",
      feedbackblock_adaptive: "severalSteps",
      feedbackblock_solution_random: "computedValues",
      feedbackblock_templateblock: "computedValues",
      gap_match: "matching weights",
      graphic_associate: "areas",
      graphic_gap_match: "areas",
      graphic_order: "areas",
      hotspot: "areas",
      hottext: "multiple-choice",
      inline_choice: "multiple-choice",
      likert: "noRightAnswer",
      match: "matching weights",
      math: "multiple-choice formulas",
      mc_calc3: "computedValues",
      mc_calc5: "computedValues",
      mc_stat2: "computedValues",
      modalFeedback: "multiple-choice feedback",
      "multi-input": "severalInteractions",
      nested_object: "short-answer files essay postcard.png",
      order: "unknownType",
      orkney1: "multiple-choice files",
      orkney2: "multiple-choice files",
      position_object: "areas",
      select_point: "areas",
      slider: "short-answer partialCredit",
      template: "computedValues",
      text_entry: "short-answer letterCase partialCredit",
    });
  });

  it.each([
    ["elements", `<assessmentItem><itemBody>${"<b/>".repeat(79_000)}</itemBody></assessmentItem>`],
    ["attributes", `<assessmentItem ${Array.from({ length: 79_000 }, (_, n) => `a${n}="1"`).join(" ")}/>`],
    ["open comments", `<?xml version="1.0"?>${"<!--".repeat(500_000)}`],
    ["entities", `<assessmentItem><itemBody>${"&#65;".repeat(600_000)}</itemBody></assessmentItem>`],
    [
      "open angle brackets in CDATA",
      item("t", "a", `<p><![CDATA[<p>${"&lt;".repeat(100_000)}${"<!--".repeat(10_000)}]]></p>${CHOICE}`),
    ],
    [
      "alternatives",
      item(
        "t",
        "a",
        `<choiceInteraction>${'<simpleChoice identifier="a">x</simpleChoice>'.repeat(15_000)}</choiceInteraction>`,
      ),
    ],
    ["line breaks", item("t", "a", `${"\n".repeat(1_000_000)}x${CHOICE}`)],
    [
      "correct answers",
      item(
        "t",
        Array.from({ length: 15_000 }, (_, n) => `c${n}`).join("</value><value>"),
        `<choiceInteraction responseIdentifier="RESPONSE">${Array.from({ length: 15_000 }, (_, n) => `<simpleChoice identifier="d${n}">x</simpleChoice>`).join("")}</choiceInteraction>`,
      ).replace("single", "multiple"),
    ],
    [
      "partners",
      item(
        "t",
        Array.from({ length: 8_000 }, (_, n) => `l${n} r${n}`).join("</value><value>"),
        `<matchInteraction responseIdentifier="RESPONSE">${["l", "r"].map((side) => `<simpleMatchSet>${Array.from({ length: 8_000 }, (_, n) => `<simpleAssociableChoice identifier="${side}${n}">x</simpleAssociableChoice>`).join("")}</simpleMatchSet>`).join("")}</matchInteraction>`,
      ),
    ],
    ["pairs", item("t", `${"a b ".repeat(100_000)}`, `<matchInteraction responseIdentifier="RESPONSE"/>`)],
  ])("with the maximum number of %s is parsed in bounded time", async (_, text) => {
    const before = process.cpuUsage();
    await trial(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(SLOW_CPU_MS);
  });
});

/** Half a second of parsing, plus the cost of a call on a busy machine; a non-linear parser takes far longer. */
const SLOW_CPU_MS = 2_000;

const MANIFEST = (...hrefs: string[]) => `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>
  ${hrefs.map((href, n) => `<resource identifier="r${n}" type="imsqti_item_xmlv2p1" href="${href}"><file href="${href}"/></resource>`).join("")}
  <resource identifier="t" type="imsqti_test_xmlv2p1" href="test.xml"/></resources></manifest>`;
const file = (name: string, text: string): ZipEntrySpec => ({ name, contents: Buffer.from(text), isDeflated: true });
const packed = (...entries: ZipEntrySpec[]) => ({ package: buildZip({ entries }).toString("base64") });

describe("a QTI package", () => {
  it("adds the items in manifest order, each with its file", async () => {
    const { status, rows, ids } = await send(
      packed(
        file("p/items/one.xml", item("One", "a", CHOICE)),
        file("p/imsmanifest.xml", MANIFEST("items/t%20wo.xml", "items/one.xml", "../../x.xml", "items/bad.xml")),
        file("p/items/t wo.xml", item("Two", "b", CHOICE)),
        file("p/items/bad.xml", "<assessmentItem>"),
        file("p/test.xml", "<assessmentTest/>"),
      ),
    );
    expect(status).toBe(200);
    expect(rows.map(({ file: path, title, type, problem }) => [path, title, type ?? problem])).toEqual([
      ["p/items/t wo.xml", "Two", "multiple-choice"],
      ["p/items/one.xml", "One", "multiple-choice"],
      ["p/items/bad.xml", "p/items/bad.xml", "notReadable"],
    ]);
    expect((await list()).slice(-2)).toMatchObject([
      { id: ids[0], title: "Two" },
      { id: ids[1], title: "One" },
    ]);
  });

  it("includes the images of its texts, if they are images and in the package", async () => {
    const png = await sharp({ create: { width: 5, height: 3, channels: 3, background: "#3060a0" } })
      .png()
      .toBuffer();
    const image = (name: string, contents = png): ZipEntrySpec => ({ name, contents, isDeflated: true });
    const body = `<p>Look: <img src="../pic/a%20b.png" alt="Cells" width="5"/><img src="/etc/passwd" alt=""/></p>
      <object type="image/png" data="no.png">Text</object><object type="image/png" data="../../../x.png"/>
      <object data="b.png" type="image/png">Nuclei</object>${CHOICE}`;
    const { rows, ids, mediaIds } = await send(
      packed(
        file("items/one.xml", item("One", "a", body)),
        image("pic/a b.png"),
        image("items/b.png"),
        image("items/no.png", Buffer.from("<script>x()</script>")),
      ),
    );
    expect(fates(rows)).toEqual(["One; multiple-choice; passwd missing,x.png missing,no.png type"]);
    expect(mediaIds).toHaveLength(1);
    const src = `/api/v2/media/${mediaIds[0]}/[0-9a-f]{44}/file`;
    const { content = "" } = (await list()).find(({ id }) => id === ids[0]) ?? {};
    expect(content).toMatch(
      new RegExp(`<img src="${src}" alt="Cells" width="5" />.*<img src="${src}" alt="Nuclei" />`, "s"),
    );
    expect(content.match(/<img/g)).toHaveLength(2);
  });

  it("is also read without a manifest, in UTF-16 and Latin-1", async () => {
    const latin1 = `<?xml version="1.0" encoding="ISO-8859-1"?>${item("Färbung", "a", CHOICE)}`;
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(item("Größe", "a", CHOICE), "utf16le")]);
    const { rows } = await send({
      ...packed({ name: "a.xml", contents: Buffer.from(latin1, "latin1") }, { name: "b.xml", contents: utf16 }),
      isTrial: true,
    });
    expect(rows.map(({ title }) => title)).toEqual(["Färbung", "Größe"]);
  });

  it.each([
    ["no zip file", { package: "AAAA" }, "not a zip file"],
    ["no item", packed(file("readme.xml", "<readme/>")), "contains no questions"],
    ["no XML", packed(file("readme.txt", "Read me")), "contains no questions"],
    [
      "too much XML",
      packed(file("a.xml", `<a>${Array.from({ length: 800_000 }, (_, n) => n * n).join(" ")}</a>`)),
      "Split",
    ],
    ["too many files", packed(...Array.from({ length: 2_001 }, (_, n) => file(`${n}.txt`, ""))), "2000 files"],
    ["too many items", packed(...Array.from({ length: 501 }, (_, n) => file(`${n}.xml`, "<a/>"))), "500 questions"],
    ["a text beside it", { ...packed(file("a.xml", "<a/>")), text: "x" }, "either"],
    ["nothing", {}, "either"],
  ])("is rejected with %s", async (_, body, message) => {
    const { status, message: said } = await send({ ...body, isTrial: true });
    expect([status, said]).toEqual([400, expect.stringContaining(message)]);
  });

  it("is rejected if the archive is malformed in a way that no honest program writes", async () => {
    const few = hostileZips([file("a.xml", item("One", "a", CHOICE)), file("b.xml", item("Two", "a", CHOICE))]);
    for (const { name, build } of few.filter((zip) => !BEYOND_THIS_TEST.has(zip.name))) {
      const { status } = await send({ package: build().toString("base64"), isTrial: true });
      expect([name, status]).toEqual([name, 400]);
    }
  });
});

/** Larger than a package can be, or with entries that are not read: only items are. */
const BEYOND_THIS_TEST = new Set(["1,000,000 files", "archives five deep", "another name before the contents"]);
