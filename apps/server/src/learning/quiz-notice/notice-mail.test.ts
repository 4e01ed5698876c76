import { describe, expect, it } from "vitest";
import { LISTED_MAX, noticeMail } from "./notice-mail.ts";

const attempt = { name: "Ada", finalisedBy: "person" as const, earnedHundredths: 250, maxHundredths: 400 };

describe("the email about submissions", () => {
  it("is in English or German, with points in the format of the language, and a link", () => {
    const url = "https://school.example/s1/manage/quiz-results?quiz=3";
    const english = noticeMail("en", { title: "Kidney", attempts: [attempt], url });
    expect(english).toMatchObject({ subject: "Quiz submitted: Kidney", action: { url } });
    expect(english.paragraphs).toContain("Ada, 2.5 of 4 points");
    const german = noticeMail("de", { title: "Niere", attempts: [attempt], url: null });
    expect(german).toMatchObject({ subject: "Quiz abgegeben: Niere", action: null });
    expect(german.paragraphs).toContain("Ada, 2,5 von 4 Punkten");
  });

  it("omits points if nothing was graded", () => {
    const ungraded = { ...attempt, earnedHundredths: null, maxHundredths: null };
    expect(noticeMail("en", { title: "Kidney", attempts: [ungraded], url: null }).paragraphs).toContain("Ada");
  });

  it("lists up to 50, and counts the rest", () => {
    const attempts = Array.from({ length: LISTED_MAX + 2 }, () => attempt);
    const { subject, paragraphs } = noticeMail("en", { title: "Kidney", attempts, url: null });
    expect(subject).toBe("52 submissions: Kidney");
    expect(paragraphs).toHaveLength(1 + LISTED_MAX + 1);
    expect(paragraphs.at(-1)).toBe("and 2 more");
  });
});
