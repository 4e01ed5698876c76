/** Unsent answers of a form: stored until the tab is closed, because they may be personal. */

/** By id of the field. */
type Answers = Readonly<Record<string, string>>;

const nameOf = (key: string): string => `parfocal-enrollment-${key}`;

/** @param key names the site, the person and the form. */
export function readKeptAnswers(key: string): Answers {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}

/** None of them: they are forgotten. */
export function keepAnswers(key: string, answers: Answers): void {
  try {
    if (Object.values(answers).every((answer) => answer === "")) sessionStorage.removeItem(nameOf(key));
    else sessionStorage.setItem(nameOf(key), JSON.stringify(answers));
  } catch {
    // Storage is closed to us: they are kept as long as the page is open.
  }
}
