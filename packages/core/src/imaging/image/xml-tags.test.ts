import { describe, expect, it } from "vitest";
import { readXmlTags } from "./xml-tags.ts";

const namesOf = (text: string) => readXmlTags(text)?.map(({ name }) => name) ?? null;

const texts: [text: string, names: string[] | null][] = [
  ["<a/>", ["a"]],
  ["<a><b x='1'/></a>", ["a", "b"]],
  ['<?xml version="1.0"?>\n<!-- a - b --><z:a xmlns:z="urn:z"></z:a>', ["a"]],
  ["no tag", []],
  ["", []],
  ['<a x="1', null],
  ["<a x=1/>", null],
  ["<a", null],
  ["< a/>", null],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a/>', null],
  ["<![CDATA[<a/>]]>", null],
  ["<!-- a", null],
  ["<a/>".repeat(10_001), null],
];
describe("the tags of", () => {
  for (const [text, names] of texts) {
    it(JSON.stringify(text.slice(0, 50)), () => expect(namesOf(text)).toEqual(names));
  }
});

it("attributes can have either kind of quotes, and spaces around the equals sign", () => {
  const [tag] = readXmlTags(`<Size Width="10" Height = '20' z:Depth="3"/>`) ?? [];
  expect([...(tag?.attributes ?? [])]).toEqual([
    ["Width", "10"],
    ["Height", "20"],
    ["z:Depth", "3"],
  ]);
});

it("a text crafted to be slow is parsed quickly", () => {
  const from = processorMs();
  expect(readXmlTags(`<a ${'b="'.repeat(200_000)}`)).toBeNull();
  expect(readXmlTags(`<a${" ".repeat(500_000)}b`)).toBeNull();
  expect(readXmlTags(`<!--${"-".repeat(500_000)}`)).toBeNull();
  expect(processorMs() - from).toBeLessThan(1000);
});

/** CPU time of this process, ms: independent of other programs on the machine. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
