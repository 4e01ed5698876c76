// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, it } from "vitest";
import { Explanation } from "./Explanation.tsx";
import { quizAttemptEn } from "./quiz-attempt.en.ts";

beforeAll(async () => {
  const resources = { en: { translation: { quizAttempt: quizAttemptEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources });
});

it("an explanation is shown with its image; it is hidden while the key is hidden", () => {
  const path = `/api/v2/media/3/${"a".repeat(44)}/file`;
  const explanation = `<p>Tufts.</p><img src="${path}" alt="A tuft">`;
  const { rerender } = render(<Explanation solution={{ explanation }} />, { wrapper: MantineProvider });
  expect(screen.getByRole("region", { name: quizAttemptEn.explanation }).textContent).toContain("Tufts.");
  expect(screen.getByRole("img", { name: "A tuft" }).getAttribute("src")).toBe(path);
  rerender(<Explanation solution={null} />);
  expect(screen.queryByRole("region")).toBeNull();
});
