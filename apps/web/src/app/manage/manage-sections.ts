/** The sections of the administration: one row each, in tab order. */
import type { Capability } from "@parfocal/core/access/capabilities.ts";
import {
  type Icon,
  IconActivity,
  IconChartBar,
  IconFiles,
  IconForms,
  IconHistory,
  IconListTree,
  IconPhoto,
  IconQuestionMark,
  IconSettings,
  IconSpeakerphone,
  IconTicket,
  IconTrash,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";
import { askTreeEarly } from "#tree/early-tree.ts";
import type { LazyPart } from "#ui/lazy-part.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";

export interface ManageSection {
  /** Word in the URL: `/s1/manage/{word}`; empty: the default section. */
  readonly word: string;
  readonly title:
    | "manage.content"
    | "manage.bin"
    | "media.section"
    | "document.section"
    | "customField.section"
    | "questionBank.section"
    | "user.section"
    | "userGroup.section"
    | "invite.section"
    | "announcement.section"
    | "option.section"
    | "auditLog.section"
    | "serverStatus.section"
    | "quizResults.title"
    | "quizConsensus.title"
    | "quizStatistics.title"
    | "progress.section";
  readonly icon: Icon;
  readonly needs: Capability;
  readonly Screen: LazyPart<object>;
  /** Not in the row of tabs, but linked from other pages. */
  readonly isUnlisted?: boolean;
  /** Prefetches the part's data; called when it is likely to be opened. */
  readonly askEarly?: () => void;
}

export const MANAGE_SECTIONS: readonly ManageSection[] = [
  {
    word: "",
    title: "manage.content",
    icon: IconListTree,
    needs: "manageContent",
    Screen: lazyPartWithTexts(
      () => import("./ContentManager.tsx"),
      (part) => part.ContentManager,
    ),
    askEarly: askTreeEarly,
  },
  {
    word: "media",
    title: "media.section",
    icon: IconPhoto,
    needs: "manageContent",
    Screen: lazyPartWithTexts(
      () => import("#media/MediaScreen.tsx"),
      (part) => part.MediaScreen,
    ),
  },
  {
    word: "documents",
    title: "document.section",
    icon: IconFiles,
    needs: "manageContent",
    Screen: lazyPartWithTexts(
      () => import("#document/DocumentsScreen.tsx"),
      (part) => part.DocumentsScreen,
    ),
  },
  {
    word: "fields",
    title: "customField.section",
    icon: IconForms,
    needs: "manageContent",
    Screen: lazyPartWithTexts(
      () => import("#custom-field/FieldsScreen.tsx"),
      (part) => part.FieldsScreen,
    ),
  },
  {
    word: "questions",
    title: "questionBank.section",
    icon: IconQuestionMark,
    needs: "manageContent",
    Screen: lazyPartWithTexts(
      () => import("#question-bank/QuestionBankScreen.tsx"),
      (part) => part.QuestionBankScreen,
    ),
  },
  {
    word: "people",
    title: "user.section",
    icon: IconUsers,
    needs: "managePeople",
    Screen: lazyPartWithTexts(
      () => import("./PeopleScreen.tsx"),
      (part) => part.PeopleScreen,
    ),
  },
  {
    word: "groups",
    title: "userGroup.section",
    icon: IconUsersGroup,
    needs: "manageContent",
    Screen: lazyPartWithTexts(
      () => import("./GroupsOfSite.tsx"),
      (part) => part.GroupsOfSite,
    ),
  },
  {
    word: "codes",
    title: "invite.section",
    icon: IconTicket,
    needs: "manageContent",
    Screen: lazyPartWithTexts(
      () => import("./CodesScreen.tsx"),
      (part) => part.CodesScreen,
    ),
  },
  {
    word: "announcements",
    title: "announcement.section",
    icon: IconSpeakerphone,
    needs: "managePeople",
    Screen: lazyPartWithTexts(
      () => import("#announcement/AnnouncementsScreen.tsx"),
      (part) => part.AnnouncementsScreen,
    ),
  },
  {
    word: "options",
    title: "option.section",
    icon: IconSettings,
    needs: "managePeople",
    Screen: lazyPartWithTexts(
      () => import("./OptionsOfSite.tsx"),
      (part) => part.OptionsOfSite,
    ),
  },
  {
    word: "audit",
    title: "auditLog.section",
    icon: IconHistory,
    needs: "managePeople",
    Screen: lazyPartWithTexts(
      () => import("#audit-log/AuditLogScreen.tsx"),
      (part) => part.AuditLogScreen,
    ),
  },
  {
    word: "status",
    title: "serverStatus.section",
    icon: IconActivity,
    needs: "managePeople",
    Screen: lazyPartWithTexts(
      () => import("#server-status/ServerStatusScreen.tsx"),
      (part) => part.ServerStatusScreen,
    ),
  },
  {
    word: "bin",
    title: "manage.bin",
    icon: IconTrash,
    needs: "manageContent",
    Screen: lazyPartWithTexts(
      () => import("./BinScreen.tsx"),
      (part) => part.BinScreen,
    ),
  },
  {
    word: "quiz-results",
    title: "quizResults.title",
    icon: IconChartBar,
    needs: "manageContent",
    isUnlisted: true,
    Screen: lazyPartWithTexts(
      () => import("#quiz-results/QuizResultsScreen.tsx"),
      (part) => part.QuizResultsScreen,
    ),
  },
  {
    word: "quiz-statistics",
    title: "quizStatistics.title",
    icon: IconChartBar,
    needs: "manageContent",
    isUnlisted: true,
    Screen: lazyPartWithTexts(
      () => import("#quiz-statistics/QuizStatisticsScreen.tsx"),
      (part) => part.QuizStatisticsScreen,
    ),
  },
  {
    word: "quiz-consensus",
    title: "quizConsensus.title",
    icon: IconUsersGroup,
    needs: "manageContent",
    isUnlisted: true,
    Screen: lazyPartWithTexts(
      () => import("#quiz-consensus/QuizConsensusScreen.tsx"),
      (part) => part.QuizConsensusScreen,
    ),
  },
  {
    word: "course-progress",
    title: "progress.section",
    icon: IconChartBar,
    needs: "manageContent",
    isUnlisted: true,
    Screen: lazyPartWithTexts(
      () => import("#progress/CourseProgressScreen.tsx"),
      (part) => part.CourseProgressScreen,
    ),
  },
];
