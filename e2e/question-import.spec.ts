// Slices: question-import, quiz
/** A teacher tries a file with questions, reads what it adds and what it cannot, adds it and takes it back. */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
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

test("questions of a GIFT file are shown with what is lost, added, and removed by undo", async ({ page }) => {
  const id = await placeQuiz();
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${id}`));
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
});
