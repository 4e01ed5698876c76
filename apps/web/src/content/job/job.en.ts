/** English texts of jobs on files. */
export const jobEn = {
  fault_notASlide: "This file is not a slide or image that can be read.",
  fault_unsupported: "This file format is not supported.",
  fault_truncated: "The file is incomplete.",
  fault_damaged: "The file is damaged.",
  fault_tooLarge: "The file is too large.",
  faultWithDetail: "{{fault}} ({{detail}})",
} as const;
