import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { EMBED_HOSTS_MAX, isEmbedHost } from "./embed-url.ts";
import { TILE_SOURCE_HOSTS_MAX } from "./external-limits.ts";
import { isTileSourceHost } from "./tile-source-url.ts";

const tileSourceHosts = z.object({
  /** `host` or `host:port`. */
  hosts: z.array(z.string()),
});

export const getTileSourceHosts = {
  method: "GET",
  path: "/v2/site/tileSourceHosts",
  summary: "List the hosts from which this site may show slides",
  policy: "manageContent",
  answer: tileSourceHosts,
} as const satisfies Call;

export const putTileSourceHosts = {
  method: "PUT",
  path: "/v2/site/tileSourceHosts",
  summary: "Set the hosts from which this site may show slides; applies to pages opened afterwards",
  policy: "managePeople",
  body: z.strictObject({
    hosts: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .refine(isTileSourceHost, "a host is written as in slides.example.org, or slides.example.org:8443"),
      )
      .max(TILE_SOURCE_HOSTS_MAX),
  }),
  answer: tileSourceHosts,
} as const satisfies Call;

const embedHosts = z.object({
  /** `host.example` or `host.example:port`. */
  hosts: z.array(z.string()),
});

export const getEmbedHosts = {
  method: "GET",
  path: "/v2/site/embedHosts",
  summary: "List the hosts whose pages this site may embed",
  policy: "manageContent",
  answer: embedHosts,
} as const satisfies Call;

export const putEmbedHosts = {
  method: "PUT",
  path: "/v2/site/embedHosts",
  summary: "Set the hosts whose pages this site may embed; applies to pages opened afterwards",
  policy: "managePeople",
  body: z.strictObject({
    hosts: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .refine(isEmbedHost, "a host must be the name of a public site, e.g. videos.example.org"),
      )
      .max(EMBED_HOSTS_MAX),
  }),
  answer: embedHosts,
} as const satisfies Call;
