// Slices: question-export, question-import, quiz
/** A teacher checks files with questions, reads what they add and what they cannot, adds them, and exports them. */
import { readFile } from "node:fs/promises";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { placeSlide } from "./testing/slides.ts";

const FILE = `// Two can be added, one cannot
::Organ:: Which organ is this? {=Kidney#Glomeruli ~Liver ~%50%Spleen}

Name the tuft of capillaries. {=glomerulus =Glomerulum}

A text without a question.
`;

async function placeQuiz(): Promise<number> {
  const { courseId } = await placeSlide();
  const api = await callsOf("teacher");
  const place = { itemType: "course", itemId: courseId, title: "Quiz of a journey" };
  return (await api.call<AuthoredQuiz>("POST", "/v2/quiz", place)).id;
}

const QTI = `<?xml version="1.0"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="q" title="Stain">
  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
    <correctResponse><value>a</value></correctResponse>
  </responseDeclaration>
  <itemBody>
    <p>Look at the brush border.</p>
    <choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which stain is it?</prompt>
      <simpleChoice identifier="a">PAS</simpleChoice><simpleChoice identifier="b">HE</simpleChoice>
    </choiceInteraction>
  </itemBody>
</assessmentItem>`;

async function importGift(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Import questions" }).click();
  const dialog = page.getByRole("dialog", { name: "Import questions" });
  const file = (buffer: Buffer) => ({ name: "kidney.gift.txt", mimeType: "text/plain", buffer });
  const input = dialog.locator("input[type=file]");
  await input.setInputFiles(file(Buffer.from("Ödem {=ja}", "latin1")));
  await expect(dialog.getByText(/^This is not a text in UTF-8/)).toBeVisible();
  await input.setInputFiles(file(Buffer.from(FILE)));
  await expect(dialog.getByText("GIFT: 2 of 3 questions can be added.")).toBeVisible();
  const organ = dialog.getByRole("row", { name: /Organ/ });
  await expect(organ).toContainText("Feedback is not taken over.");
  await expect(organ).toContainText("Partly correct answers get no points.");
  await expect(dialog.getByRole("row", { name: /A text without/ })).toContainText("Left out");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add 2 questions" }).click();
  await expect(dialog).toBeHidden();
  const questions = page.getByRole("region", { name: "Questions", exact: true });
  await expect(questions.getByRole("listitem")).toHaveCount(2);
  await expect(questions.getByRole("link", { name: "Organ" })).toBeVisible();
  await page
    .getByRole("alert")
    .filter({ hasText: "2 questions imported" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(page.getByText("No questions yet.")).toBeVisible();
}

async function exchangeByQti(page: Page, id: number, other: number): Promise<void> {
  const api = await callsOf("teacher");
  await api.call("POST", "/v2/quiz/question", { parentId: id, title: "Unfinished", type: "multiple-choice" });
  const importing = page.getByRole("dialog", { name: "Import questions" });
  const add = async (name: string, buffer: Buffer) => {
    await page.getByRole("button", { name: "Import questions" }).click();
    await importing.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await expect(importing.getByText("QTI: 1 of 1 question can be added.")).toBeVisible();
    await importing.getByRole("button", { name: "Add 1 question" }).click();
    await expect(importing).toBeHidden();
    await expect(
      page.getByRole("region", { name: "Questions", exact: true }).getByRole("link", { name: "Stain" }),
    ).toBeVisible();
  };
  await add("stain.xml", Buffer.from(QTI));
  await page.getByRole("button", { name: "Export questions" }).click();
  const exporting = page.getByRole("dialog", { name: "Export questions" });
  await expect(exporting.getByText("1 of 2 questions can be exported.")).toBeVisible();
  await expect(exporting.getByText("1 question without options or pairs.")).toBeVisible();
  await expectAccessible(page);
  await exporting.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: "QTI 3.0" }).click();
  const downloading = page.waitForEvent("download");
  await exporting.getByRole("button", { name: "Export", exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`quiz-${id}-questions.zip`);
  await expect(exporting).toBeHidden();
  const packed = await readFile(await download.path());
  await page.goto(sitePath(`/manage?item=${other}`));
  await add("questions.zip", packed);
}

test("a teacher imports questions as GIFT and as QTI, and exports them", async ({ page }) => {
  const [id, other] = [await placeQuiz(), await placeQuiz()];
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${id}`));
  await test.step("questions of a GIFT file are previewed with their losses, added, and removed by undo", () =>
    importGift(page));
  await test.step("a QTI question is added, exported as a package, and added to another quiz from that package", () =>
    exchangeByQti(page, id, other));
});
