/** Allowlists for the description of an image. Everything else is removed, including unknown keys. */
import { isOmeXml } from "../formats/ome/ome-document.ts";
import { isAperioDescription } from "../formats/svs/aperio-description.ts";
import { cleanOmeXml } from "./clean-ome-xml.ts";
import type { IfdChange, Secrets } from "./cleaning.ts";

/** Keys about image acquisition, in lower case. Source: Aperio, MAN-0069, and files of its scanners. */
const APERIO_KEYS: ReadonlySet<string> = new Set([
  ...[
    "appmag",
    "mpp",
    "mppx",
    "mppy",
    "mpp x",
    "mpp y",
    "stripewidth",
    "originalwidth",
    "originalheight",
    "left",
    "top",
  ],
  ...["filtered", "parmset", "linecameraskew", "lineareaxoffset", "lineareayoffset", "focus offset", "gamma"],
  ...["icc profile", "displaycolor", "exposure time", "exposure scale", "dsr id", "scannertype", "na", "colour mode"],
  ...["color mode", "tile size", "quality"],
]);

const IMAGEJ_KEYS: ReadonlySet<string> = new Set([
  ...[
    "imagej",
    "images",
    "channels",
    "slices",
    "frames",
    "hyperstack",
    "mode",
    "unit",
    "spacing",
    "loop",
    "min",
    "max",
  ],
  ...["finterval", "fps", "xorigin", "yorigin", "zorigin", "vunit", "cf", "c0", "c1", "c2", "c3", "c4"],
]);

/** A value that is a number or one short word cannot be a person's name. */
const PLAIN_VALUE = /^[-+\w.,:; ]{0,40}$/;

interface DescriptionRule {
  readonly recognises: (description: string) => boolean;
  readonly clean: (description: string, secrets: Secrets, ifdOf: IfdChange) => string;
}

const RULES: readonly DescriptionRule[] = [
  { recognises: isOmeXml, clean: cleanOmeXml },
  { recognises: isAperioDescription, clean: cleanAperio },
  { recognises: (text) => text.startsWith("ImageJ="), clean: cleanImageJ },
];

/** @returns empty if nothing may be kept. */
export function cleanDescription(description: string, secrets: Secrets, ifdOf: IfdChange): string {
  const rule = RULES.find(({ recognises }) => recognises(description));
  if (rule) return rule.clean(description, secrets, ifdOf);
  if (/^\s*</.test(description)) secrets.addXml(description);
  else for (const part of description.split(/[|\r\n]+/)) secrets.add(part.slice(part.indexOf("=") + 1));
  const scale = /\|\s*(AppMag|MPP)\s*=/.test(description)
    ? pairsOf(description, secrets, new Set(["appmag", "mpp"]))
    : [];
  return scale.length > 0 ? ["Slide", ...scale].join("|") : "";
}

/** The first lines contain the program's name, and numbers about size and storage. */
function cleanAperio(description: string, secrets: Secrets): string {
  const [head = "", ...parts] = description.split("|");
  const [program = "", ...lines] = head.split(/\r?\n/);
  const measures = lines.filter((line) =>
    /^[\s\d()[\]x;,/.>-]*(JPEG|J2K|YUV|KDU|RGB|OFFSET|BLK|Q=|\w+\/\w+|[\s\d()[\]x;,/.=>-])*$/i.test(line),
  );
  for (const line of [program, ...lines]) if (!measures.includes(line)) secrets.add(line.replace(/^Aperio [\w ]*/, ""));
  const name = /^Aperio (?:Image Library|Leica Biosystems GT450|Format)[\w. ]*/i.exec(program)?.[0].trim() ?? "Aperio";
  return [[name, ...measures].join("\r\n"), ...pairsOf(["", ...parts].join("|"), secrets, APERIO_KEYS)].join("|");
}

function cleanImageJ(description: string, secrets: Secrets): string {
  return description
    .split("\n")
    .filter((line) => {
      const [key = "", value = ""] = line.split(/=(.*)/s);
      if (IMAGEJ_KEYS.has(key.trim().toLowerCase()) && PLAIN_VALUE.test(value)) return true;
      secrets.add(value);
      return false;
    })
    .join("\n");
}

function pairsOf(description: string, secrets: Secrets, keys: ReadonlySet<string>): string[] {
  return description
    .split("|")
    .slice(1)
    .filter((part) => {
      const equals = part.indexOf("=");
      const value = part.slice(equals + 1).trim();
      if (equals > 0 && keys.has(part.slice(0, equals).trim().toLowerCase()) && PLAIN_VALUE.test(value)) return true;
      secrets.add(value);
      return false;
    });
}
