/**
 * The fields that the specification gives an entity (part 1, section 3; part 2, section 3) are in the responses of its
 * calls. A response is filtered by its contract's schema, so fields that are not in the schema cannot be in it.
 */

import { listAnnotations, listAnnotationTypes } from "@parfocal/core/annotation/annotation.contract.ts";
import { getAnnouncement } from "@parfocal/core/announcement/announcement.contract.ts";
import { createAssignment, getAssignment } from "@parfocal/core/assignment/assignment.contract.ts";
import { ENTITY_TYPES } from "@parfocal/core/assignment/entity-types.ts";
import { getAttachment } from "@parfocal/core/attachment/attachment.contract.ts";
import { getBox } from "@parfocal/core/box/box.contract.ts";
import { getCase } from "@parfocal/core/case/case.contract.ts";
import { getCourse, updateCourse } from "@parfocal/core/course/course.contract.ts";
import { listCustomFields, listItemFields } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { assignDocuments } from "@parfocal/core/document/document.contract.ts";
import { getEmbed } from "@parfocal/core/embed/embed.contract.ts";
import { enroll, getEnrollmentForm } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { GRID_DEFAULTS } from "@parfocal/core/grid/grid-settings.ts";
import { getImage, slideInformation } from "@parfocal/core/image/image.contract.ts";
import { addToGroupByCode, generateInvite, listInvites } from "@parfocal/core/invite/invite.contract.ts";
import { NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { itemCard } from "@parfocal/core/item/item-card.contract.ts";
import { listOwnNotes } from "@parfocal/core/note/note.contract.ts";
import { getPage } from "@parfocal/core/page/page.contract.ts";
import { updateQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { getQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { getRadiology } from "@parfocal/core/radiology/radiology.contract.ts";
import { createShare } from "@parfocal/core/share/share.contract.ts";
import { setItemAnnotations, setItemState } from "@parfocal/core/structure/structure.contract.ts";
import { searchTags } from "@parfocal/core/tag/tag.contract.ts";
import { getTextbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { createVouchers, listVouchers } from "@parfocal/core/voucher/voucher.contract.ts";
import { listWorkGroups } from "@parfocal/core/work-group/work-group.contract.ts";
import { describe, expect, it } from "vitest";

const annotation = listAnnotations.answer.element.shape;
const boxTab = getBox.answer.shape.tabs.element.shape;

/** Names as in the specification, if they are the same here. */
const cases: [entity: string, has: object, fields: string][] = [
  [
    "image",
    getImage.answer.shape,
    "id, title, subtitle, summary, tags, originalFilename, itemId, parentId, parentType, center, zoom, slideInformation, customFields, rotation",
  ],
  [
    "slideInformation",
    slideInformation.shape,
    "tileDataSourceType, tilesMapUrl, tilesZipUrl, tilesDataSourceUrl, height, width, tileSize, orientation, micronsPerPixel",
  ],
  [
    "annotation",
    annotation,
    "id, typeId, title, content, link, zoom, measurement, geometry, isUserOwner, isStudent, isConverted, isStudentMarked, userCanEdit, userCanDelete, workGroupId, includeMeasurement",
  ],
  ["annotation type", listAnnotationTypes.answer.element.shape, "id, name"],
  [
    "case",
    getCase.answer.shape,
    "id, title, subtitle, description, diagnosis, collapseDiagnosis, layout, thumbnail, items, summary",
  ],
  [
    "course",
    getCourse.answer.shape,
    "id, title, description, thumbnail, background, backgroundPosition, backgroundStyle, backgroundUrl, displayStyle, tags, userRoles, folders, items, isVirtual, folderCount, isVisible",
  ],
  ["change of a course", updateCourse.body.shape, "title, description, background, displayStyle, tags, userRoles"],
  [
    "folder",
    getFolder.answer.shape,
    "id, title, description, thumbnail, background, backgroundPosition, backgroundStyle, backgroundUrl, displayStyle, tags, folders, items, isAssignedFolder",
  ],
  ["item", itemCard.shape, "id, itemId, type, title, isActive, annotationsActive, parent, isAssignedFolder"],
  ["announcement", getAnnouncement.answer.shape.announcements.element.shape, "id, sticky"],
  ["state of an item", setItemState.body.shape, "parentId, state, type"],
  ["annotations of an item", setItemAnnotations.body.shape, "state, itemType"],
  ["assignment", getAssignment.answer.shape, "id, title, dateStart, dateEnd, users, entities"],
  ["member of an assignment", getAssignment.answer.shape.users.element.shape, "id, name, email"],
  ["request for an assignment", createAssignment.body.shape, "title, dateStart, dateEnd, entities"],
  ["invite code", listInvites.answer.element.shape, "code, userGroupId, isOneTime, isActive"],
  ["generating an invite code", generateInvite.body.shape, "userGroupId, isOneTime"],
  [
    "voucher",
    listVouchers.answer.shape.vouchers.element.shape,
    "code, expirationDate, accountExpirationDate, user, isDeleted, status",
  ],
  ["generating vouchers", createVouchers.body.shape, "count, expirationDate, accountExpirationDate"],
  ["joining by a code", addToGroupByCode.body.shape, "code, userId"],
  [
    "entity types",
    Object.fromEntries(ENTITY_TYPES.map((type) => [type, true])),
    "sz-image, sz-attachment, sz-quiz, sz-textbook, sz-folder, sz-case, sz-enrollment, sz-page, sz-radiology, sz-embed",
  ],
  ["assigning documents", assignDocuments.body.shape, "itemType, itemId, documents, usePrefix, filename"],
  ["tag search", searchTags.query.shape, "q, type"],
  ["static page", getPage.answer.shape, "id, title, subtitle, thumbnail, content"],
  ["radiology", getRadiology.answer.shape, "id, title, subtitle, thumbnail, summary"],
  ["embed", getEmbed.answer.shape, "id, title, subtitle, thumbnail, url, description, isFullSizeEnabled"],
  ["enrollment form", getEnrollmentForm.answer.shape, "id, postId, title, description, userGroupId, fields"],
  ["field of an enrollment form", getEnrollmentForm.answer.shape.fields.element.shape, "options, type"],
  ["registration", enroll.body.shape, "fields, enrollmentFormId"],
  ["textbook", getTextbook.answer.shape, "title, summary, diagnosis, attachmentId, attachmentFilename, items"],
  [
    "quiz",
    updateQuiz.answer.shape,
    "id, postId, title, content, thumbnail, type, slides, sourceFolder, isOrdered, isBlocked, isAutoEvaluationEnabled, isAutomaticallyNumbered, isSelftestEnabled, hideSubmittedQuestions, isAnswerOptionShuffleEnabled, questions, timerDuration, notificationEmail, assignUserTo, consensusThreshold",
  ],
  [
    "quiz question",
    getQuestion.answer.shape,
    "id, title, content, type, slideId, itemId, itemType, score, correctAnswer, order, answerOptions",
  ],
  ["answer option", getQuestion.answer.shape.answerOptions.element.shape, "option, isCorrect, left, right"],
  ["item of a case", getCase.answer.shape.items.element.shape, "id, center, isActive, annotationsActive"],
  [
    "attachment",
    getAttachment.answer.shape,
    "id, title, url, isFileLink, isLink, attachmentId, filename, assignedTo, assignedToUsername, mimeType, src, customFields",
  ],
  [
    "custom field",
    listCustomFields.answer.element.shape,
    "id, title, postType, fieldType, isSystem, isRequired, isPrimary, defaultValues, fieldKey, itemType",
  ],
  ["field with its value", listItemFields.answer.element.shape, "id, title, isSystem, fieldType, data"],
  ["grid settings", GRID_DEFAULTS, "color, cellSizeMm, isEnabled, isFixed"],
  ["colour adjustment", NEUTRAL_COLOUR, "brightness, contrast, saturation, invert, hueRotation"],
  ["note", listOwnNotes.answer.element.shape, "id, content, imageId, slideId, workGroupId, isUserOwner"],
  ["work group", listWorkGroups.answer.element.shape, "id, title, users"],
  ["member of a work group", listWorkGroups.answer.element.shape.users.element.shape, "displayName"],
  ["content tab", boxTab, "title, contentPages"],
  ["content page", boxTab.contentPages.element.shape, "title, content, isActive"],
  [
    "request for a share",
    createShare.body.shape,
    "shareType, itemId, hostUrl, isActive, requireAuth, hideAnnotations, hideSlideInformation, hideToolbar, expirationDate, center, zoom",
  ],
  [
    "share",
    createShare.answer.shape,
    "shareType, itemId, isActive, requireAuth, hideAnnotations, hideSlideInformation, hideToolbar, expirationDate, center, zoom, url",
  ],
];

describe("the fields that the specification names", () => {
  for (const [entity, has, fields] of cases) {
    it(`${entity}: ${fields}`, () => {
      const names = fields.split(", ");
      expect(names.filter((name) => !Object.hasOwn(has, name))).toEqual([]);
    });
  }
});
