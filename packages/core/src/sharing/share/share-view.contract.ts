/**
 * View of a shared slide or case, in addition to the centre and zoom of a slide: as shown when the link was created.
 */
import { z } from "zod";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { id } from "../../platform/ids.ts";
import { caseLayout } from "../../viewing/case/case.contract.ts";
import { CASE_LAYOUT_MAX } from "../../viewing/case/case-layout.ts";

/** More than any slide has. */
const SHARED_CHANNELS_MAX = 256;
/** Largest sample of any slide. */
const SAMPLE_MAX = 2 ** 32 - 1;
const GAMMA_MIN = 0.25;
const GAMMA_MAX = 4;

const sample = z.number().min(0).max(SAMPLE_MAX);
const planeIndex = z.int().min(0).max(999_999);

/** As in the channel panel of the slide page, one per channel, in order. */
const sharedChannels = z.strictObject({
  channels: z
    .array(
      z.strictObject({
        isShown: z.boolean(),
        colour: z.string().regex(/^#[0-9a-f]{6}$/, "a colour is written as #rrggbb, in small letters"),
        window: z.strictObject({ min: sample, max: sample }),
        gamma: z.number().min(GAMMA_MIN).max(GAMMA_MAX),
      }),
    )
    .min(1)
    .max(SHARED_CHANNELS_MAX),
  isAloneGrey: z.boolean(),
});

/** View of a case. */
const sharedCaseView = z.strictObject({
  layout: caseLayout,
  /** Row by row; slides no longer visible in the case are replaced by others of it. */
  containers: z
    .array(
      z.strictObject({
        slideId: id,
        /** Null: as defined by the case. */
        view: z
          .strictObject({
            center: z.tuple([z.number(), z.number()]),
            zoom: z.number(),
            rotation: z.int().multipleOf(45).min(0).max(315),
          })
          .nullable(),
      }),
    )
    .max(CASE_LAYOUT_MAX * CASE_LAYOUT_MAX),
  /** Whether the slides are synchronized. */
  isSynced: z.boolean(),
});
export type SharedCaseView = z.output<typeof sharedCaseView>;

export const shareViewSettings = z.strictObject({
  /** Null: the slide's default. */
  colour: colourAdjustment.nullable().default(null),
  /** Null: the slide's default. */
  channels: sharedChannels.nullable().default(null),
  /** Focus plane and time point, both from 0; null: the first ones. */
  plane: z.strictObject({ depth: planeIndex, time: planeIndex }).nullable().default(null),
  /** For a case; null: as the case opens. */
  caseView: sharedCaseView.nullable().default(null),
});
export type ShareViewSettings = z.output<typeof shareViewSettings>;
