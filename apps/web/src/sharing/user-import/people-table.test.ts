import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { guessColumns, listOf, type PeopleTable, readPeopleFile } from "./people-table.ts";

const file = (text: string, name = "people.csv") => new File([text], name);
async function table(text: string): Promise<PeopleTable> {
  const read = await readPeopleFile(file(text));
  if (typeof read === "string") throw new Error(read);
  return read;
}

describe("a file is rejected", () => {
  it.each([
    ["without the extension csv", file("a@example.org", "people.xlsx"), "notCsv"],
    ["larger than 5 MiB", file("a".repeat(5 * 1024 * 1024 + 1)), "tooLarge"],
    ["with more than 10,000 rows", file("a@example.org\n".repeat(10_001)), "tooManyRows"],
    ["with more than 10,000 rows below its header", file(`email\n${"a@example.org\n".repeat(10_001)}`), "tooManyRows"],
    ["without content", file(" \n,,\n"), "empty"],
  ])("%s", async (_name, rejected, problem) => {
    expect(await readPeopleFile(rejected)).toBe(problem);
  });

  it("but not with 10,000 rows below its header", async () => {
    expect((await table(`email\n${"a@example.org\n".repeat(10_000)}`)).rows).toHaveLength(10_001);
  });
});

describe("columns are detected", () => {
  it.each([
    ["name;email\nAnna;a@example.org", { email: 1, userName: null, name: 0, lastName: null }],
    ["E-Mail,Vorname,Nachname\na@example.org,Anna,Maier", { email: 0, userName: null, name: 1, lastName: 2 }],
    ["Username,Name\nanna,Anna Maier", { email: null, userName: 0, name: 1, lastName: null }],
    ["id,address\n1,a@example.org", { email: 1, userName: null, name: null, lastName: null }],
    ["Anna,a@example.org\nBen,b@example.org", { email: 1, userName: null, name: null, lastName: null }],
    ["Anna\nBen", { email: null, userName: null, name: null, lastName: null }],
  ])("of %j", async (text, columns) => {
    expect(guessColumns(await table(text))).toEqual(columns);
  });
});

describe("the list that is sent", () => {
  const TEXT = "email,first,last\n a@example.org ,Anna,Maier\nb@example.org,Ben\n,Carla,\u0007Weiß\n";

  it("has a name for each email address, combined from two columns", async () => {
    const columns = { email: 0, userName: null, name: 1, lastName: 2 };
    expect(listOf(await table(TEXT), { field: "email", columns })).toEqual({
      values: ["a@example.org", "b@example.org", ""],
      names: ["Anna Maier", "Ben", "Carla Weiß"],
    });
  });

  it("contains names if people are matched by name", async () => {
    const columns = { email: null, userName: null, name: 1, lastName: 2 };
    expect(listOf(await table(TEXT), { field: "name", columns })).toEqual({
      values: ["Anna Maier", "Ben", "Carla Weiß"],
      names: [],
    });
  });

  it("contains no email address longer than an account's, since a truncated one could be another person's", async () => {
    const read = await table(`email\n${"a".repeat(300)}@example.org\nb@example.org`);
    const { values } = listOf(read, {
      field: "email",
      columns: { email: 0, userName: null, name: null, lastName: null },
    });
    expect(values).toEqual(["", "b@example.org"]);
  });
});

const SHARED = join(import.meta.dirname, "../../../../../../shared/data/csv");

describe.skipIf(!existsSync(SHARED))("files of another learning platform (skipped where they are missing)", () => {
  const names = existsSync(SHARED) ? readdirSync(SHARED).filter((name) => name.includes("upload_users")) : [];
  it.each(names)("%s: email addresses and names are detected", async (name) => {
    const read = await table(readFileSync(join(SHARED, name), "utf8"));
    const columns = guessColumns(read);
    expect([columns.email, columns.name, columns.lastName]).toEqual([4, 2, 3]);
    const { values, names } = listOf(read, { field: "email", columns });
    expect(values.length).toBeGreaterThan(1);
    for (const value of values) expect(value).toMatch(/^\w+@example\.com$/);
    for (const one of names) expect(one).toMatch(/^\w+ \w+$/);
  });
});
