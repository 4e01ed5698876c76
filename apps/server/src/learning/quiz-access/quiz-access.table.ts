import type { Generated } from "kysely";

export interface QuizAccessTable {
  site_id: number;
  quiz_id: number;
  /** Attempts per person; null: no limit. */
  attempts_max: number | null;
  opens_at: Date | null;
  closes_at: Date | null;
  /** Seconds after the deadline in which requests are still in time. */
  grace_s: Generated<number>;
  /** Encrypted; null: none. */
  access_code: Buffer | null;
  /** Config Key of Safe Exam Browser; empty: any browser. */
  config_key: Generated<string>;
  /** Slide tools for learners. */
  allows_measuring: Generated<boolean>;
  allows_colour: Generated<boolean>;
  /** Whether expert annotations are shown on the slides. */
  shows_annotations: Generated<boolean>;
}

/** One of `user_id` and `user_group_id` is null, and so is one of `minutes` and `percent`. */
export interface QuizExtraTimeTable {
  id: Generated<number>;
  site_id: number;
  quiz_id: number;
  user_id: number | null;
  user_group_id: number | null;
  minutes: number | null;
  percent: number | null;
}
