/**
 * The manifest of a QTI package.
 *
 * Source: 1EdTech, "Content Packaging" 1.2; types of resources: QTI 2.1 to 3.0, "Metadata and packaging".
 */
import { child, descendants, type XmlNode } from "./xml-node.ts";

export const MANIFEST_NAME = "imsmanifest.xml";
const ITEM_TYPE = /^imsqti_(?:apip)?item_/i;

/** @returns paths of the items in order, relative to the manifest; null if it is not a manifest. */
export function itemsOfManifest(root: XmlNode): string[] | null {
  if (root.name !== "manifest") return null;
  const resources = descendants(root, new Set(["resource"]));
  const items = resources.filter(({ attributes }) => ITEM_TYPE.test(attributes.type ?? ""));
  return items.flatMap((resource) => {
    const href = resource.attributes.href ?? child(resource, "file")?.attributes.href;
    return href === undefined ? [] : [href];
  });
}

/**
 * Resolves a relative path in a package.
 *
 * @param from path of the referring file. @returns null if the target is outside the package.
 */
export function pathInPackage(from: string, address: string): string | null {
  const plain = decodedAddress(address.replace(/[?#].*$/, ""));
  if (plain === null || plain === "" || /^[a-z][a-z\d+.-]*:|^\/|\\/i.test(plain)) return null;
  const path = from.split("/").slice(0, -1);
  for (const step of plain.split("/")) {
    if (step === "..") {
      if (path.pop() === undefined) return null;
    } else if (step !== "." && step !== "") path.push(step);
  }
  return path.join("/");
}

function decodedAddress(address: string): string | null {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}
