/** The icon of each content type. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import {
  type Icon,
  IconBook2,
  IconBriefcase2,
  IconChecklist,
  IconFileText,
  IconFolder,
  IconForms,
  IconMicroscope,
  IconPaperclip,
  IconQuestionMark,
  IconRadioactive,
  IconSchool,
  IconWindow,
} from "@tabler/icons-react";

export const ITEM_ICONS: Record<ItemKind, Icon> = {
  course: IconSchool,
  folder: IconFolder,
  image: IconMicroscope,
  case: IconBriefcase2,
  quiz: IconChecklist,
  quizQuestions: IconChecklist,
  quizSlides: IconMicroscope,
  quizQuestion: IconQuestionMark,
  quizSlide: IconMicroscope,
  quizCase: IconBriefcase2,
  quizAnswerOption: IconQuestionMark,
  embed: IconWindow,
  page: IconFileText,
  radiology: IconRadioactive,
  enrollment: IconForms,
  textbook: IconBook2,
  attachment: IconPaperclip,
};
