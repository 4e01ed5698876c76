export const workGroupKeys = { all: ["work-groups"] as const };
