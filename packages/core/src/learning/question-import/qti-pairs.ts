/** Pairs of QTI interactions with matching. */
import { qtiMarkup } from "./qti-markup.ts";
import type { QtiResponse } from "./qti-response.ts";
import { type LostPart, plain, type SourcePair, type SourceText } from "./source-question.ts";
import { children, descendants, type XmlNode } from "./xml-node.ts";

interface QtiPairs {
  readonly pairs: readonly SourcePair[];
  readonly lost: readonly LostPart[];
}

interface Side {
  readonly id: string;
  readonly text: SourceText;
  readonly lost: readonly LostPart[];
}

const CHOICES = new Set(["simpleAssociableChoice"]);
const GAP_CHOICES = new Set(["gapText", "gapImg"]);

const sideOf = (node: XmlNode): Side => ({ id: node.attributes.identifier ?? "", ...qtiMarkup([node]) });

/** @returns null if there are several partners on both sides. */
export function readQtiPairs(interaction: XmlNode, response: QtiResponse | null): QtiPairs | null {
  const responsePairs = pairsOf(response);
  const weights: LostPart[] = hasWeights(responsePairs, response) ? ["weights"] : [];
  const read = sidesOf(interaction, responsePairs);
  const pairs = matched(read.lefts, read.rights, responsePairs) ?? matched(read.rights, read.lefts, responsePairs);
  return pairs && { pairs: pairs.pairs, lost: [...read.lost, ...pairs.lost, ...weights] };
}

interface Sides {
  readonly lefts: readonly Side[];
  readonly rights: readonly Side[];
  readonly lost: readonly LostPart[];
}

function sidesOf(interaction: XmlNode, responsePairs: readonly Ids[]): Sides {
  if (interaction.name === "gapMatchInteraction") {
    const gaps = descendants(interaction, new Set(["gap"]));
    const lefts = gaps.map(({ attributes }, index) => ({
      ...{ id: attributes.identifier ?? "", text: plain(`(${index + 1})`), lost: [] },
    }));
    return { lefts, rights: descendants(interaction, GAP_CHOICES).map(sideOf), lost: [] };
  }
  const [first, second] = children(interaction, "simpleMatchSet");
  if (first && second)
    return {
      lefts: descendants(first, CHOICES).map(sideOf),
      rights: descendants(second, CHOICES).map(sideOf),
      lost: [],
    };
  const all = descendants(interaction, CHOICES).map(sideOf);
  const lefts = new Set(responsePairs.map(([one]) => one));
  return {
    lefts: all.filter(({ id }) => lefts.has(id)),
    rights: all.filter(({ id }) => !lefts.has(id)),
    lost: ["fixedSides"],
  };
}

type Ids = readonly [one: string, other: string];

function pairsOf(response: QtiResponse | null): Ids[] {
  const positive = [...(response?.mapped ?? [])].flatMap(([key, points]) => (points > 0 ? key : []));
  const values = response && response.correct.length > 0 ? response.correct : positive;
  return values.flatMap((value) => {
    const [one, other, ...more] = value.split(/\s+/);
    return one && other && more.length === 0 ? [[one, other] as const] : [];
  });
}

const hasWeights = (responsePairs: readonly Ids[], response: QtiResponse | null): boolean =>
  response !== null &&
  response.mapped.size > 0 &&
  new Set(responsePairs.map((ids) => response.mapped.get(ids.join(" ")) ?? 0)).size > 1;

/** @returns null if a left side has several partners. */
function matched(lefts: readonly Side[], rights: readonly Side[], responsePairs: readonly Ids[]): QtiPairs | null {
  const partners = new Map<string, Set<string>>(lefts.map(({ id }) => [id, new Set()]));
  for (const [one, other] of responsePairs) {
    if (partners.has(one)) partners.get(one)?.add(other);
    else partners.get(other)?.add(one);
  }
  if ([...partners.values()].some(({ size }) => size > 1)) return null;
  const used = new Set<Side>();
  const rightById = new Map(rights.map((side) => [side.id, side]));
  const whole = lefts.flatMap(({ id, text, lost }) => {
    const partner = [...(partners.get(id) ?? [])][0];
    const right = partner === undefined ? undefined : rightById.get(partner);
    if (!right) return [];
    used.add(right);
    return [{ left: text, right: right.text, lost: [...lost, ...right.lost] }];
  });
  const spare = rights.filter((side) => !used.has(side));
  return {
    pairs: [...whole, ...spare.map(({ text }) => ({ left: plain(""), right: text }))],
    lost: [
      ...whole.flatMap(({ lost }) => lost),
      ...spare.flatMap(({ lost }) => lost),
      ...(whole.length < lefts.length ? (["unmatched"] as const) : []),
    ],
  };
}
