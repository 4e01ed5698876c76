/** Positions of the wrong marks of a question on a slide (decision 0084). */
import { setImmediate } from "node:timers/promises";
import { notFound } from "@parfocal/core/errors.ts";
import { boundsOf, type Shape, verticesOf } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt, parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { type GivenAnswer, isAnswered } from "@parfocal/core/quiz-attempt/given-answer.ts";
import { hasKey } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import { isHit } from "@parfocal/core/quiz-attempt/grade-regions.ts";
import { UNKNOWN_PIXEL } from "@parfocal/core/quiz-consensus/vote-raster.ts";
import { areaPx2, markPoint } from "@parfocal/core/wrong-marks/mark-point.ts";
import {
  WRONG_MARKS_MAX,
  WRONG_MARKS_SHOWN_MAX,
  WRONG_MARKS_USERS_MAX,
  WRONG_PLACES_MAX,
  type WrongMarks,
} from "@parfocal/core/wrong-marks/wrong-marks.contract.ts";
import {
  bySize,
  type Structure,
  structureAt,
  type WrongMark,
  type WrongPlace,
  wrongPlaces,
} from "@parfocal/core/wrong-marks/wrong-places.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadQuizBasis } from "#quiz/load-quiz.ts";
import { findQuizIdOf } from "#quiz/quiz.queries.ts";
import type { AskedQuestion } from "#quiz-attempt/asked-question.ts";
import { loadAskedQuestions } from "#quiz-attempt/asked-questions.ts";
import { listFirstAnswers, listNamedAreas } from "./wrong-marks.queries.ts";

interface WrongMarksQuery {
  readonly siteId: number;
  readonly caller: Caller;
  readonly questionId: number;
  /** undefined: the first slide or case that the question is about. */
  readonly itemId: number | undefined;
}

/**
 * @throws AppError `notFound` if the caller has no access to the annotation question, or it is not about that slide or
 * case.
 */
export async function loadWrongMarks(
  db: SiteDb,
  { siteId, caller, questionId, itemId }: WrongMarksQuery,
): Promise<WrongMarks> {
  const quizId = await findQuizIdOf(db, siteId, questionId);
  if (quizId === undefined) throw notFound("Question");
  const basis = await loadQuizBasis(db, { siteId, caller, id: quizId });
  const asked = (await loadAskedQuestions(db, siteId, basis)).find(
    ({ question, subjectId }) => question.id === questionId && (itemId === undefined || subjectId === itemId),
  );
  if (asked?.question.type !== "annotation") throw notFound("Annotation question");
  const { subjectId, subject, key } = asked;
  const given = await listFirstAnswers(db, siteId, { quizId, questionId, subjectId, most: WRONG_MARKS_USERS_MAX });
  const { wrong, userCount, answeredCount } = await gradeMarks(given, asked);
  const structures = wrong.length === 0 ? [] : await structuresOf(db, siteId, asked);
  const places = await placesOf(wrong, structures, key.pixel ?? UNKNOWN_PIXEL);
  return {
    questionId,
    quizId,
    itemId: subjectId === 0 ? null : subjectId,
    subjectId: subject?.id ?? null,
    regions: key.options.flatMap(({ option, region }) => (region === null ? [] : { title: option, wkt: region })),
    userCount,
    answeredCount,
    wrongUserCount: new Set(wrong.map(({ user }) => user)).size,
    wrongMarkCount: wrong.length,
    places: places.map((place) => ({
      name: place.structure?.name ?? null,
      kind: place.structure?.kind ?? null,
      userCount: place.userCount,
      markCount: place.marks.length,
    })),
    marks: shownMarks(wrong, places),
  };
}

/** Working time before other requests are served. */
const TURN_MS = 10;

function turns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await setImmediate();
    began = performance.now();
  };
}

function shapeOf(wkt: string): Shape | null {
  const parsed = parseWkt(wkt);
  return parsed.ok ? parsed.shape : null;
}

/** Limit for comparing edges of areas and regions: at most a few seconds of one processor. */
const EDGES_MAX = 2_000_000;
/** Comparing two areas takes this many times as long per edge as comparing a point. */
const EDGES_OF_POINT = 20;

interface Graded {
  readonly wrong: readonly WrongMark[];
  /** Number of people whose answers were read. */
  readonly userCount: number;
  /** Number of people with a mark. */
  readonly answeredCount: number;
}

/** In the order of the answers, up to the limits: a person is counted with all marks or not at all. */
async function gradeMarks(given: readonly (GivenAnswer | null)[], { key }: AskedQuestion): Promise<Graded> {
  const regions = hasKey(key) ? key.options.flatMap(({ region }) => shapeOf(region ?? "") ?? []) : [];
  const regionEdges = regions.reduce((sum, region) => sum + verticesOf(region).length, 0);
  const nextTurn = turns();
  const wrong: WrongMark[] = [];
  let [userCount, answeredCount, edges] = [0, 0, 0];
  for (const answer of given) {
    if (wrong.length >= WRONG_MARKS_MAX || edges >= EDGES_MAX) break;
    const user = userCount;
    userCount += 1;
    if (answer?.type !== "annotation" || !isAnswered(answer)) continue;
    answeredCount += 1;
    for (const wkt of regions.length === 0 ? [] : answer.marks) {
      await nextTurn();
      const mark = shapeOf(wkt);
      if (!mark) continue;
      const isPoint = mark.kind === "point";
      edges += isPoint ? regionEdges / EDGES_OF_POINT : verticesOf(mark).length * regions.length + regionEdges;
      if (!regions.some((region) => isHit(region, mark, key.pixel))) wrong.push({ user, point: markPoint(mark) });
    }
  }
  return { wrong, userCount, answeredCount };
}

async function structuresOf(db: SiteDb, siteId: number, { subject, key }: AskedQuestion): Promise<Structure[]> {
  const areas = subject?.kind === "image" ? await listNamedAreas(db, siteId, subject.id) : [];
  const regions = key.options.flatMap(({ option, region }) => structureOf(option, "region", region ?? ""));
  return bySize([...regions, ...areas.flatMap(({ title, wkt }) => structureOf(title.trim(), "annotation", wkt))]);
}

function structureOf(name: string, kind: Structure["kind"], wkt: string): Structure | [] {
  const shape = shapeOf(wkt);
  if (shape?.kind !== "polygon" && shape?.kind !== "multiPolygon") return [];
  const polygons = shape.kind === "polygon" ? [shape.rings] : shape.polygons;
  const area = polygons.reduce((sum, rings) => sum + areaPx2(rings), 0);
  return { name, kind, rings: polygons.flat(), bounds: boundsOf(shape), areaPx2: area };
}

async function placesOf(
  wrong: readonly WrongMark[],
  structures: readonly Structure[],
  pixel: PixelSizeUm,
): Promise<WrongPlace[]> {
  const nextTurn = turns();
  const found: (WrongMark & { structure: Structure | undefined })[] = [];
  for (const mark of wrong) {
    found.push({ ...mark, structure: structureAt(structures, mark.point) });
    await nextTurn();
  }
  return wrongPlaces(found, pixel).slice(0, WRONG_PLACES_MAX);
}

/** Named areas first. */
function shownMarks(wrong: readonly WrongMark[], places: readonly WrongPlace[]): WrongMarks["marks"] {
  const keyOf = ({ user, point }: WrongMark) => `${user} ${point.join(" ")}`;
  const placed = places.flatMap(({ marks }, place) => marks.map((mark) => ({ mark, place })));
  const keys = new Set(placed.map(({ mark }) => keyOf(mark)));
  const others = wrong.filter((mark) => !keys.has(keyOf(mark))).map((mark) => ({ mark, place: null }));
  return [...placed, ...others]
    .slice(0, WRONG_MARKS_SHOWN_MAX)
    .map(({ mark: { point }, place }) => ({ wkt: formatWkt({ kind: "point", point: rounded(point) }), place }));
}

/** A hundredth of a slide pixel. */
const rounded = ([x, y]: WrongMark["point"]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100] as const;
