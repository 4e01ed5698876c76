/**
 * Packs frames with DICOM's RLE, for tests.
 *
 * Source: DICOM PS3.5, annex G.
 */

/** @param samples interleaved; two-byte samples have the low byte first. */
export function packRle(samples: Uint8Array, samplesPerPixel: number, bytesPerSample: 1 | 2): Buffer {
  const count = samplesPerPixel * bytesPerSample;
  const segments = Array.from({ length: count }, (_, segment) => {
    const sample = Math.floor(segment / bytesPerSample);
    const byte = sample * bytesPerSample + (bytesPerSample - 1 - (segment % bytesPerSample));
    const packed = packBits(samples.filter((_, at) => at % count === byte));
    return packed.length % 2 === 0 ? packed : Buffer.concat([packed, Buffer.from([128])]);
  });
  const header = Buffer.alloc(64);
  header.writeUInt32LE(count, 0);
  let at = 64;
  for (const [index, segment] of segments.entries()) {
    header.writeUInt32LE(at, 4 + index * 4);
    at += segment.length;
  }
  return Buffer.concat([header, ...segments]);
}

function packBits(bytes: Uint8Array): Buffer {
  const packed: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let run = 1;
    while (run < 128 && bytes[at + run] === bytes[at]) run += 1;
    if (run > 1) {
      packed.push(257 - run, bytes[at]!);
      at += run;
      continue;
    }
    let end = at + 1;
    while (end < bytes.length && end - at < 128 && bytes[end] !== bytes[end - 1]) end += 1;
    packed.push(end - at - 1, ...bytes.subarray(at, end));
    at = end;
  }
  return Buffer.from(packed);
}
