import { expect, it } from "vitest";
import { dateOfField, fieldOfDate, readableDate } from "#ui/site-dates.ts";

const cases: [field: string, date: string | null][] = [
  ["", null],
  ["2027-01-31T18:00", "2027-01-31 18:00:00"],
  ["2027-01-31T18:00:59", "2027-01-31 18:00:59"],
  ["2027-01-31T18:00:59.5", "2027-01-31 18:00:59"],
];
for (const [field, date] of cases) it(`"${field}" is ${date}`, () => expect(dateOfField(field)).toBe(date));

it("a date is written to a field and read back unchanged", () => {
  expect(fieldOfDate(null)).toBe("");
  expect(dateOfField(fieldOfDate("2027-06-30 23:59:59"))).toBe("2027-06-30 23:59:59");
});

it("is shown in the site's time, wherever the reader is", () =>
  expect(readableDate("2027-06-30 23:59:59", "en")).toBe("30 Jun 2027, 23:59"));
