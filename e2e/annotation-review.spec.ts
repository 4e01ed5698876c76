// Slices: annotation, slide
import type { Page } from "@playwright/test";
import { placeAnnotations } from "./testing/annotations.ts";
import { annotationsIn } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { keepPicture, openSlide, slideOn } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

const toast = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

test("an expert reviews students' annotations by keyboard: converts, publishes, declines with a comment, undoes it", async ({
  page,
}) => {
  const slide = await placeSlide({ courseTitle: "Review" });
  await placeAnnotations("learner", slide.imageId, ["First", "Second", "Third"]);
  await placeAnnotations("other-learner", slide.imageId, ["Of another"]);
  const expert = await callsOf("expert");
  const stateOf = async (title: string) =>
    (await expert.listAnnotations(slide.imageId)).filter((annotation) => annotation.title === title);

  await signIn(page, "expert");
  await openSlide(page, slide.path);
  await page.keyboard.press("Shift+A");
  const queue = page.getByRole("complementary", { name: "Review students' annotations" });
  const current = (title: string) => expect(queue.getByRole("heading", { name: title })).toBeVisible();
  await current("First");
  await expect(queue.getByText("0 of 4 reviewed")).toBeVisible();
  await keepPicture(page, "review-queue");

  await page.keyboard.press("j");
  await current("Second");
  await page.keyboard.press("Shift+J");
  await current("First");
  await page.keyboard.press("y");
  const convert = page.getByRole("dialog", { name: "Convert to an expert annotation?" });
  await expect(convert.getByRole("button", { name: "Convert", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Annotation was converted to an expert annotation")).toBeVisible();
  await current("Second");
  await expect(queue.getByText("1 of 4 reviewed")).toBeVisible();
  expect(await stateOf("First")).toMatchObject([{ isStudent: false, isConverted: true, author: "Leo Learner" }]);

  await page.keyboard.press("p");
  await expect(page.getByRole("dialog", { name: "Publish as an expert annotation?" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Annotation was published as an expert annotation")).toBeVisible();
  await current("Third");
  expect(await stateOf("Second")).toMatchObject([
    { isStudentMarked: true },
    { isStudent: false, author: "Eva Expert" },
  ]);

  await page.keyboard.press("d");
  await page.getByRole("textbox", { name: "Comment" }).fill("Look at the nucleus again.");
  await page.keyboard.press("Control+Enter");
  await expect(toast(page, "Annotation declined")).toBeVisible();
  await current("Of another");
  expect((await stateOf("Third"))[0]?.review).toMatchObject({
    state: "declined",
    comment: "Look at the nucleus again.",
  });
  await toast(page, "Annotation declined").getByRole("button", { name: "Undo" }).click();
  await expect(queue.getByText("2 of 4 reviewed")).toBeVisible();
  expect((await stateOf("Third"))[0]?.review).toBeNull();

  const students = queue.getByRole("combobox", { name: "Student" });
  await students.selectOption({ label: "Lou Learner (1)" });
  await current("Of another");
  await students.selectOption({ label: "Everyone (2)" });
  await queue.getByRole("heading", { name: /^(Third|Of another)$/ }).waitFor();
  await slideOn(page).focus();
  await page.keyboard.press("y");
  await convert.getByRole("button", { name: "Convert, don't ask again" }).click();
  await expect(queue.getByText("3 of 4 reviewed")).toBeVisible();
  await page.keyboard.press("y");
  await expect(queue.getByText("Review complete: 4 reviewed.")).toBeVisible();
  await expect(convert).toBeHidden();
});

test("an expert reads the history of an annotation, and declines that of a learner", async ({ page }) => {
  const slide = await placeSlide({ courseTitle: "Declined" });
  const expert = await callsOf("expert");
  const [own] = await placeAnnotations("expert", slide.imageId, ["Before"]);
  const [annotation] = await placeAnnotations("learner", slide.imageId, ["Mine"]);
  await signIn(page, "expert");
  const geometry = "POLYGON ((60 200, 300 200, 300 400, 60 200))";
  await expert.call("PUT", `/v2/annotation/${own?.id}`, { title: "After", geometry });
  await openSlide(page, slide.path);
  await test.step("the history names changes, shows both shapes, and restores a version", async () => {
    await readHistory(page);
    expect(await expert.listAnnotations(slide.imageId, "expert")).toMatchObject([
      { title: "Before", geometry: own?.geometry },
    ]);
  });

  await test.step("cancelling the question converts nothing; a learner has no queue and reads why theirs was declined", async () => {
    await page.getByRole("combobox", { name: "Show" }).selectOption("student");
    await annotationsIn(page).getByRole("button", { name: "More: Mine" }).click();
    await page.getByRole("menuitem", { name: "Convert to an expert annotation" }).click();
    const question = page.getByRole("dialog", { name: "Convert to an expert annotation?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await expert.listAnnotations(slide.imageId, "student")).toMatchObject([
      { isStudent: true, isConverted: false },
    ]);
    await expert.call("PUT", `/v2/annotation/${annotation?.id}/decline`, { comment: "Not a glomerulus." });

    await signIn(page, "learner");
    await openSlide(page, `${slide.path}?annotation=${annotation?.id}`);
    const popup = page.getByRole("dialog", { name: "Mine" });
    await expect(popup).toBeFocused();
    await expect(popup.getByText("Declined by Eva Expert")).toBeVisible();
    await expect(popup.getByText("Not a glomerulus.")).toBeVisible();
    await page.keyboard.press("Shift+A");
    await expect(page.getByRole("complementary", { name: "Review students' annotations" })).toBeHidden();
  });
});

async function readHistory(page: Page): Promise<void> {
  await annotationsIn(page).getByRole("button", { name: "More: After" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History of “After”" });
  await expect(history.getByText("(was: Before)")).toBeVisible();
  await expect(history.getByRole("img", { name: "Shape after and before this change" }).locator("path")).toHaveCount(2);
  await keepPicture(page, "annotation-history");
  await history.getByRole("button", { name: "Restore this version" }).click();
  await expect(toast(page, "Annotation restored")).toBeVisible();
  await expect(annotationsIn(page)).toContainText("Before");
  await page.keyboard.press("Escape");
  await expect(history).toBeHidden();
}
