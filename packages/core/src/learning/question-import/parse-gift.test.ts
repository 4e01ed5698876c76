import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ImportedQuestion, importQuestion } from "./import-question.ts";
import { parseGift } from "./parse-gift.ts";

const SAMPLES = new URL("../../../../../../shared/data/quiz/", import.meta.url);

function imported(file: string): ImportedQuestion & { notes: readonly string[] } {
  const { questions, failures } = parseGift(file);
  expect(failures).toEqual([]);
  const [result] = questions.map((source) => importQuestion(source));
  if (!result || !("question" in result)) throw new Error(`Not imported: ${JSON.stringify(result)}`);
  return { ...result.question, notes: result.notes };
}

const marks = ({ answerOptions }: ImportedQuestion) =>
  answerOptions.map(({ option, isCorrect }) => `${isCorrect ? "+" : "-"}${option}`);

describe("GIFT", () => {
  it("reads one correct option, with a blank in place of the answers", () => {
    const question = imported("Grant is {~buried =entombed ~living} in Grant's tomb.");
    expect(question).toMatchObject({ type: "multiple-choice", content: "Grant is _____ in Grant's tomb.", notes: [] });
    expect(marks(question)).toEqual(["-buried", "+entombed", "-living"]);
  });

  it("reads a question without a fully correct option as multiple-answer", () => {
    const question = imported("Who? {~%-50%No one ~%50%Grant ~%50%His wife ~%-50%His father}");
    expect(question).toMatchObject({ type: "multiple-answer", notes: [] });
    expect(marks(question)).toEqual(["-No one", "+Grant", "+His wife", "-His father"]);
  });

  it("reports weights and partial credit that are lost", () => {
    expect(imported("Who? {~%25%A ~%75%B ~%-100%C}").notes).toEqual(["weights"]);
    expect(imported("Where? {~%25%Bethlehem =Nazareth ~Rome}").notes).toEqual(["partialCredit"]);
    expect(imported("Where? {=Nazareth#Yes! =%75%Nazereth}").notes).toEqual(["feedback", "partialCredit"]);
  });

  it("reads general feedback as the explanation", () => {
    const question = imported("Where? {=Nazareth ~Rome ####It \\= <b>his</b> town}");
    expect(question).toMatchObject({ explanation: "It = <b>his</b> town", notes: [] });
    expect(imported("Where? {T####Because.}").explanation).toBe("Because.");
  });

  it.each([
    ["{#1822}", "1822 ± 0"],
    ["{#1822:5}", "1822 ± 5"],
    ["{#3.141..3.142}", "3.1415 ± 0.0005"],
    ["{#-2..-1}", "-1.5 ± 0.5"],
    ["{#\n=1822:0 #Right\n=%50%1822:2 #Close}", "1822 ± 0"],
    ["{#3:2~#Completely wrong}", "3 ± 2"],
    ["{=no one =nobody}", "no one | nobody"],
    ["{=Frog#Good =%50%Cat =%0%*#Wrong}", "Frog"],
    ["{}", ""],
  ])("reads the key of %s", (answers, correctAnswer) => {
    expect(imported(`When? ${answers}`)).toMatchObject({ type: "short-answer", correctAnswer });
  });

  it.each([
    ["T", ["+True", "-False"]],
    ["TRUE", ["+True", "-False"]],
    ["F", ["-True", "+False"]],
    ["FALSE#No one is.#Right.", ["-True", "+False"]],
  ])("reads {%s} as true or false", (answers, expected) => {
    expect(marks(imported(`The sun rises in the east.{${answers}}`))).toEqual(expected);
  });

  it("reads pairs, and a right side alone as a distractor", () => {
    const question = imported("Match. {\n=Canada -> Ottawa\n=Italy->Rome\n= -> Tokyo\n}");
    expect(question.type).toBe("matching");
    expect(question.answerOptions.map(({ left, right }) => [left, right])).toEqual([
      ["Canada", "Ottawa"],
      ["Italy", "Rome"],
      ["", "Tokyo"],
    ]);
  });

  it("understands escapes in titles, texts and answers", () => {
    const question = imported(
      String.raw`::A\:\:B::[plain]1 \= 1 \{so\}?\nYes \# \~ {~ \= 2 + 2 = \= 2 + 3 ~ \\ ~ \} # \~ is a control character}`,
    );
    expect(question.title).toBe("A::B");
    expect(question.content).toBe("<p>1 = 1 {so}?<br>Yes # ~</p>");
    expect(marks(question)).toEqual(["-= 2 + 2", "+= 2 + 3", String.raw`-\ `.trim(), "-}"]);
  });

  it("keeps the characters of plain text and of Markdown", () => {
    expect(imported("[plain]a < b & c? {T}").content).toBe("<p>a &lt; b &amp; c?</p>");
    expect(imported("[markdown]Who is in **the tomb**? {=no one}")).toMatchObject({
      content: "<p>Who is in **the tomb**?</p>",
      notes: ["markdown"],
    });
  });

  it("skips comments, and reports categories with their line", () => {
    const { questions, categories } = parseGift("// one\n$CATEGORY: tom/dick\n\n// two\nReally?\n// three\n{T}\n");
    expect(categories).toEqual([{ line: 2, name: "tom/dick" }]);
    expect(questions).toMatchObject([{ line: 5, text: { text: "Really?" } }]);
  });

  it.each([
    ["What? {=a", "notClosed"],
    ["What? a}", "notClosed"],
    ["What? {a}", "noOptions"],
    ["What? {#many}", "notANumber"],
    ["What? {=a -> b =c}", "noPairs"],
  ])("reports why it cannot read %s", (file, problem) => {
    expect(parseGift(`Good? {T}\n\n${file}\n\nGood? {F}`)).toMatchObject({
      questions: [{ line: 1 }, { line: 5 }],
      failures: [{ line: 3, problem }],
    });
  });

  it.each([
    ["Just a text.", "description"],
    ["What? {~a ~b}", "noRightAnswer"],
    ["What? {=a =b ~c}", "severalRight"],
    ["{=a =b}", "noText"],
    [`What? {=a ${"~b ".repeat(26)}}`, "tooManyOptions"],
    [`What? {=a ~${"b".repeat(1_001)}}`, "optionTooLong"],
  ])("rejects %j", (file, problem) => {
    expect(parseGift(file).questions.map((source) => importQuestion(source))).toEqual([{ problem }]);
  });

  it.skipIf(!existsSync(SAMPLES))("reads each question of Moodle's own examples (skipped without the samples)", () => {
    const counts = ["moodle_examples.txt", "moodle_questions.gift.txt", "moodle_questions_in_category.gift.txt"].map(
      (name) => {
        const { questions, failures } = parseGift(readFileSync(new URL(name, SAMPLES), "utf8"));
        return [questions.length, failures.length, questions.filter((one) => "problem" in importQuestion(one)).length];
      },
    );
    expect(counts).toEqual([
      [43, 0, 0],
      [9, 0, 0],
      [4, 0, 0],
    ]);
  });
});
