/** The database: all tables by name, the two ways to connect, and the one way to access the data of a site. */
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type Transaction } from "kysely";
import pg from "pg";
import type { AccountLinkTable, PasswordResetRequestTable } from "#account/account-link.table.ts";
import type { UserPictureTable } from "#account/user-picture.table.ts";
import type { AnnotationTable } from "#annotation/annotation.table.ts";
import type { AnnotationCommentReadTable, AnnotationCommentTable } from "#annotation/annotation-comment.table.ts";
import type { AnnotationVersionTable } from "#annotation/annotation-version.table.ts";
import type { AnnotationCommentMailTable } from "#annotation/comment-mail.table.ts";
import type { AnnouncementTable } from "#announcement/announcement.table.ts";
import type { AssignmentTable } from "#assignment/assignment.table.ts";
import type { AttachmentTable } from "#attachment/attachment.table.ts";
import type { AuditEntryTable } from "#audit/audit.table.ts";
import type { ContentBoxTable } from "#box/box.table.ts";
import type { CaseItemTable, SlideCaseTable } from "#case/case.table.ts";
import type {
  CellAnalysisCountTable,
  CellAnalysisTable,
  CellAnalysisTileTable,
} from "#cell-analysis/cell-analysis.table.ts";
import type { ColourPresetTable } from "#colour-preset/colour-preset.table.ts";
import type { CourseTable } from "#course/course.table.ts";
import type { CustomFieldTable, CustomFieldValueTable } from "#custom-field/custom-field.table.ts";
import type { EmbedTable } from "#embed/embed.table.ts";
import type { EnrollmentFormTable, EnrollmentTable } from "#enrollment/enrollment.table.ts";
import type { HostTokenUseTable } from "#host-sign-in/host-token.table.ts";
import type { ImageTable, ImageThumbnailTable, SlideFileTable } from "#image/image.table.ts";
import type { InviteTable, InviteUseTable } from "#invite/invite.table.ts";
import type { ItemPostTable, ItemTable, PlacementTable } from "#item/item.table.ts";
import type { ItemLookTable } from "#item/item-appearance.table.ts";
import type { ItemOpenedTable } from "#item/opened-item.table.ts";
import type {
  LtiChoiceTable,
  LtiContextCourseTable,
  LtiContextTable,
  LtiGradeTable,
  LtiKeyTable,
  LtiLinkTable,
  LtiPlatformTable,
  LtiRegistrationTable,
  LtiWaitingDeploymentTable,
} from "#lti/lti.table.ts";
import type { MailTable } from "#mail/mail.table.ts";
import type { MediaFileTable, MediaFolderTable } from "#media/media.table.ts";
import type { NoteTable } from "#note/note.table.ts";
import type { StaticPageTable } from "#page/page.table.ts";
import type { PasskeyTable } from "#passkey/passkey.table.ts";
import type { QuizAnswerOptionTable, QuizQuestionTable, QuizSlideTable, QuizTable } from "#quiz/quiz.table.ts";
import type { QuizOutageGrantTable } from "#quiz-access/outage.table.ts";
import type { QuizAccessTable, QuizExtraTimeTable } from "#quiz-access/quiz-access.table.ts";
import type { QuizGeneratedQuestionTable } from "#quiz-attempt/generated-question.table.ts";
import type {
  CountedAttemptView,
  QuizAnswerTable,
  QuizAttemptImageTable,
  QuizAttemptTable,
} from "#quiz-attempt/quiz-attempt.table.ts";
import type { QuizNoticeTable } from "#quiz-notice/quiz-notice.table.ts";
import type { QuizRegradeAnswerTable, QuizRegradeTable } from "#quiz-results/regrade.table.ts";
import type {
  RadiologyInstanceTable,
  RadiologySeriesTable,
  RadiologyStudyTable,
  RadiologyTable,
} from "#radiology/radiology.table.ts";
import type { RegistrationRequestTable } from "#registration/registration.table.ts";
import type { SearchDocumentTable, SearchTrigramTable, SearchWordTable } from "#search/search-document.table.ts";
import type { RecoveryCodeTable, SecondFactorTable } from "#second-factor/second-factor.table.ts";
import type { ServerFileTable } from "#server-file/server-file.table.ts";
import type { HostSessionEndTable } from "#session/host-session-end.table.ts";
import type { SignInFailureTable, UserSessionTable } from "#session/session.table.ts";
import type { ShareTable } from "#share-access/share.table.ts";
import type { UserIdentityTable } from "#single-sign-on/user-identity.table.ts";
import type { InstallationTable, SiteLogoTable, SiteTable } from "#site/site.table.ts";
import type { BinEntryTable, ContentVersionTable } from "#structure/bin.table.ts";
import type { CopyRunTable } from "#structure/copy-run.table.ts";
import type { LeftPlaceTable } from "#structure/left-place.table.ts";
import type { TextbookTable } from "#textbook/textbook.table.ts";
import type { TextbookMarkTable } from "#textbook-mark/textbook-mark.table.ts";
import type { TextbookNoteTable } from "#textbook-note/textbook-note.table.ts";
import type { UploadChunkTable, UploadTable } from "#upload/upload.table.ts";
import type { SiteUserTable } from "#user/user.table.ts";
import type { UserGroupMemberTable, UserGroupTable } from "#user-group/user-group.table.ts";
import type { VoucherTable } from "#voucher/voucher.table.ts";
import type { UnknownEmailTable, WorkGroupMemberTable, WorkGroupTable } from "#work-group/work-group.table.ts";
import type { ServerHeartbeatTable, ServerOutageTable } from "../heartbeat/heartbeat.table.ts";
import type { IdempotencyTable } from "../http/idempotency.table.ts";
import type { JobTable } from "../jobs/job.table.ts";
import { CHOOSE_SITE, withJoinedBegin } from "./joined-begin.ts";
import { withPreparedStatements } from "./prepared-statements.ts";
import { LIMIT_STATEMENTS, withSilenceLimit } from "./silence-limit.ts";
import { type MeasuredPool, type PoolUse, withWaitingLine } from "./waiting-line.ts";

export interface Tables {
  installation: InstallationTable;
  site: SiteTable;
  site_logo: SiteLogoTable;
  site_user: SiteUserTable;
  user_session: UserSessionTable;
  sign_in_failure: SignInFailureTable;
  host_token_use: HostTokenUseTable;
  host_session_end: HostSessionEndTable;
  lti_platform: LtiPlatformTable;
  lti_key: LtiKeyTable;
  lti_context: LtiContextTable;
  lti_context_course: LtiContextCourseTable;
  lti_link: LtiLinkTable;
  lti_grade: LtiGradeTable;
  lti_choice: LtiChoiceTable;
  lti_registration: LtiRegistrationTable;
  lti_waiting_deployment: LtiWaitingDeploymentTable;
  mail: MailTable;
  user_picture: UserPictureTable;
  passkey: PasskeyTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  audit_entry: AuditEntryTable;
  account_link: AccountLinkTable;
  password_reset_request: PasswordResetRequestTable;
  registration_request: RegistrationRequestTable;
  idempotency: IdempotencyTable;
  item: ItemTable;
  item_post: ItemPostTable;
  course: CourseTable;
  placement: PlacementTable;
  bin_entry: BinEntryTable;
  left_place: LeftPlaceTable;
  copy_run: CopyRunTable;
  content_version: ContentVersionTable;
  item_look: ItemLookTable;
  item_opened: ItemOpenedTable;
  slide_file: SlideFileTable;
  image: ImageTable;
  job: JobTable;
  upload: UploadTable;
  upload_chunk: UploadChunkTable;
  server_file: ServerFileTable;
  annotation: AnnotationTable;
  annotation_version: AnnotationVersionTable;
  annotation_comment: AnnotationCommentTable;
  annotation_comment_read: AnnotationCommentReadTable;
  annotation_comment_mail: AnnotationCommentMailTable;
  share: ShareTable;
  announcement: AnnouncementTable;
  colour_preset: ColourPresetTable;
  slide_case: SlideCaseTable;
  case_item: CaseItemTable;
  custom_field: CustomFieldTable;
  custom_field_value: CustomFieldValueTable;
  content_box: ContentBoxTable;
  static_page: StaticPageTable;
  embed: EmbedTable;
  radiology: RadiologyTable;
  radiology_study: RadiologyStudyTable;
  radiology_series: RadiologySeriesTable;
  radiology_instance: RadiologyInstanceTable;
  textbook: TextbookTable;
  textbook_mark: TextbookMarkTable;
  textbook_note: TextbookNoteTable;
  attachment: AttachmentTable;
  image_thumbnail: ImageThumbnailTable;
  media_file: MediaFileTable;
  media_folder: MediaFolderTable;
  work_group: WorkGroupTable;
  work_group_member: WorkGroupMemberTable;
  unknown_email: UnknownEmailTable;
  note: NoteTable;
  cell_analysis: CellAnalysisTable;
  cell_analysis_count: CellAnalysisCountTable;
  cell_analysis_tile: CellAnalysisTileTable;
  search_document: SearchDocumentTable;
  search_word: SearchWordTable;
  search_trigram: SearchTrigramTable;
  user_identity: UserIdentityTable;
  voucher: VoucherTable;
  user_group: UserGroupTable;
  user_group_member: UserGroupMemberTable;
  invite: InviteTable;
  invite_use: InviteUseTable;
  assignment: AssignmentTable;
  enrollment_form: EnrollmentFormTable;
  enrollment: EnrollmentTable;
  quiz: QuizTable;
  quiz_slide: QuizSlideTable;
  quiz_question: QuizQuestionTable;
  quiz_answer_option: QuizAnswerOptionTable;
  quiz_attempt: QuizAttemptTable;
  counted_attempt: CountedAttemptView;
  quiz_answer: QuizAnswerTable;
  quiz_attempt_image: QuizAttemptImageTable;
  quiz_generated_question: QuizGeneratedQuestionTable;
  quiz_notice: QuizNoticeTable;
  quiz_regrade: QuizRegradeTable;
  quiz_regrade_answer: QuizRegradeAnswerTable;
  quiz_access: QuizAccessTable;
  quiz_extra_time: QuizExtraTimeTable;
  quiz_outage_grant: QuizOutageGrantTable;
  server_heartbeat: ServerHeartbeatTable;
  server_outage: ServerOutageTable;
}

/** The whole database with no site chosen: rows of sites are not visible. */
export type Database = Kysely<Tables>;
/** A transaction limited to one site: row-level security hides the rows of other sites from every query. */
export type SiteDb = Transaction<Tables>;

/** Role that the application uses: owns no tables and cannot bypass row-level security. */
export const APP_ROLE = "parfocal_app";

export type Connection =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

const INT8_OID = 20;
/** IDs and byte counts stay far below 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

interface OpenOptions {
  /** Called when an idle connection breaks. */
  readonly onIdleError: (error: Error) => void;
  readonly maxConnections?: number;
  /** Default: true. */
  readonly preparesStatements?: boolean;
  /** For new connections. */
  readonly connectTimeoutMs?: number;
  /** Returns the pool with spans for its transactions and statements; undefined: they are not traced. */
  readonly watchPool?: ((pool: PostgresPool) => PostgresPool) | undefined;
}

const CONNECT_TIMEOUT_MS = 2_000;
const MAX_OWNER_CONNECTIONS = 2;
const STATEMENT_TIMEOUT_MS = 5_000;
/** Time that a response may take in addition to the statement. */
const ROUND_TRIP_MS = 1_000;
const LEISURELY_STATEMENT_TIMEOUT_MS = 5 * 60_000;

/** Statements are sent without waiting for the responses to earlier ones. The driver's types lack the option. */
const PIPELINED: { readonly pipeline: true } = { pipeline: true };

/**
 * PostgreSQL ends the connections of a machine that is no longer reachable, and with them its transactions and locks,
 * after six seconds: other servers wait for it no longer than for a server that was killed. With the defaults
 * PostgreSQL would notice after two hours. A server process that hangs is not affected, since its machine still
 * answers.
 */
const ENDS_WITH_ITS_MACHINE =
  "-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3 -c tcp_user_timeout=6000";
/** Options of the application's connections. */
export const APP_OPTIONS = `-c role=${APP_ROLE} ${ENDS_WITH_ITS_MACHINE}`;

/** Connects as the application: every connection uses the role that owns no tables. */
export function openDatabase(
  connection: Connection,
  {
    onIdleError,
    maxConnections = 16,
    preparesStatements = true,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    watchPool = (unwatched) => unwatched,
  }: OpenOptions,
): Database {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: maxConnections,
    ...PIPELINED,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    application_name: "parfocal",
    options: APP_OPTIONS,
  });
  const limited = withSilenceLimit(pool, { statementMs: STATEMENT_TIMEOUT_MS, roundTripMs: ROUND_TRIP_MS });
  const lent = overPool(limited, { of: pool, onIdleError, most: maxConnections });
  const joined = withJoinedBegin(preparesStatements ? withPreparedStatements(lent) : lent);
  const database = toDatabase(watchPool(joined));
  poolUses.set(database, lent.use);
  return database;
}

const poolUses = new WeakMap<Database, () => PoolUse>();

/** @param database opened by `openDatabase`. */
export function poolUseOf(database: Database): PoolUse {
  const use = poolUses.get(database);
  if (!use) throw new Error("This database was not opened by openDatabase.");
  return use();
}

/** Connects as the owner of the tables, for migrations and for adding sites. */
export function openDatabaseAsOwner(
  connection: Connection,
  { onIdleError, connectTimeoutMs = CONNECT_TIMEOUT_MS }: OpenOptions,
): Database {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: MAX_OWNER_CONNECTIONS,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: "parfocal-owner",
    options: ENDS_WITH_ITS_MACHINE,
  });
  return toDatabase(overPool(pool, { of: pool, onIdleError, most: MAX_OWNER_CONNECTIONS }));
}

const toDatabase = (pool: PostgresPool): Database => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

interface OverPool {
  readonly of: pg.Pool;
  readonly onIdleError: (error: Error) => void;
  readonly most: number;
}

/** @param lending lends the connections of the pool `of`. */
function overPool(lending: PostgresPool, { of: pool, onIdleError, most }: OverPool): MeasuredPool {
  pool.on("error", onIdleError);
  // If a lent connection breaks between two queries, the next query fails; without a listener the error event would be
  // an uncaught exception.
  pool.on("connect", (client) => client.on("error", () => {}));
  return withWaitingLine(lending, most);
}

/** Runs `work` in one transaction limited to a site; committed when the promise resolves. */
export function withSite<Result>(
  database: Database,
  siteId: number,
  work: (db: SiteDb) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (db) => {
    await db.executeQuery(CompiledQuery.raw(CHOOSE_SITE, [String(siteId)]));
    return work(db);
  });
}

/** The same as `withSite`, for background work: a statement may take minutes. */
export function withSiteAtLeisure<Result>(
  database: Database,
  siteId: number,
  work: (db: SiteDb) => Promise<Result>,
): Promise<Result> {
  return withSite(database, siteId, async (db) => {
    await db.executeQuery(CompiledQuery.raw(LIMIT_STATEMENTS, [String(LEISURELY_STATEMENT_TIMEOUT_MS)]));
    return work(db);
  });
}
