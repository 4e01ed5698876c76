/** A QR code as files: dark on light in every colour scheme. */
import { qrModulesOf } from "#ui/qr-modules.ts";

/** Side of the code on the screen and in files. Source: docs/spec/constants.tsv, shareQrSize. */
export const SHARE_QR_SIZE_PX = 512;

const DARK = "#000000";
const LIGHT = "#ffffff";

export function qrSvg(text: string): Blob {
  const { modules, path } = qrModulesOf(text);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_QR_SIZE_PX}" height="${SHARE_QR_SIZE_PX}"`,
    ` viewBox="0 0 ${modules} ${modules}" shape-rendering="crispEdges">`,
    `<rect width="${modules}" height="${modules}" fill="${LIGHT}"/><path d="${path}" fill="${DARK}"/></svg>`,
  ];
  return new Blob([svg.join("")], { type: "image/svg+xml" });
}

/** @throws Error if the browser cannot create a PNG. */
export async function qrPng(text: string): Promise<Blob> {
  const { modules, isDark } = qrModulesOf(text);
  const canvas = document.createElement("canvas");
  canvas.width = SHARE_QR_SIZE_PX;
  canvas.height = SHARE_QR_SIZE_PX;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.fillStyle = LIGHT;
  context.fillRect(0, 0, SHARE_QR_SIZE_PX, SHARE_QR_SIZE_PX);
  context.fillStyle = DARK;
  // Whole pixels: edges stay sharp although module sizes differ by a pixel.
  const edge = (module: number) => Math.round((module * SHARE_QR_SIZE_PX) / modules);
  for (let y = 0; y < modules; y++)
    for (let x = 0; x < modules; x++)
      if (isDark(x, y)) context.fillRect(edge(x), edge(y), edge(x + 1) - edge(x), edge(y + 1) - edge(y));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"),
  );
}
