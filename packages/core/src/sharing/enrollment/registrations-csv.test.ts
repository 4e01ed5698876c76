import { expect, it } from "vitest";
import { registrationsCsv } from "./registrations-csv.ts";

const FIELDS = [
  { title: "Number", type: "text", isCurrent: true },
  { title: "Country", type: "country", isCurrent: true },
  { title: "=Old", type: "select", isCurrent: false },
] as const;
const LINE = {
  name: "Leo, Learner",
  email: "leo@example.org",
  registeredAt: "2026-11-22 06:00:00",
  groupTitle: "Semester 3",
  answers: ["=1+1", "DE", null],
};

it("has a row for each person and a column for each field, and no formulas", () => {
  expect(registrationsCsv(FIELDS, [LINE], "en")).toBe(
    "\uFEFFName,E-mail,Registered,User group,Number,Country,'=Old (no longer asked)\r\n" +
      '"Leo, Learner",leo@example.org,2026-11-22 06:00:00,Semester 3,\'=1+1,Germany,\r\n',
  );
});

it("has headings and countries in German too", () => {
  const text = registrationsCsv(FIELDS, [{ ...LINE, groupTitle: null }], "de");
  expect(text).toContain("Name,E-Mail,Angemeldet,Benutzergruppe,Number,Country,'=Old (nicht mehr gefragt)");
  expect(text).toContain(",Deutschland,");
});

it("has only its headings without registrations", () => {
  expect(registrationsCsv([], [], "en")).toBe("\uFEFFName,E-mail,Registered,User group\r\n");
});
