import { expect, it } from "vitest";
import { type LinkTarget, linkTargetOf } from "./annotation-link-target.ts";

const ORIGIN = "https://slides.example";
const HERE = 9;

const CASES: [link: string, target: LinkTarget][] = [
  ["/s1/course2/i9/?annotation=4", { kind: "here", annotationId: 4 }],
  ["https://slides.example/s1/course2/i9/?x=1&annotation=4", { kind: "here", annotationId: 4 }],
  ["/s1/c3/i7/?annotation=4", { kind: "slide", href: "/s1/c3/i7/?annotation=4", imageId: 7, annotationId: 4 }],
  ["/s1/course2/i7/", { kind: "slide", href: "/s1/course2/i7/", imageId: 7, annotationId: null }],
  [
    "/s1/course2/i9/?x=1&y=2&z=3",
    { kind: "slide", href: "/s1/course2/i9/?x=1&y=2&z=3", imageId: 9, annotationId: null },
  ],
  ["/s1/i7/?annotation=four", { kind: "slide", href: "/s1/i7/?annotation=four", imageId: 7, annotationId: null }],
  ["/s1/course2/", { kind: "page", href: "/s1/course2/" }],
  ["/upload#top", { kind: "page", href: "/upload#top" }],
  ["https://other.example/s1/i9/?annotation=4", { kind: "outside", href: "https://other.example/s1/i9/?annotation=4" }],
  ["http://slides.example/s1/i9/", { kind: "outside", href: "http://slides.example/s1/i9/" }],
  ["mailto:someone@example.org", { kind: "outside", href: "mailto:someone@example.org" }],
  ["https://", { kind: "outside", href: "https://" }],
];
for (const [link, target] of CASES) {
  it(`${link}: ${target.kind}`, () => {
    expect(linkTargetOf(link, ORIGIN, HERE)).toEqual(target);
  });
}
