/** Unsent answers of a form, stored until the tab is closed, because they may be personal. */

/** By field ID. */
type Answers = Readonly<Record<string, string>>;

const nameOf = (key: string): string => `parfocal-enrollment-${key}`;

/** @param key identifies the site, the user and the form. */
export function readStoredAnswers(key: string): Answers {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}

/** If there are none, the entry is deleted. */
export function keepAnswers(key: string, answers: Answers): void {
  try {
    if (Object.values(answers).every((answer) => answer === "")) sessionStorage.removeItem(nameOf(key));
    else sessionStorage.setItem(nameOf(key), JSON.stringify(answers));
  } catch {
    // Storage is unavailable: they are kept while the page is open.
  }
}
