/** One row of each type that a call can refer to by its ID. */
import { buildAnnouncement } from "./build-announcement.ts";
import { buildCase } from "./build-case.ts";
import { buildColourPreset } from "./build-colour-preset.ts";
import { buildEmbed, buildTextbook } from "./build-embed.ts";
import { buildEnrollmentForm } from "./build-enrollment.ts";
import { buildInvite } from "./build-invite.ts";
import { buildFailedGrade, buildLtiChoice, buildLtiPlatform } from "./build-lti-platform.ts";
import { buildPage } from "./build-page.ts";
import { buildQuiz, testOption } from "./build-quiz.ts";
import { buildRadiology, buildRadiologyUpload } from "./build-radiology.ts";
import { buildSlide } from "./build-slide.ts";
import { buildTextbookMark, buildTextbookNote } from "./build-textbook-note.ts";
import { buildUser } from "./build-user.ts";
import { buildUserGroup } from "./build-user-group.ts";
import { buildVoucher } from "./build-voucher.ts";
import type { MatrixWorld } from "./matrix-world.ts";
import { alignSequences } from "./spread-ids.ts";
import type { SharedTestServer } from "./test-server.ts";

/** Creates one row, in some cases several. @returns the ID, or the IDs by the names of their types. */
export type RowBuilder = () => Promise<number | Readonly<Record<string, number>>>;

const QUESTION = { type: "multiple-choice" as const, answerOptions: [testOption("Kidney", true)] };

const freshInvite = ({ site, userGroup: { groupId }, users }: MatrixWorld) =>
  buildInvite(site, { groupId, createdBy: users.administrator });

/** By type. Content is in the world's folder; annotations, notes and groups belong to its people. */
export function rowBuilders(world: MatrixWorld) {
  const { site, folderId: parentId, slide } = world;
  return {
    course: () => world.freshItem("course"),
    folder: () => world.freshItem("folder"),
    image: async () => {
      const { id, slideFileId } = await buildSlide(site, { parentId });
      return { image: id, slideFile: slideFileId };
    },
    case: () => buildCase(site, { parentId, items: [{ id: slide.id }] }),
    page: () => buildPage(site, { parentId }),
    embed: () => buildEmbed(site, { parentId }),
    textbook: () => buildTextbook(site, { parentId }),
    textbookMark: async () => {
      const textbookId = await buildTextbook(site, { parentId });
      return buildTextbookMark(site, { textbookId, targetId: slide.id });
    },
    quiz: async () => {
      const quiz = await buildQuiz(site, { parentId, imageId: slide.id, questions: [QUESTION] });
      const [questionId = 0] = quiz.questionIds;
      const [optionId = 0] = quiz.optionIds;
      return { quiz: quiz.quizId, quizSlide: quiz.slideId ?? 0, question: questionId, option: optionId };
    },
    announcement: () => buildAnnouncement(site),
    colourPreset: () => buildColourPreset(site, { imageId: slide.id }),
    customField: () => world.freshCustomField(),
    attachment: () => world.freshAttachment(),
    media: () => world.freshMedia(),
    mediaFolder: () => world.freshMediaFolder(),
    document: () => world.freshDocument(),
    binEntry: () => world.freshBinEntry(),
    user: async () => (await buildUser(site)).id,
    userGroup: () => buildUserGroup(site),
    invite: async () => (await freshInvite(world)).id,
    voucher: async () => (await buildVoucher(site, world.users.administrator)).id,
    enrollmentForm: () => buildEnrollmentForm(site, { parentId, userGroupId: world.userGroup.groupId }),
    annotation: () => world.freshExpertAnnotation(),
    annotationComment: () => world.freshComment(),
    radiology: async () => (await buildRadiology(site, { parentId })).id,
    radiologyUpload: () => buildRadiologyUpload(site, { owner: world.users.teacher }),
    upload: () => world.freshUpload(),
    job: () => world.freshFailedJob(),
    workGroup: () => world.freshWorkGroup(),
    note: () => world.freshNote(),
    cellAnalysis: () => world.freshCellAnalysis(),
    textbookNote: async () => {
      const textbookId = await buildTextbook(site, { parentId });
      return buildTextbookNote(site, { textbookId, author: world.users.learner });
    },
    ltiPlatform: () => buildLtiPlatform(site),
    ltiChoice: () => buildLtiChoice(site, world.users.teacher),
    ltiGrade: () => buildFailedGrade(site),
    share: async () => (await world.freshShare()).id,
  } satisfies Readonly<Record<string, RowBuilder>>;
}

/** Builds the rows with as few distinct ID numbers as possible. @returns the IDs, each with the types that have it. */
export async function buildAlignedRows(
  server: SharedTestServer,
  builders: Readonly<Record<string, RowBuilder>>,
  range: { readonly from?: number } = {},
): Promise<ReadonlyMap<number, readonly string[]>> {
  const types = new Map<number, readonly string[]>();
  for (const [type, build] of Object.entries(builders)) {
    await alignSequences(server, range);
    const built = await build();
    const ids = typeof built === "number" ? { [type]: built } : built;
    for (const [name, id] of Object.entries(ids)) types.set(id, [...(types.get(id) ?? []), name]);
  }
  return types;
}
